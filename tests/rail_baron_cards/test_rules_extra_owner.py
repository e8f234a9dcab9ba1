"""Variant: an extra owner without a train, who takes railroads of the bank by chance and charges for their use."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from given import given, legal, play, written
from rail_baron_cards.checker import pick
from rail_baron_cards.moves import ARRIVING, DONE, RIVAL, STOP, player, ride

from railgym.envs.catalog import make_game
from railgym.envs.core.errors import OptionsError
from railgym.envs.core.game import Game
from railgym.envs.core.position import Position

RIDE = "ride 1 dot, shortest route"
ALL = ["GLP", "MV", "BLS", "NSW", "IM", "GBS"]
Lines = Sequence[str]


def variant(extra_owner: str, **options: Any) -> Game:
    """The small board with an extra owner."""
    return make_game("rail_baron_cards_v0", **{"board": "small", "extra_owner": extra_owner, **options})


@pytest.fixture(scope="module")
def phantom() -> Game:
    return variant("phantom", actions="full")


@pytest.fixture(scope="module")
def government() -> Game:
    return variant("government", actions="full")


def taken(position: Position) -> list[str]:
    """The railroads of the extra owner."""
    found: list[str] = written(position)["taken"]
    return found


def arriving(game: Game, owns: Lines = (), others: Lines = (), **settings: Any) -> Position:
    """Seat 0 is one dot from Chicago, with the cash for every railroad, and its turn is the last of the round unless
    ``order`` says so."""
    mover = {**ARRIVING, "hand": ["Duluth"], "cash": 100_000, "railroads": owns}
    order = {"order": ["player_1", "player_0"]} if game.num_players == 2 else {}
    return given(game, players=[mover, {**RIVAL, "railroads": others}], pips=5, **{**order, **settings})


def riding(game: Game, way: str, extra: Lines, owns: Lines = (), cash: int = 20_000) -> tuple[Position, list[str]]:
    """Seat 0 has ridden a way from Chicago and stopped; what was said of it."""
    mover = {"run": ["Chicago", "Mankato"], "railroads": owns, "cash": cash}
    position = given(game, players=[mover, {"run": ["Milwaukee", "Duluth"]}], taken=extra, pips=12)
    ride(position, way)
    return position, play(position, STOP)


# --- what it takes -------------------------------------------------------------------------------------------------


def test_extra_owner__is_there_only_with_the_option(small: Game) -> None:
    """RB-R13.1: without it, railroads are the bank's until a player buys them."""
    position = arriving(small, ["GLP", "MV", "BLS"])
    play(position, RIDE, "buy NSW", DONE)
    assert player(position, 0)["railroads"] == ["GLP", "MV", "BLS", "NSW"]
    assert (position.record["owner"][0, :6] < 0).sum() == 2


@pytest.mark.parametrize("extra_owner", ["phantom", "government"])
def test_railroad__is_taken_by_chance(extra_owner: str) -> None:
    """RB-R13.1: whichever the bank has, in some game; always the same one in the same game."""
    game, found = variant(extra_owner), set()
    for key in range(1, 30):
        random = {"key": str(key)}
        lines = [taken(arrived(game, random)) for _ in range(2)]
        assert lines[0] == lines[1]
        found.update(lines[0])
    assert found == {"IM", "GBS"}


def arrived(game: Game, random: dict[str, Any]) -> Position:
    """Seat 0 has bought the fourth railroad of the game on the last arrival of the round."""
    position = arriving(game, ["GLP"], ["MV", "BLS"], random=random)
    play(position, RIDE, "buy NSW", DONE)
    return position


def test_phantom__takes_a_railroad_after_four_purchases_and_then_after_every_two() -> None:
    """RB-R13.2: at once, so that the rest of this arrival has fewer to buy from."""
    game = make_game("rail_baron_cards_v0", extra_owner="phantom")
    mover = {"run": ["Chicago", "Louisville"], "hand": ["Seattle"], "cash": 150_000}
    position = given(game, players=[mover, {"run": ["Miami", "Denver"]}], phase="purchase")
    sizes = []
    for line in ("RF&P", "B&M", "NYNH&H", "D&RGW", "ACL", "SAL", "WP", "N&W"):
        told = play(position, next(a for a in (f"buy {line}", "buy RF&P", "buy L&N") if a in legal(position)))
        assert ("the phantom takes" in " ".join(told)) == (len(sizes) in (3, 5, 7))
        sizes.append(len(taken(position)))
        assert not {f"buy {other}" for other in taken(position)} & legal(position)
    assert sizes == [0, 0, 0, 1, 1, 2, 2, 3]


