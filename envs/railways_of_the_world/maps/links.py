"""Links on the empty map: runs of tiles from city to city, straight on or in gentle curves, through no other city."""

from railgym.envs.railways_of_the_world.maps.model import Map

__all__ = ["A_TURN", "shortest_links"]

A_TURN = 12  # tiles that a player lays in one turn, where a link has to be finished


def shortest_links(board: Map, city: int, most: int = A_TURN) -> dict[int, int]:
    """The cities in play that a link can lead to from one of them, with its fewest tiles, at most ``most``."""
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
