"""What holds on the table in every position, and for every step from one to the next."""

from collections import Counter

from railways_of_the_world.checker_track import PIECES

from railgym.envs.core.events import Event
from railgym.envs.core.game import Array
from railgym.envs.railways_of_the_world import event_kinds
from railgym.envs.railways_of_the_world.game import HexRailways
from railgym.envs.railways_of_the_world.rules import phases
from railgym.envs.railways_of_the_world.state import RAILBOT

__all__ = ["broken_step", "broken_table"]

OPEN_RUN = -1
PURPLE, GRAY = 3, 5
Pieces = dict[tuple[int, int], tuple[int, int, int, int]]  # by hex and side: other side, owner, link, slot


def broken_table(game: HexRailways, state: Array) -> str:
    """What is wrong with the table of a position; empty if nothing is."""
    for law in (_goods, _cities, _points, _order, _track, _links, _runs, _cards):
        broken = law(game, state[0])
        if broken:
            return f"{broken} (ply {state['ply'][0]}, phase {game.phases[int(state['phase'][0])]!r})"
    return ""


def _goods(game: HexRailways, s: Array) -> str:
    """RW-1.2: 25 cubes of each color, in the bag and in cities."""
    return "" if (s["bag"] + s["cubes"].sum(axis=0) == 25).all() else "a cube is lost, or there twice"


def _cities(game: HexRailways, s: Array) -> str:
    """RW-4.1, RW-4.3: New City tiles color gray cities. RW-6.9, RW-4.2: markers lie where no cube is."""
    used = Counter[int]()
    for i, city in enumerate(game.board.cities):
        if s["color"][i] != game.params["city_color"][0, i]:
            used[int(s["color"][i])] += 1
            if city.color != "gray":
                return f"{city.name} has changed its color"
        if not city.in_play and (s["cubes"][i].any() or s["empty_marker"][i] or s["color"][i] != GRAY):
            return f"{city.name} is not in play"
        if s["empty_marker"][i] and s["cubes"][i].any():
            return f"{city.name} is not empty"
    for color in range(5):
        left = int(s["new_city_tiles"][color]) + used[color]
        lost = color == PURPLE and game.params["duel_barons"][0] and left <= 2
        if left != (2 if 1 <= color <= 4 else 0) and not lost:
            return "a New City tile is lost, or there twice"
    return "" if s["empty_marker"].sum() == s["num_empty_markers"] else "the markers are counted wrongly"


def _points(game: HexRailways, s: Array) -> str:
    seats = range(int(game.params["num_companies"][0]))
    if not s["terminated"] and any(s["scores"][p] < 0 for p in seats):
        return "a score is below 0 (RW-8.6)"
    if any(s["players"][p]["cash"] < 0 or s["players"][p]["bonds"] < 0 for p in seats):
        return "money is below 0"
    return "" if all(1 <= s["players"][p]["engine"] <= 8 for p in seats) else "there is no such engine"


def _order(game: HexRailways, s: Array) -> str:
    """RW-R10.2, RW-R10.3: every seat has one place; in an auction only seats that have passed have one."""
    seats, bidding = range(int(game.params["num_companies"][0])), int(game.params["bidding"][0])
    named = [p for p in s["order"].tolist() if p >= 0]
    passed = [p for p in seats if int(s["passed_auction"]) >> p & 1]
    if bidding == phases.TRADITIONAL:
        return "a place is named" if named or s["bids"].any() else ""
    if s["phase"] == phases.AUCTION:
        right = sorted(named) == passed if bidding == phases.FIRST_TO_PASS else not named
        return "" if right else "the places of those who have passed are told wrongly"
    in_rounds = s["year"] > (0 if bidding == phases.FIRST_TO_PASS else 1)
    if sorted(named) != (list(seats) if in_rounds else []):
        return "the order of the turn is told wrongly"
    return "" if not named or named[0] == s["first_seat"] else "the first place is told wrongly"


def _pieces(s: Array) -> Pieces:
    found: Pieces = {}
    for hex, slot in zip(*(s["track"] >= 0).nonzero(), strict=True):
        a, b = PIECES[int(s["track"][hex, slot])]
        what = int(s["owner"][hex, slot]), int(s["link"][hex, slot]), int(slot)
        found[int(hex), a], found[int(hex), b] = (b, *what), (a, *what)
    return found


def _track(game: HexRailways, s: Array) -> str:
    """RW-3.5, RW-3.13: two pieces a hex on four sides, none in a city; what goes on is of one owner."""
    there, pieces = int((s["track"] >= 0).sum()), _pieces(s)
    if len(pieces) != 2 * there:
        return "a side of a hex is used twice"
    if ((s["track"] < 0) & ((s["owner"] >= 0) | (s["link"] >= 0))).any():
        return "something without track has an owner"
    for (hex, side), (_, owner, link, _) in pieces.items():
        beyond = game.board.beside[hex][side]
        if game.board.hexes[hex].city >= 0 or beyond < 0:
            return "track lies in a city, or leads off the map"
        other = pieces.get((beyond, (side + 3) % 6))
        if other and other[1:3] != (owner, link):
            return "track of two owners meets"
        if not other and link != OPEN_RUN and game.board.hexes[beyond].city < 0:
            return "a link ends in open land"
    return ""


