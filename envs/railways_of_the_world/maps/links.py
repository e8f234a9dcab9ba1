"""Links on the empty map: tiles from city to city, straight on or in gentle curves, through no other city."""

from functools import cache

from railgym.envs.railways_of_the_world.maps.model import Map

__all__ = ["AT_ONCE", "A_TURN", "MAX_PAIRS", "near_pairs", "shortest_links"]

MAX_PAIRS = 256
AT_ONCE = 4  # tiles that a player lays in one action
A_TURN = 12  # tiles that a player lays in one turn, where a link has to be finished


def shortest_links(board: Map, city: int, most: int = A_TURN) -> dict[int, int]:
    """The cities in play that a link of at most ``most`` tiles can reach from one of them, with its fewest tiles."""
    beside, hexes = board.beside, board.hexes
    found: dict[int, int] = {}
    ends = {(beside[board.cities[city].hex][d], d) for d in range(6)}  # hexes with the direction they are entered in
    seen: set[tuple[int, int]] = set()
    for tiles in range(most + 1):
        ends = {end for end in ends if end[0] >= 0} - seen
        seen |= ends
        open_ends = [(h, d) for h, d in ends if hexes[h].city < 0]
        for h, _ in ends.difference(open_ends):
            other = hexes[h].city
            if other != city and board.cities[other].in_play:
                found.setdefault(other, tiles)
        ends = {(beside[h][turn % 6], turn % 6) for h, d in open_ends for turn in (d - 1, d, d + 1)}
    return found


@cache
def near_pairs(board: Map) -> tuple[tuple[int, int], ...]:
    """The pairs of cities that plans link, the lower number first: those that one action can link, and those that two
    actions can link without a city on the way. A map with more than MAX_PAIRS of them keeps the nearest."""
    tiles: dict[tuple[int, int], int] = {}
    for a, city in enumerate(board.cities):
        if city.in_play:
            tiles |= {(a, b): number for b, number in shortest_links(board, a, 2 * AT_ONCE).items() if number}

    def is_direct(a: int, b: int) -> bool:
        far = 3 * A_TURN
        via = (tiles.get((a, c), far) + tiles.get((c, b), far) for c in range(len(board.cities)))
        return tiles[a, b] <= AT_ONCE or tiles[a, b] < min(via)

    pairs = [(a, b) for a, b in tiles if a < b and is_direct(a, b)]
    return tuple(sorted(sorted(pairs, key=lambda pair: tiles[pair])[:MAX_PAIRS]))
