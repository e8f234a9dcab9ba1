"""The record of parameters that the kernels read: a board in arrays, and the numbers of the rules."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from railgym.envs.rail_baron_cards.actions import BUY, table
from railgym.envs.rail_baron_cards.board import (
    MAX_CARDS,
    MAX_CITIES,
    MAX_DOTS,
    MAX_RAILROADS,
    MAX_REGIONS,
    MAX_SECTIONS,
    Board,
    load_board,
)
from railgym.envs.rail_baron_cards.destination_tables import destination_tables
from railgym.envs.rail_baron_cards.options import RailBaronOptions
from railgym.envs.rail_baron_cards.rules.destinations import BY_DICE, DESTINATIONS
from railgym.envs.rail_baron_cards.rules.extra_owner import EXTRA_OWNERS
from railgym.envs.rail_baron_cards.state import SEATS
from railgym.envs.rail_baron_cards.track import track_of

__all__ = ["PARAMS", "build_params"]

PARAMS = np.dtype(
    [
        ("game", "u8"),  # GameOptions.identity
        ("num_players", "i8"),
        ("num_actions", "i8"),
        ("destinations", "i8"),  # of DESTINATIONS
        ("goal", "i8"),
        ("bids", "i8"),  # 0: each pays, 1: only the first, 2: none
        ("purchases", "i8"),  # the most on an arrival
        ("bonus_on_double_six", "i8"),
        ("dice_at_once", "i8"),
        ("home_swap", "i8"),
        ("own_track_fee", "i8"),
        ("extra_owner", "i8"),  # of EXTRA_OWNERS
        ("max_rounds", "i8"),
        ("full", "i8", (SEATS,)),
        ("num_railroads", "i8"),
        ("num_cities", "i8"),
        ("num_regions", "i8"),
        ("num_dots", "i8"),
        ("num_sections", "i8"),
        ("num_links", "i8"),
        ("cards", "i8"),  # in the deck, without reshuffle cards; by dice one for each city, none in the deck
        ("reshuffle_cards", "i8"),
        ("sell", "i8"),  # first ids of the blocks
        ("auction", "i8"),
        ("ride", "i8"),
        ("region", "i8"),
        ("step", "i8"),
        ("price", "i8", (MAX_RAILROADS,)),
        ("traffic", "f8", (MAX_RAILROADS,)),  # its share of the dots of shortest runs, see Track.traffic
        ("card_city", "i8", (MAX_CARDS,)),
        ("city_region", "i8", (MAX_CITIES,)),
        ("city_dot", "i8", (MAX_CITIES,)),
        ("city_copies", "i8", (MAX_CITIES,)),  # by dice the chance of each city in millionths
        ("total_copies", "i8"),
        ("city_odds", "i8", (MAX_CITIES,)),  # by dice: within its region
        ("region_odds", "i8", (MAX_REGIONS,)),  # by dice
        ("payout", "i4", (MAX_CITIES, MAX_CITIES)),  # dollars; by cards 0 inside a region
        ("away", "i2", (MAX_CITIES, MAX_DOTS)),  # the distance from a city in dots
        ("dot_railroads", "i8", (MAX_DOTS,)),  # the railroads that serve a dot, as a bit mask
        ("dot_sections", "i2", (MAX_DOTS + 1,)),  # where the sections of a dot begin in ``sections_at``
        ("sections_at", "i2", (2 * MAX_SECTIONS,)),
        ("dot_exits", "i2", (MAX_DOTS + 1,)),  # where the exits of a dot begin; inside a link it has none
        ("exit_link", "i2", (2 * MAX_SECTIONS,)),
        ("exit_dot", "i2", (2 * MAX_SECTIONS,)),  # where an exit leads
        ("exit_length", "i2", (2 * MAX_SECTIONS,)),  # in how many sections
        ("exit_railroad", "i2", (2 * MAX_SECTIONS,)),
        ("exit_backwards", "i1", (2 * MAX_SECTIONS,)),  # 1 if from the link's b to its a
        ("dot_link", "i2", (MAX_DOTS,)),  # the link around a dot, -1 for stations
        ("dot_place", "i2", (MAX_DOTS,)),  # how many sections a dot is from the link's a
        ("section_a", "i2", (MAX_SECTIONS,)),
        ("section_b", "i2", (MAX_SECTIONS,)),
        ("section_railroad", "i2", (MAX_SECTIONS,)),
        ("section_piece", "i2", (MAX_SECTIONS, 2)),
        ("piece_links", "i2", (2 * MAX_SECTIONS + 1,)),
        ("links_of_piece", "i2", (2 * MAX_SECTIONS,)),
        ("link_a", "i2", (MAX_SECTIONS,)),
        ("link_b", "i2", (MAX_SECTIONS,)),
        ("link_railroad", "i2", (MAX_SECTIONS,)),
        ("link_sections", "i2", (MAX_SECTIONS + 1,)),
        ("sections_of_link", "i2", (MAX_SECTIONS,)),
    ]
)


def build_params(options: RailBaronOptions) -> np.ndarray[Any, Any]:
    """The parameters of a game: an array of one record of dtype ``PARAMS``, with the railroads and prices of the board
    (RB-2.2) and one card for each copy of a city and no other (RB-2.1, RB-7.6); by dice, with the odds and payoffs of
    the board (RB-R15.5)."""
    board = load_board(options.board)
    params = np.zeros(1, PARAMS)
    record = params[0]
    options.write_params(record)
    record["bids"] = ("each", "first", "none").index(options.bids)
    record["destinations"] = DESTINATIONS.index(options.destinations)
    record["extra_owner"] = EXTRA_OWNERS.index(options.extra_owner)
    record["purchases"] = options.purchases_per_arrival or len(board.railroads) + 2
    record["full"][: options.num_players] = options.full
    blocks = table(board, True, options.by_dice).blocks
    assert blocks["buy"].start == BUY
    for name in ("sell", "auction", "ride", "step"):
        record[name] = blocks[name].start
    record["region"] = blocks["ride"].stop
    _fill_board(record, board)
    if record["destinations"] == BY_DICE:
        _fill_tables(record, board)
    else:
        _fill_cards(record, board)
    _fill_track(record, board)
    return params


def _fill_board(record: Any, board: Board) -> None:
    """Write the railroads and cities of a board."""
    record["num_railroads"] = len(board.railroads)
    record["num_cities"], record["num_regions"] = len(board.cities), len(board.regions)
    record["price"][: len(board.railroads)] = [railroad.price for railroad in board.railroads]
    for i, city in enumerate(board.cities):
        record["city_region"][i], record["city_dot"][i] = city.region, city.dot


def _fill_cards(record: Any, board: Board) -> None:
    """Write the cards of a board and what they pay."""
    cities = range(len(board.cities))
    payouts = [[board.payout(i, j) for j in cities] for i in cities]
    _fill_destinations(record, [city.copies for city in board.cities], payouts)
    cards = [i for i in cities for _ in range(board.cities[i].copies)]
    record["cards"] = len(cards)
    record["card_city"][: len(cards)] = cards


def _fill_tables(record: Any, board: Board) -> None:
    """Write one card for each city, the odds of regions and cities, and the payoff chart."""
    tables = destination_tables(board)
    _fill_destinations(record, tables.millionths, tables.payoffs)
    record["cards"] = len(board.cities)
    record["card_city"][: len(board.cities)] = range(len(board.cities))
    record["city_odds"][: len(board.cities)] = tables.cities
    record["region_odds"][: len(board.regions)] = tables.regions


def _fill_destinations(record: Any, copies: Sequence[int], payouts: Sequence[Sequence[int]]) -> None:
    """Write how often each city is a destination, and what each run pays."""
    record["city_copies"][: len(copies)], record["total_copies"] = copies, sum(copies)
    record["payout"][: len(copies), : len(copies)] = payouts


def _fill_track(record: Any, board: Board) -> None:
    """Write the track of a board as the rules search it."""
    track = track_of(board)
    dots, links = range(len(board.dots)), track.links
    record["num_dots"], record["num_sections"], record["num_links"] = len(dots), len(board.sections), len(links)
    for i, section in enumerate(board.sections):
        record["section_a"][i], record["section_b"][i] = section.a, section.b
        record["section_railroad"][i] = section.railroad
        for dot in (section.a, section.b):
            record["dot_railroads"][dot] |= 1 << section.railroad
    record["section_piece"][: len(track.pieces)] = track.pieces
    record["dot_link"] = -1
    for i, link in enumerate(links):
        record["link_a"][i], record["link_b"][i], record["link_railroad"][i] = link.a, link.b, link.railroad
        for place, dot in enumerate(link.dots, 1):
            record["dot_link"][dot], record["dot_place"][dot] = i, place
    _fill_lists(record, "dot_sections", "sections_at", track.sections_at)
    _fill_lists(record, "link_sections", "sections_of_link", [list(link.sections) for link in links])
    exits = [[i for i, link in enumerate(links) for end in (link.a, link.b) if end == dot] for dot in dots]
    _fill_lists(record, "dot_exits", "exit_link", exits)
    for dot in dots:
        for i in range(record["dot_exits"][dot], record["dot_exits"][dot + 1]):
            link = links[record["exit_link"][i]]
            record["exit_dot"][i] = link.b if link.a == dot else link.a
            record["exit_length"][i], record["exit_railroad"][i] = len(link.sections), link.railroad
            record["exit_backwards"][i] = link.a != dot
    num_pieces = 1 + max(max(pair) for pair in track.pieces)
    of_piece: list[list[int]] = [[] for _ in range(num_pieces)]
    for i, link in enumerate(links):
        for piece in {piece for section in link.sections for piece in track.pieces[section] if piece >= 0}:
            of_piece[piece].append(i)
    _fill_lists(record, "piece_links", "links_of_piece", of_piece)
    record["away"][: len(board.cities), : len(dots)] = track.from_cities
    record["traffic"][: len(board.railroads)] = track.traffic


def _fill_lists(record: Any, starts: str, entries: str, lists: list[list[int]]) -> None:
    """Write lists one after another: list i is ``entries[starts[i]:starts[i + 1]]``."""
    flat = [entry for row in lists for entry in row]
    record[entries][: len(flat)] = flat
    record[starts][: len(lists) + 1] = np.cumsum([0, *map(len, lists)])