def test_phantom__does_not_count_railroads_sold_to_the_bank(phantom: Game) -> None:
    """RB-R13.2: four were bought and one was sold again; the next purchase is the fourth once more, for which the
    phantom has taken its railroad already."""
    position = arriving(phantom, ["GLP", "MV"], ["BLS"], taken=["GBS"])
    play(position, RIDE, "buy NSW")
    assert taken(position) == ["GBS"]
    position = arriving(phantom, ["GLP", "MV"], ["BLS"])
    play(position, RIDE, "buy NSW")
    assert len(taken(position)) == 1


def test_phantom__takes_nothing_on_an_arrival_without_a_purchase(phantom: Game) -> None:
    """RB-R13.2: only purchases count, not turns."""
    position = arriving(phantom, ["GLP", "MV"], ["BLS"])
    play(position, RIDE, DONE)
    assert taken(position) == []


@pytest.mark.parametrize(("order", "number"), [(["player_1", "player_0"], 1), (["player_0", "player_1"], 0)])
def test_government__takes_a_railroad_when_the_last_in_the_order_has_arrived(
    government: Game, order: list[str], number: int
) -> None:
    """RB-R13.4: after the purchases, whether there were any or not; arrivals of the others give it nothing."""
    for purchases in (["buy IM"], []):
        position = arriving(government, order=order)
        play(position, RIDE, *purchases)
        assert taken(position) == []
        told = play(position, DONE)
        assert len(taken(position)) == number
        assert any("the government takes" in words for words in told) == bool(number)
        assert not set(taken(position)) & set(player(position, 0)["railroads"])


def test_government__takes_a_railroad_on_the_arrival_of_the_last_who_is_still_in() -> None:
    """RB-R13.4: a bankrupt player at the end of the order does not keep it away."""
    game = variant("government", num_players=3)
    for out, number in (({}, 0), ({"out": 1}, 1)):
        mover = {**ARRIVING, "hand": ["Duluth"]}
        position = given(game, players=[mover, {**RIVAL}, out], order=["player_1", "player_0", "player_2"], pips=5)
        play(position, RIDE, DONE)
        assert len(taken(position)) == number


def test_government__takes_nothing_without_an_arrival(government: Game) -> None:
    """RB-R13.4: a train on its way changes nothing."""
    position = arriving(government)
    play(position, STOP)
    assert taken(position) == []


def test_extra_owner__takes_nothing_when_the_bank_has_nothing(government: Game) -> None:
    """RB-R13.1: all railroads belong to players."""
    position = arriving(government, ALL[:3], ALL[3:])
    play(position, RIDE, DONE)
    assert taken(position) == []
    assert position.current_player == 1


# --- what it charges -----------------------------------------------------------------------------------------------


def test_fee_of_the_phantom__is_shared_by_the_other_player_and_the_bank(phantom: Game) -> None:
    """RB-R13.3: an owner's 5,000, of which 2,500 go to each; the rider pays nothing to themselves."""
    position, told = riding(phantom, "GLP: Chicago - D23", ["GLP", "BLS"])
    assert position.scores == (15_000, 22_500)
    assert told[-4:-1] == [
        "player_0 owes $5,000 for track of the phantom",
        "player_0 pays $2,500 to the bank",
        "player_0 pays $2,500 to player_1",
    ]


def test_fee_of_the_phantom__is_10_000_once_every_railroad_is_owned(phantom: Game) -> None:
    """RB-R13.3: its own railroads count as owned."""
    position, _ = riding(phantom, "GLP: Chicago - D23", ["GLP", "BLS"], ["MV", "NSW", "IM", "GBS"])
    assert position.scores == (10_000, 25_000)


def test_fee_of_the_phantom__is_one_for_all_its_railroads(phantom: Game) -> None:
    """RB-R13.3: as for any owner; the bank's thousand comes on top of it."""
    position, _ = riding(phantom, "GLP: Chicago - D26", ["GLP"])
    assert position.scores == (15_000, 22_500)
    way = given(
        phantom,
        players=[{"run": ["Chicago", "Mankato"]}, {"run": ["Milwaukee", "Duluth"]}],
        taken=["GLP", "BLS"],
        pips=12,
    )
    ride(way, "GLP: Chicago - D26", "BLS: D26 - Chicago", "IM: Chicago - D24")
    play(way, STOP)
    assert way.scores == (14_000, 22_500)


def test_fee_of_the_government__goes_to_the_bank(government: Game) -> None:
    """RB-R13.5: an owner's 5,000, of which no player has anything."""
    position, told = riding(government, "GLP: Chicago - D23", ["GLP"])
    assert position.scores == (15_000, 20_000)
    assert told[1:3] == ["player_0 owes $5,000 for track of the government", "player_0 pays $5,000 to the bank"]


