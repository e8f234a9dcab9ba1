"""Why something is not to be had now, in words."""

import numpy as np
import pytest
from railways_of_the_world.eager_play import positions
from railways_of_the_world.tables import Table, railbot, railways
from reading import reading

from railgym.envs.core.errors import IllegalActionError
from railgym.envs.railways_of_the_world.game import HexRailways
from railgym.envs.railways_of_the_world.rules import phases


def refused(table: Table) -> dict[str, str]:
    """What may be looked for in vain, by its label, and why."""
    return {table.game.actions.labels[a]: why for a, why in reading(table.game, table.state).likely_illegal().items()}


def test_engine__of_level_8_is_the_best() -> None:
    table = Table(railways())
    assert "upgrade the engine" not in refused(table)
    table.seat(0)["engine"] = 8
    assert refused(table)["upgrade the engine"] == "the engine has level 8, the best"
    with pytest.raises(IllegalActionError, match="the engine has level 8, the best"):
        table.play("upgrade the engine")


def test_cubes__need_links_and_an_engine() -> None:
    """By plan and by steps: without a link, and where the engine does not bring them far enough."""
    table = Table(railways())
    table.cubes("Alvesta", black=1)
    label = "deliver the black cube of Alvesta"
    assert refused(table)[label] == "none of your links leads out of Alvesta"
    table.join(0, "Alvesta", "Hässleholm")
    table.join(0, "Hässleholm", "Malmö")
    why = "no black city is within 1 link of Alvesta, the first one yours"
    assert refused(table)[label] == refused(table)["load a black cube in Alvesta"] == why
    table.seat(0)["engine"] = 2
    assert label not in refused(table)
    assert "deliver the red cube of Alvesta" not in refused(table)  # there is none


def test_urbanizing__needs_a_gray_city_and_a_tile() -> None:
    table = Table(railways())
    assert refused(table)["urbanize Stockholm"] == "Stockholm is red, not gray"
    assert "urbanize Alvesta" not in refused(table)
    table["tiles"] = 0
    assert refused(table)["urbanize Alvesta"] == "no New City tiles are left"


def test_color__that_is_used_up_is_refused() -> None:
    table = Table(railways())
    table["tiles"][1] = 0
    table.play("urbanize Alvesta")
    assert refused(table) == {"make it blue": "no New City tile of this color is left"}


def test_cards__have_to_be_on_display_and_of_use() -> None:
    table = Table(railways())
    first = table.game.actions.blocks["take"].start
    reasons = reading(table.game, table.state).likely_illegal()
    shown = table.game.display.words.shown(table.state[0])
    for i, card in enumerate(table.board.operations):
        if i not in shown:
            assert reasons[first + i] == "this card is not on display"
        elif card.kind == "speed_record":
            assert "for the first delivery over three links or more" in reasons[first + i]


def test_land_grant__is_used_for_track() -> None:
    table = Table(railways())
    assert refused(table)["use a land grant"] == "no land grant is held"
    table.seat(0)["grants"] = 1
    table.play("use a land grant")
    assert set(refused(table).values()) == {"a land grant is used: track has to be built with it"}
    assert "upgrade the engine" in refused(table)


def test_bids__have_to_be_higher() -> None:
    table = Table(railways())
    table["phase"], table["bid"], table["bidder"] = phases.AUCTION, 3, 1
    assert refused(table) == dict.fromkeys(["bid 1", "bid 2", "bid 3"], "the highest bid is $3,000")


def test_western_link__needs_a_link_there_and_is_built_once() -> None:
    table = Table(railways(map="eastern_us"))
    label = "build the western link of Kansas City"
    assert refused(table)[label] == "none of your links reaches Kansas City"
    table["western"][table.city("Kansas City")] = 1
    assert refused(table)[label] == "the western link of Kansas City is built already"


def test_insurance__needs_two_actions_and_the_token() -> None:
    table = Table(railbot())
    label = "insure against card 1 of the row"
    assert label not in refused(table)
    table.play("pass")
    assert refused(table)[label] == "Insurance takes the first two actions, and one is spent"
    table["part"], table["fresh"] = 1, 0
    assert refused(table)[label] == "Insurance comes before the Railbot's card"
    table["insured"] = table["row"][0]
    assert refused(table)[label] == "the Insurance token is on a card already"


def test_duel_barons__say_what_they_ask_for() -> None:
    table = Table(railbot(duel_barons=True))
    table["duel"], table["duel_owner"] = (0, 1, 2, 3), (-1, 6, 0, -1)
    reasons = refused(table)
    assert reasons["claim Benjamin P. Kranz"] == "not met: 2, 3, 4 hotels for 3, 4, 5 points"
    assert reasons["claim Caleb V. Kranz"] == "the Railbot has claimed this baron"
    assert reasons["claim Christopher L Tychoon"] == "player_0 has claimed this baron"


