"""Fields declared once: the record and the ranges that follow from them."""

import numpy as np
import pytest
from toy_game.game import NightMail
from toy_game.state import STATE

from railgym.envs.core.decks import UNKNOWN
from railgym.envs.core.errors import ArgumentError
from railgym.envs.core.notation_decks import Deck
from railgym.envs.core.notation_kinds import Counts, Each, Field, Flag, ListOf, Members, Name, Number, Parts
from railgym.envs.core.position import Position
from railgym.envs.core.ranges import FLAG, Range
from railgym.envs.core.records import cards_left, field_ranges, hidden_cards, record_fields

KINDS = ("coal", "mail", "milk")
SEAT = Parts(
    [Field("hand", Counts("hand", "wagon", KINDS, 9), "wagons"), Field("cash", Number("cash", 0, 900), "cash")]
)
FIELDS = [
    Field("open", Flag("open"), "whether it is open"),
    Field("top", Name("top", "wagon", KINDS, {-1: None, UNKNOWN: "hidden"}), "the top wagon"),
    Field("sold", Members("sold", "wagon", KINDS), "wagons that are sold"),
    Field("players", Each("players", SEAT, 2), "the players"),
    Field("pile", Deck("pile", "wagon", KINDS, ["a", "b"], capacity=5), "the pile"),
]


def test_record__holds_every_field_in_the_smallest_type() -> None:
    dtype = np.dtype(record_fields(FIELDS))
    assert [dtype[name].str for name in ("open", "top", "sold")] == ["|i1", "<i2", "|i1"]
    assert (dtype["players"].shape, dtype["players"].base["hand"].shape) == ((2,), (3,))
    assert dtype["players"].base["cash"].str == "<i2"
    assert dtype["pile"]["cards"].shape == (5,)


def test_kind__without_a_field_of_its_own_is_refused() -> None:
    with pytest.raises(TypeError, match="ListOf declares no field of a record"):
        record_fields([Field("way", ListOf("way", "wagon", KINDS), "a way")])


def test_ranges__follow_from_the_fields() -> None:
    ranges = field_ranges(FIELDS, np.dtype(record_fields(FIELDS)))
    assert ranges["open"] == FLAG
    assert ranges["top"] == Range(-1, UNKNOWN)
    assert ranges["sold"] == Range(0, 7)
    assert (ranges["players.hand"], ranges["players.cash"]) == (Range(0, 9), Range(0, 900))
    assert (ranges["pile.size"], ranges["pile.cards"]) == (Range(0, 5), Range(0, 2, -1))


def test_position__outside_a_declared_range_is_refused() -> None:
    game = NightMail()
    record = game.rules.new_state(1)
    record["players"]["derailments"][0, 1] = 3
    with pytest.raises(ArgumentError, match=r"players\[1\]\.derailments is 3, and must be 0 to 2"):
        Position(game, record)


def test_cards_left__are_those_that_no_place_holds() -> None:
    record = np.zeros(1, STATE)[0]
    record["players"]["hand"][0] = [1, 0, 2, 0]
    record["players"]["hand"][1] = [1, 0, 0, 0]
    record["deck"]["size"], record["deck"]["cards"][:2] = 2, [3, UNKNOWN]
    record["drawn"] = 1
    left = cards_left([2, 2, 2, 2], "players.hand", "drawn", "deck")
    assert left(record) == [1, 3]
    record["drawn"] = UNKNOWN
    assert left(record) == [1, 1, 3]


@pytest.mark.parametrize("seats", [1, 2, 3, 6])
def test_card_of_every_player__is_held_once(seats: int) -> None:
    """A card and counts by kind are told apart by the field, however many players and kinds there are."""
    fields = [Field("contract", Name("contract", "wagon", KINDS, {-1: None, UNKNOWN: "hidden"}), "a card")]
    fields += SEAT.fields
    record = np.zeros(1, record_fields([Field("players", Each("players", Parts(fields), seats), "the players")]))[0]
    record["players"]["contract"] = [2, UNKNOWN, -1, 0, 0, 1][:seats]
    record["players"]["hand"][0] = [1, 1, 0]
    held = np.array([1, 1, 0]) + np.bincount([2, 0, 0, 1][: 1 + max(seats - 3, 0)], minlength=3)
    left = cards_left([4, 4, 4], "players.contract", "players.hand")(record)
    assert np.bincount(left, minlength=3).tolist() == (4 - held).tolist()
    assert hidden_cards("players.contract")(record) == (seats > 1)


def test_hidden_cards__are_counted_in_decks_hands_and_single_cards() -> None:
    record = NightMail(num_players=3).new_position(1).view(0).record[0].copy()
    assert hidden_cards("players.hand", "drawn")(record) == 6
    assert hidden_cards("deck")(record) == 24 - 9
    record["drawn"] = UNKNOWN
    assert hidden_cards("players.hand", "drawn")(record) == 7
