"""The variant with a pool of demands: one pool for all players, and loads that lock demands."""

from functools import cache
from typing import Any

import numpy as np
import pytest
from crayon_rails.moves import DONE, LONG, end_turn, good, in_force, offers
from given import given, play, written

from railgym.agents.registry import make_agent
from railgym.envs.core.errors import ArgumentError, IllegalActionError, OptionsError
from railgym.envs.core.position import Position
from railgym.envs.crayon_rails.game import CrayonRails, EmpireBuilder, ResourcefulRails

COAL = "Coal to Alder"
POOL = [COAL, "Fish to Gorse", "Timber to Birch"]
DISCARD = "discard the hand"
AT_COAL = {"train": "Dogwood", "track": ["Dogwood - 8.0"]}
LINKED = "a player has linked the major cities and has the money to win"
FOUND = {  # the cards that these names stand for
    "coal": "Coal to Alder for 6; Grain to Ivy for 7; Tools to Gorse for 8",
    "fish": "Fish to Gorse for 12; Timber to Fir for 11; Iron to Birch for 10",
    "timber": "Tools to Alder for 9; Timber to Birch for 6; Coal to Cedar for 7",
}


@cache
def pooled(**options: Any) -> CrayonRails:
    """A game for three on the small map, milepost by milepost, with a pool."""
    return EmpireBuilder(**{"map": "test", "num_players": 3, "demands": "pool", "actions": "full"} | options)


def at_alder(*loads: list[str], **more: Any) -> Position:
    """A position with all trains in Alder, with these loads, and the cards of ``POOL``."""
    return given(pooled(), **{"players": [{"train": "Alder", "loads": each} for each in loads], "pool": POOL} | more)


def locks(position: Position) -> dict[str, str]:
    """Who has locked the demands of each good."""
    found: dict[str, str] = written(position)["locks"]
    return found


def closed(position: Position, name: str) -> list[bool]:
    """For which players the demands of a good are closed."""
    return (position.record["players"]["closed_goods"][0] >> good(position, name) & 1).astype(bool).tolist()[:3]


# --- the pool -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [EmpireBuilder, ResourcefulRails])
def test_pool__is_an_option(kind: type[CrayonRails]) -> None:
    """EB-R16.6: without it players have hands, and nothing is locked."""
    assert kind().options.demands == "hand"
    position = kind(map="test").new_position(1)
    assert "pool" not in written(position) and not position.record["players"]["closed_goods"].any()


@pytest.mark.parametrize("kind", [EmpireBuilder, ResourcefulRails])
def test_pool__is_one_for_all_players(kind: type[CrayonRails]) -> None:
    """EB-R16.6: three cards, the same for each player, and no event among them; all others are in the deck."""
    game = kind(num_players=6, demands="pool", events=True)
    for seed in range(20):
        position = game.new_position(seed)
        cards, events = position.record["players"]["cards"][0, :6], len(game.board.events)
        assert (cards == cards[0]).all() and (position.record["players"]["num_cards"][0, :6] == 3).all()
        assert len(written(position)["pool"]) == 3 and "cards" not in written(position)["players"][0]
        assert len(written(position)["deck"]) == 136 + events - 3


def test_pool__decides_nothing_about_the_order_of_play() -> None:
    """EB-R16.6, EB-3.9: no player has the highest payout, so that each begins equally often; or the seats decide."""
    game = pooled(num_players=2)
    first = [game.new_position(seed).current_player for seed in range(200)]
    assert 70 < sum(first) < 130
    assert not any(pooled(order="seats").new_position(seed).current_player for seed in range(20))


@pytest.mark.parametrize("option", ["four_card_start", "extra_starting_cards"])
def test_pool__excludes_cards_to_choose_from(option: str) -> None:
    """EB-R16.6, EB-R16.1, RR-12.6"""
    with pytest.raises(OptionsError, match=f"demands='pool': {option} deals cards to players, who have none"):
        EmpireBuilder(demands="pool", **{option: True})


def test_delivery__takes_its_card_from_all_players() -> None:
    """EB-R16.6: the next card is for all, too."""
    position = at_alder(["Coal"], [], deck=["Iron to Fir", "..."])
    new = written(position)["deck"][0]
    play(position, "deliver Coal to Alder for 6")
    assert written(position)["pool"] == [FOUND["fish"], FOUND["timber"], new]
    assert (position.record["players"]["cards"][0, :3] == position.record["players"]["cards"][0, 0]).all()
    assert written(position)["used"] == [FOUND["coal"]] and position.scores == (56, 50, 50)


def test_pool__is_filled_through_events() -> None:
    """EB-R16.6, EB-5.30: an event drawn takes effect, and another card is drawn."""
    position = at_alder(["Coal"], [], deck=["Rail tax", "The Otter rises", "Iron to Fir", "..."])
    play(position, "deliver Coal to Alder for 6")
    assert len(written(position)["pool"]) == 3 and "The Otter rises" in in_force(position)