def _links(game: HexRailways, s: Array) -> str:
    """RW-3.4: every link is one run from a city to another; ``joined`` says the same."""
    pieces, joined = _pieces(s), set[tuple[int, int, int]]()
    tiles = Counter(link for _, _, link, _ in pieces.values())
    for i in range(int(s["num_links"])):
        a, b, owner = int(s["link_a"][i]), int(s["link_b"][i]), int(s["link_owner"][i])
        joined |= {(owner, a, b), (owner, b, a)}
        if a == b or not (game.board.cities[a].in_play and game.board.cities[b].in_play):
            return "a link joins no two cities in play"
        ends = [end for end, piece in pieces.items() if piece[2] == i and _city_at(game, end) == a]
        if not any(_follow(game, pieces, end) == (b, int(s["link_tiles"][i]), owner) for end in ends):
            return "a link does not lead from city to city"
        if tiles[i] != 2 * s["link_tiles"][i]:
            return "a link has tiles aside"
    told = {(p, a, b) for p, row in enumerate(s["joined"].tolist()) for a, to in enumerate(row) for b in _bits(to)}
    return "" if told == joined else "the cities that links join are told wrongly"


def _bits(cities: int) -> list[int]:
    return [city for city in range(64) if cities >> city & 1]


def _city_at(game: HexRailways, end: tuple[int, int]) -> int:
    """The city beyond a side of a hex."""
    return game.board.hexes[game.board.beside[end[0]][end[1]]].city


def _follow(game: HexRailways, pieces: Pieces, end: tuple[int, int]) -> tuple[int, int, int]:
    """Where track leads from one of its ends: the city there, or -1; over how many tiles; whose it is."""
    tiles, owner = 0, pieces[end][1]
    while end in pieces:
        leave = pieces[end][0]
        tiles += 1
        city = _city_at(game, (end[0], leave))
        if city >= 0:
            return city, tiles, owner
        end = game.board.beside[end[0]][leave], (leave + 3) % 6
    return -1, tiles, owner


def _runs(game: HexRailways, s: Array) -> str:
    """RW-3.3: an open run begins in a city, and has its end in the list, unless it is being built."""
    pieces, ends = _pieces(s), set[tuple[int, int, int]]()
    for (hex, side), (_, owner, link, _) in pieces.items():
        beyond = game.board.beside[hex][side], (side + 3) % 6
        if link == OPEN_RUN and game.board.hexes[beyond[0]].city < 0 and beyond not in pieces:
            ends.add((*beyond, owner))
            if _follow(game, pieces, (hex, side))[0] < 0:
                return "an open run comes from no city"
    told = list(
        zip(*(s[name][: int(s["num_runs"])].tolist() for name in ("run_hex", "run_side", "run_owner")), strict=True)
    )
    building = s["phase"] in (phases.LAY, phases.PATH)
    here = {
        (
            int(s["current_place"]),
            int(s["enter_side"]),
            int(s["current_player"]) if s["phase"] == phases.LAY else RAILBOT,
        )
    }
    if len(set(told)) < len(told) or set(told) - ends or (ends - set(told)) - (here if building else set()):
        return "the open runs are told wrongly"
    return ""


def _cards(game: HexRailways, s: Array) -> str:
    """Every operations card is in the deck, or has been seen; those on display lie there once."""
    display, deck = (
        s["display"][: int(s["num_displayed"])].tolist(),
        s["deck"]["cards"][: int(s["deck"]["size"])].tolist(),
    )
    if len(set(display)) < len(display) or not all(s["card_seen"][card] for card in display):
        return "the display is told wrongly"
    if len(set(deck)) < len(deck) or any(s["card_seen"][card] for card in deck):
        return "a card of the deck has been seen"
    if game.params["solo"][0] and len(display) > s["display_capacity"]:
        return "the display holds too many cards (RS-3.6)"
    if game.params["solo"][0]:
        bots = [s[heap]["cards"][: int(s[heap]["size"])].tolist() for heap in ("railbot_deck", "removed_cards")]
        hidden = [card for heap in bots for card in heap]
        if sorted([*hidden, *(s["railbot_seen"] == 1).nonzero()[0].tolist()]) != list(range(25)):
            return "a Railbot card is missing, or there twice"
    return ""


# --- from one position to the next ----------------------------------------------------------------------------------


def broken_step(game: HexRailways, before: Array, after: Array, events: list[Event]) -> str:
    """What happened with money and points that no event tells of; empty if nothing did."""
    b, a = before[0], after[0]
    for p in range(int(game.params["num_companies"][0])):
        own = [event for event in events if event.player == p]
        if a["players"][p]["cash"] - b["players"][p]["cash"] != sum(_cash(event, b) for event in own):
            return "cash changes by what nothing tells"
        bonds = sum(event.data[0] for event in own if event.kind == event_kinds.BONDS)
        if a["players"][p]["bonds"] - b["players"][p]["bonds"] != bonds:
            return "bonds change by what nothing tells (RW-8.2)"
        points = sum(event.data[0] for event in own if event.kind == event_kinds.POINTS)
        if not a["terminated"] and a["scores"][p] - b["scores"][p] != points:
            return "points change by what nothing tells"
    return ""


def _cash(event: Event, before: Array) -> int:
    """The money that a seat gets or pays by an event: RW-8.1, RW-8.3, RW-2.4, RW-R10.2, RW-4.1, RW-4.4, RW-5.2,
    RS-7.4."""
    kind, data = event.kind, event.data
    gains = {
        event_kinds.BONDS: 5 * data[0],
        event_kinds.INCOME: data[0],
        event_kinds.WON_AUCTION: -data[0],
        event_kinds.DROPPED_OUT: -data[0],
        event_kinds.LAID: -data[3],
    }
    pays = {
        event_kinds.UPGRADED: data[1],
        event_kinds.URBANIZED: 0 if before["new_city_is_free"] else 10,
        event_kinds.WESTERN: 30,
        event_kinds.TAXED: data[0],
    }
    return gains.get(kind, 0) - pays.get(kind, 0)