def test_debtor__of_the_extra_owner_sells_and_goes_bankrupt_as_for_any_debt(phantom: Game) -> None:
    """RB-R13.3, RB-R8.1, RB-R8.4: the shares are due to the bank and the other player, who get what there is."""
    position, _ = riding(phantom, "GLP: Chicago - D23", ["GLP"], ["GBS"], cash=2_000)
    assert position.phase == "sell a railroad"
    play(position, "sell GBS to the bank")
    assert position.is_over
    assert position.scores == (0, 22_000)


def test_railroad__just_taken_counts_as_the_banks_until_the_turn_ends(government: Game) -> None:
    """RB-R13.6: the last player arrived over the railroad that is taken, and pays the bank's thousand."""
    position = arriving(government, ["MV", "BLS", "NSW", "IM", "GBS"])
    told = play(position, RIDE, DONE)
    assert taken(position) == ["GLP"]
    assert "player_0 pays $1,000 to the bank" in told


def test_train__keeps_the_banks_rate_on_a_railroad_that_is_taken(government: Game) -> None:
    """RB-R13.6: as after a purchase; so does the mover, whose turn is over before the fee has risen."""
    position = arriving(government, ["MV", "NSW", "IM", "GBS"], ["BLS"])
    play(position, RIDE, DONE)
    assert taken(position) == ["GLP"]
    assert player(position, 0)["keeps_bank_rate"] == ["GLP"]


# --- the rest ------------------------------------------------------------------------------------------------------


def test_railroad__of_the_extra_owner_is_not_for_sale(phantom: Game) -> None:
    """RB-R13.1: it has no train, and keeps what it has; the reason names it."""
    position = arriving(phantom, taken=["GLP"])
    play(position, RIDE)
    assert "buy GLP" not in legal(position)
    assert position.why_illegal(phantom.actions.ids["buy GLP"]) == "the phantom owns it, not the bank"


@pytest.mark.parametrize(
    ("extra_owner", "seats", "message"),
    [
        ("phantom", 3, "option extra_owner='phantom': a phantom is for 2 players, not 3: give 'government', or seat 2"),
        ("government", 6, "option extra_owner='government': a government takes the place of a player: give"),
        ("bank", 2, "option extra_owner='bank': give 'none', 'phantom' or 'government'"),
    ],
)
def test_extra_owner__that_has_no_place_is_refused(extra_owner: str, seats: int, message: str) -> None:
    """RB-R13.2, RB-R13.4: the phantom is for two, and the government for five at most."""
    with pytest.raises(OptionsError) as error:
        variant(extra_owner, num_players=seats)
    assert str(error.value).startswith(message)


def test_observation__shows_the_extra_owner_in_the_place_after_the_last_seat(phantom: Game) -> None:
    """RB-R13.1: for either player; the width is that of games without one."""
    position = arriving(phantom, ["IM"], ["MV"], taken=["GLP"])
    for seat in (0, 1):
        observation, _ = phantom.rules.observe(position.record, seat)
        owners = phantom.observation_layout.split(observation)["railroads"][:, :7]
        assert np.flatnonzero(owners[ALL.index("GLP")]).tolist() == [2]
        assert np.flatnonzero(owners[ALL.index("IM")]).tolist() == [seat]
        assert np.flatnonzero(owners[ALL.index("MV")]).tolist() == [1 - seat]
    assert len(observation) == make_game("rail_baron_cards_v0", board="small").observation_layout.size


def test_position__is_read_and_written_with_what_was_taken(phantom: Game) -> None:
    """RB-R13.1: and with what is due to the extra owner."""
    position = arriving(phantom, ["IM"], taken=["GLP"], due={"phantom": 5_000})
    again = Position.from_dict(phantom, position.to_dict())
    assert again.record.tobytes() == position.record.tobytes()
    assert taken(again) == ["GLP"]


def test_sheets__name_what_the_extra_owner_has(government: Game) -> None:
    """RB-R13.1: in words, and in pictures of both kinds."""
    position = arriving(government, taken=["GLP", "IM"])
    text = position.view().describe()
    assert "railroads of the government" in text
    assert position.view().svg() and position.view().chart()


@pytest.mark.parametrize("options", [{"extra_owner": "phantom"}, {"extra_owner": "government", "num_players": 4}])
def test_random_board__is_played_to_the_end_with_an_extra_owner(options: dict[str, Any]) -> None:
    """RB-R13.1: whatever the number of its railroads."""
    game = make_game("rail_baron_cards_v0", board="random:3:size=small", goal=100_000, **options)
    rng, took = np.random.default_rng(1), 0
    for seed in range(3):
        state = game.rules.new_state(seed)
        while not state["terminated"][0]:
            game.rules.apply(state, pick(game, game.rules.legal(state), rng, "eager"))
        took += int((state["owner"][0] == game.num_players).sum())
    assert took > 0