# --- locks --------------------------------------------------------------------------------------------------------


def test_load__locks_the_demands_of_its_good() -> None:
    """EB-R16.7: on all cards, and for the other players alone."""
    position = given(pooled(), players=[{"train": "Dogwood"}, {"train": "Alder"}], pool=POOL)
    assert locks(position) == {} and closed(position, "Coal") == [False] * 3
    play(position, "pick up Coal")
    assert locks(position) == {"Coal": "player_0"} and closed(position, "Coal") == [False, True, True]
    assert position.describe().count(", locked by player_0") == 2


def test_lock__is_that_of_the_first_who_took_the_good() -> None:
    """EB-R16.7: another player with the good may not deliver it; the words say why."""
    position = at_alder(["Coal"], ["Coal"], current_player="player_1", locks={"Coal": "player_0"})
    assert not offers_delivery(position)
    with pytest.raises(IllegalActionError, match="player_0 carries Coal and has locked its demands"):
        play(position, "deliver card 1, line 1")
    position = at_alder(["Coal"], ["Coal"], current_player="player_1", locks={"Coal": "player_1"})
    assert offers_delivery(position)


def offers_delivery(position: Position) -> bool:
    return any(position.action_words(action).startswith("deliver") for action in position.legal_actions)


@pytest.mark.parametrize(
    ("order", "holder"),
    [
        (["player_0", "player_1", "player_2"], "player_1"),
        (["player_2", "player_0", "player_1"], "player_1"),
        (["player_0", "player_2", "player_1"], "player_2"),
        (["player_1", "player_0", "player_2"], "player_2"),
    ],
)
def test_lock__passes_on_in_turn_order(order: list[str], holder: str) -> None:
    """EB-R16.7: to the next carrier in turn order, even if another carrier took the good earlier."""
    position = at_alder(["Coal"], ["Coal"], ["Coal"], order=order, deck=["Fish to Elm", "..."])
    assert locks(position) == {"Coal": "player_0"}
    play(position, "deliver Coal to Alder for 6")
    assert locks(position) == {"Coal": holder}


def test_lock__ends_with_the_last_load() -> None:
    """EB-R16.7: a player with two loads keeps it after one of them; then the demands are open for all."""
    position = at_alder(["Coal", "Coal"], [])
    play(position, "drop Coal")
    assert locks(position) == {"Coal": "player_0"}
    play(position, "drop Coal")
    assert locks(position) == {} and closed(position, "Coal") == [False] * 3


def test_lock__is_lost_by_a_derailment() -> None:
    """EB-R16.7, EB-5.42: it passes on even in the turn of a third player."""
    deck = ["Derailments around Birch and Gorse", "Fish to Elm", "..."]
    trains = [{"train": "Alder", "loads": ["Coal"]}, {"train": "Birch", "loads": ["Fish"]}, {"train": "Dogwood"}]
    position = given(pooled(), players=[*trains[:2], {**trains[2], "loads": ["Fish"]}], pool=POOL, deck=deck)
    assert locks(position) == {"Coal": "player_0", "Fish": "player_1"}
    play(position, "deliver Coal to Alder for 6")
    assert locks(position) == {"Fish": "player_2"}


def test_lock__holds_for_a_new_card() -> None:
    """EB-R16.7: a load that no card asked for when it was taken locks the demands of a later card."""
    position = given(
        pooled(),
        players=[{"train": "Alder", "loads": ["Coal"]}, {"train": "Elm", "loads": ["Fish"]}],
        pool=[COAL, "Timber to Birch", "Tools to Ivy"],
        deck=["Fish to Elm", "..."],
    )
    told = play(position, "deliver Coal to Alder for 6")
    assert "Fish to Elm" in told[-1] and closed(position, "Fish") == [True, False, True]
    assert [line for line in position.describe().splitlines() if "Fish to Elm for 9, locked by player_1" in line]


def test_late_payment__is_out_of_demands_that_are_not_locked() -> None:
    """EB-R16.7, EB-R16.2: a load for which another player has the lock pays no fee."""
    rider, rival = {"train": "Dogwood", "cash": 0, "loads": ["Coal"]}, {"train": "Elm", "loads": ["Coal"]}
    for holder in ("player_0", "player_1"):
        position = given(
            pooled(late_payment=True), players=[rider, {**rival, "track": LONG}], pool=POOL, locks={"Coal": holder}
        )
        assert bool(offers(position, "pay")) == bool(offers(position, "step")) == (holder == "player_0")


# --- discarding ---------------------------------------------------------------------------------------------------