def why(table: Table, label: str) -> str:
    """Why an action is illegal now."""
    assert label not in table.legal
    return reading(table.game, table.state).why_illegal(table.game.actions.ids[label])


def test_link__tells_the_tiles_that_are_missing_in_this_turn() -> None:
    """RW-3.7: a link has to be finished in its turn."""
    table = Table(railways())
    table["round"], first = 2, table.game.actions.blocks["link"].start
    pair = int(np.flatnonzero(table["near_tiles"] > 4)[0])
    label = table.game.actions.labels[first + pair]
    tiles = int(table["near_tiles"][pair])
    assert why(table, label) == f"a {label} takes {tiles} tiles, and 4 can still be laid in this turn"
    table["near_tiles"][pair], table["near_stale"][pair] = 0, 0
    assert why(table, label) == f"no {label} that takes 2 actions at most can be built as the map stands"


def test_cube__that_is_not_there_is_not_delivered() -> None:
    table = Table(railways())
    table.cubes("Alvesta", black=1)
    assert why(table, "deliver the red cube of Alvesta") == why(table, "load a red cube in Alvesta")
    assert why(table, "load a red cube in Alvesta") == "Alvesta has no red cube"


def test_tiles__are_refused_by_what_lies_there() -> None:
    """RW-3.4, RW-3.5, RW-3.13: at the sides of a city, and in the hex that a run has come to."""
    table = Table(railways())
    first, board = table.game.actions.blocks["start"].start, table.board
    reasons = {}
    for action in range(first, table.game.actions.blocks["start"].stop):
        if table.game.actions.labels[action] not in table.legal:
            city, side = divmod(action - first, 6)
            beyond = board.beside[board.cities[city].hex][side]
            reasons[why(table, table.game.actions.labels[action])] = beyond
    assert any(text.startswith("the map ends to the") and beyond < 0 for text, beyond in reasons.items())
    table.play("build from Oslo to the west")
    assert why(table, "leave the run open") == "a run is left open once it has a tile in this action"
    assert why(table, "upgrade the engine").startswith("one action at a time: the run of track")
    table["track"][int(table["at"])] = 0, -1  # a piece from side 0 to side 3
    told = [why(table, f"lay {way}") for way in ("left", "straight on", "right") if f"lay {way}" not in table.legal]
    assert "track ends at that side of the hex already" in told


def test_cube_on_its_way__goes_where_it_can_still_be_delivered() -> None:
    """RW-6.1, RW-6.2, RW-6.3"""
    table = Table(railways())
    table.link(0, "Alvesta", "Hässleholm", "Malmö")
    table.link(1, "Hässleholm", "Kalmar")
    table.cubes("Alvesta", black=1)
    table.seat(0)["engine"] = 2
    table.play("load a black cube in Alvesta")
    assert why(table, "go to Kalmar") == (
        "none of your links leads from Alvesta to Kalmar, and the first has to be yours"
    )
    assert why(table, "pass").startswith("a seat passes in the auction or instead of an action")
    table.play("go to Hässleholm")
    assert why(table, "go to Alvesta") == "the cube was in Alvesta already, and comes to no city twice"
    assert why(table, "go to Kalmar") == "from Kalmar the cube comes to no black city with the links that are left"
    assert why(table, "go to Oslo") == "no link leads from Hässleholm to Oslo"


def test_choices_for_the_railbot__are_refused_by_its_cards_and_the_map() -> None:
    """RS-6.5, RS-7.6, RS-7.9: also where an agent makes them."""
    for table in (Table(railbot()), Table(railbot(railbot="agent"))):
        table.cubes("Alvesta", black=1)
        table["current"] = table.game.num_players - 1
        table["phase"], table["exhaust"][0] = phases.EXHAUST, 1
        assert why(table, "choose Alvesta") == "Alvesta has no red cube"
        assert why(table, "upgrade the engine") == "actions are taken once the Railbot's card is resolved"
        table["phase"], table["claimed"] = phases.CLAIM_LINE, 1
        line = table.game.actions.labels[table.game.actions.blocks["line"].start]
        name = line.removeprefix("claim ")
        assert why(table, line) == f"the major line {name} is taken: the Railbot has it"


def test_seat__that_plays_by_plans_is_told_so() -> None:
    table = Table(railways(actions=("plans", "full")))
    assert why(table, "build from Oslo to the west") == "this seat plays by plans, not tile by tile (option actions)"


@pytest.mark.parametrize("game", [railways(barons=True), railbot(duel_barons=True)], ids=["seats", "railbot"])
def test_refused__is_what_is_not_legal_and_can_be_told(game: HexRailways) -> None:
    told = 0
    for state in list(positions(game, 3))[::5]:
        mask, view = game.rules.legal(state), game.rules.view(state, int(state["current"][0]))
        reasons = reading(game, view).likely_illegal()
        assert reasons == reading(game, state).likely_illegal()
        assert all(
            not mask[action] and why and reading(game, view).action_words(action) for action, why in reasons.items()
        )
        told += len(reasons)
    assert told