def test_discarding__replaces_cards_without_locks_of_others() -> None:
    """EB-R16.8: a card that the player has locked goes, one with a demand that another player has locked stays."""
    position = at_alder(["Fish"], ["Grain"], deck=["Iron to Fir", "Tools to Ivy", "..."])
    drawn = written(position)["deck"][:2]
    told = play(position, DISCARD)
    assert written(position)["pool"] == [FOUND["coal"], *drawn]
    assert "player_0 discards 2 cards of the pool" in told and position.current_player == 1
    assert written(position)["used"] == [FOUND["timber"], FOUND["fish"]]


def test_discarding__needs_a_card_without_locks_of_others() -> None:
    """EB-R16.8"""
    position = at_alder([], ["Grain", "Fish"], ["Timber"])
    with pytest.raises(IllegalActionError, match="each card of the pool has a demand that another player has locked"):
        play(position, DISCARD)
    play(position, DONE)
    assert position.phase == "build"


# --- positions, observations, bots --------------------------------------------------------------------------------


def test_locks__are_written_where_the_first_carrier_has_none() -> None:
    """EB-R16.7: the default is the first who carries the good, from the player whose turn it is."""
    position = at_alder(["Coal"], ["Coal"])
    assert "locks" not in position.to_dict()
    other = at_alder(["Coal"], ["Coal"], locks={"Coal": "player_1"})
    assert other.to_dict()["locks"] == {"Coal": "player_1"}
    assert Position.from_dict(pooled(), other.to_dict()) == other
    with pytest.raises(ArgumentError, match=r"locks\.Coal: player_2 carries no Coal: name a player who carries it"):
        at_alder(["Coal"], ["Coal"], locks={"Coal": "player_2"})


@pytest.mark.parametrize("encoder", ["vector", "plans", "nodes"])
def test_observation__has_the_locks_of_a_pool(encoder: str) -> None:
    """EB-R16.7: by demand, the observer first; without a pool there is no such piece."""
    assert "locks" not in [piece.name for piece in EmpireBuilder(map="test").encoded_by(encoder).observation_layout]
    position = at_alder(["Coal"], ["Fish"])
    game = pooled().encoded_by(encoder)
    goods = [position.game.display.words.demand(card, line)[1] for card in cards(position) for line in range(3)]
    for player in range(3):
        seen = game.observation_layout.split(game.rules.encode(game.rules.view(position.record, player), player))
        expected = np.zeros((9, 6))
        for name, holder in (("Coal", 0), ("Fish", 1)):
            expected[[i for i, there in enumerate(goods) if there == good(position, name)], (holder - player) % 3] = 1
        assert (seen["locks"] == expected).all() and seen["locks"].any()


def cards(position: Position) -> list[int]:
    found: list[int] = position.game.display.words.hand(position.record["players"][0, 0])
    return found


@pytest.mark.parametrize("code", ["greedy", "planner"])
def test_bots__take_no_load_whose_demands_another_player_has_locked(code: str) -> None:
    """EB-R16.7: in whole games, in which they could take such loads."""
    game = pooled(actions="plans", majors=2, goal=80, num_players=4)
    agent, could = make_agent(code, game), 0
    for seed in range(6):
        position = game.new_position(seed)
        while not position.is_over:
            player = position.current_player
            closed_goods = int(position.record["players"]["closed_goods"][0, player])
            agent.reset(player, seed)
            action, block = agent.act(position.view(player)), game.actions.blocks["pick up"]
            taken = {name for name in range(block.stop - block.start) if closed_goods >> name & 1}
            could += any(position.is_legal(block.start + name) for name in taken)
            assert action - block.start not in taken
            position.play(action)
        assert position.end_reason == LINKED
    assert could > 20


@pytest.mark.parametrize(
    ("rival", "pay"),
    [
        ({"train": "Juniper"}, 6),  # farther away than the observer
        (AT_COAL, 3),
        ({**AT_COAL, "loads": ["Fish", "Fish"]}, 6),  # without room
        ({"train": "Juniper", "loads": ["Grain"]}, 3),  # who has locked another demand of the card
    ],
)
def test_plans__count_half_of_what_a_rival_may_take(rival: dict[str, Any], pay: int) -> None:
    """EB-R16.7: a load that is not on board yet may be taken; the plan is to fetch coal and bring it to Alder."""
    game = pooled(actions="plans", num_players=2).encoded_by("plans")
    observer = {"train": "Alder", "track": LONG[:1], "cash": 0}
    position = given(game, players=[observer, rival], pool=POOL)
    plan = game.observation_layout.split(game.rules.encode(game.rules.view(position.record, 0), 0))["plan"]
    assert round(100 * float(plan[6])) == pay


def test_end_of_turn__keeps_the_locks() -> None:
    """EB-R16.7"""
    position = at_alder(["Coal"], ["Fish"])
    end_turn(position, 3)
    assert locks(position) == {"Coal": "player_0", "Fish": "player_1"}
