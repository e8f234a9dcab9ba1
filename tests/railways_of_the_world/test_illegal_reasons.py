"""Why something is not to be had now, in words."""

import pytest
from given import given, play
from railways_of_the_world.eager_play import positions
from railways_of_the_world.games import ALVESTA, MALMO, against, changed, choices, have, links, railbot, railways
from reading import reading

from railgym.envs.core.errors import IllegalActionError
from railgym.envs.core.position import Position
from railgym.envs.railways_of_the_world.game import HexRailways

ONE_CUBE = {"Alvesta": {"black": 1}}


def refused(position: Position) -> dict[str, str]:
    """What may be looked for in vain, by its label, and why."""
    return {position.game.actions.labels[a]: why for a, why in position.likely_illegal().items()}


def why(position: Position, label: str) -> str:
    """Why an action is illegal now."""
    assert label not in choices(position)
    return position.why_illegal(position.game.actions.ids[label])


def test_engine__of_level_8_is_the_best() -> None:
    assert "upgrade the engine" not in refused(given(railways()))
    position = given(railways(), players=[{"engine": 8}])
    assert refused(position)["upgrade the engine"] == "the engine has level 8, the best"
    with pytest.raises(IllegalActionError, match="the engine has level 8, the best"):
        play(position, "upgrade the engine")


def test_cubes__need_links_and_an_engine() -> None:
    """By plan and by steps: without a link, and where the engine does not bring them far enough."""
    position, label = given(railways(), cubes=ONE_CUBE), "deliver the black cube of Alvesta"
    assert refused(position)[label] == "none of your links leads out of Alvesta"
    position = changed(position, links=[ALVESTA, MALMO])
    far = "no black city is within 1 link of Alvesta, the first one yours"
    assert refused(position)[label] == refused(position)["load a black cube in Alvesta"] == far
    position = have(position, engine=2)
    assert label not in refused(position)
    assert "deliver the red cube of Alvesta" not in refused(position)  # there is none


def test_urbanizing__needs_a_gray_city_and_a_tile() -> None:
    position = given(railways())
    assert refused(position)["urbanize Stockholm"] == "Stockholm is red, not gray"
    assert "urbanize Alvesta" not in refused(position)
    position = changed(position, new_city_tiles={})
    assert refused(position)["urbanize Alvesta"] == "no New City tiles are left"


def test_color__that_is_used_up_is_refused() -> None:
    position = given(railways(), new_city_tiles={"yellow": 2, "purple": 2, "black": 2})
    play(position, "urbanize Alvesta")
    assert refused(position) == {"make it blue": "no New City tile of this color is left"}


def test_cards__have_to_be_on_display_and_of_use() -> None:
    position = given(railways(), display=["hotel in Oslo", "speed record"])
    reasons = {words.split(", ")[1]: why for words, why in refused(position).items() if words.startswith("take card")}
    assert "for the first delivery over three links or more" in reasons.pop("speed record")
    others = {words.split(", ")[1] for words in railways().actions.labels if words.startswith("take card")}
    assert set(reasons) == others - {"hotel in Oslo", "speed record"}
    assert set(reasons.values()) == {"this card is not on display"}


def test_land_grant__is_used_for_track() -> None:
    assert refused(given(railways()))["use a land grant"] == "no land grant is held"
    position = given(railways(), players=[{"land_grants": 1}])
    play(position, "use a land grant")
    assert set(refused(position).values()) == {"a land grant is used: track has to be built with it"}
    assert "upgrade the engine" in refused(position)


def test_bids__have_to_be_higher() -> None:
    position = given(railways(), phase="bid for the first place", bid=3, bidder="player_1")
    assert refused(position) == dict.fromkeys(["bid 1", "bid 2", "bid 3"], "the highest bid is $3,000")


def test_western_link__needs_a_link_there_and_is_built_once() -> None:
    game, label = railways(map="eastern_us"), "build the western link of Kansas City"
    assert refused(given(game))[label] == "none of your links reaches Kansas City"
    position = given(game, western_links=["Kansas City"])
    assert refused(position)[label] == "the western link of Kansas City is built already"


def test_insurance__needs_two_actions_and_the_token() -> None:
    position, label = given(railbot(), **against("C02", "C03", "C04")), "insure against card 1 of the row"
    assert label not in refused(position)
    play(position, "pass")
    assert refused(position)[label] == "Insurance takes the first two actions, and one is spent"
    after = {"row": ["C02"], "part_of_turn": "after its card", "done_in_turn": "something"}
    assert refused(given(railbot(), railbot=after))[label] == "Insurance comes before the Railbot's card"
    position = given(railbot(), railbot={**after, "insured": "C02"})
    assert refused(position)[label] == "the Insurance token is on a card already"


def test_duel_barons__say_what_they_ask_for() -> None:
    barons = [
        {"name": "Benjamin P. Kranz"},
        {"name": "Caleb V. Kranz", "owner": "railbot"},
        {"name": "Christopher L Tychoon", "owner": "player_0"},
    ]
    reasons = refused(given(railbot(duel_barons=True), railbot={"duel_barons": barons}))
    assert reasons["claim Benjamin P. Kranz"] == "not met: 2, 3, 4 hotels for 3, 4, 5 points"
    assert reasons["claim Caleb V. Kranz"] == "the Railbot has claimed this baron"
    assert reasons["claim Christopher L Tychoon"] == "player_0 has claimed this baron"


def test_link__tells_the_tiles_that_are_missing_in_this_turn() -> None:
    """RW-3.7: a link has to be finished in its turn."""
    position, label = given(railways(), rounds_played=2), "link Bergen - Åndalsnes"
    assert why(position, label) == f"a {label} takes 6 tiles, and 4 can still be laid in this turn"
    position = changed(position, near_links={"Bergen - Åndalsnes": {"way": [], "price": None}})
    assert why(position, label) == f"no {label} that takes 2 actions at most can be built as the map stands"


def test_cube__that_is_not_there_is_not_delivered() -> None:
    position = given(railways(), cubes=ONE_CUBE)
    assert why(position, "deliver the red cube of Alvesta") == why(position, "load a red cube in Alvesta")
    assert why(position, "load a red cube in Alvesta") == "Alvesta has no red cube"


def test_tiles__are_refused_by_what_lies_there() -> None:
    """RW-3.4, RW-3.5, RW-3.13: at the sides of a city, and in the hex that a run has come to."""
    position, board = given(railways()), railways().board
    first, reasons = railways().actions.blocks["start"], {}
    for action in range(first.start, first.stop):
        if not position.is_legal(action):
            city, side = divmod(action - first.start, 6)
            reasons[position.why_illegal(action)] = board.beside[board.cities[city].hex][side]
    assert any(text.startswith("the map ends to the") and beyond < 0 for text, beyond in reasons.items())
    play(position, "build from Oslo to the west")
    assert why(position, "leave the run open") == "a run is left open once it has a tile in this action"
    assert why(position, "upgrade the engine").startswith("one action at a time: the run of track")
    step = {"at": "23,12", "enters_at": "east", "origin": "Kalmar"}  # where the link lies
    position = given(railways(), phase="lay a tile", links=[ALVESTA], step=step)
    assert why(position, "lay left") == "track ends at that side of the hex already"


def test_cube_on_its_way__goes_where_it_can_still_be_delivered() -> None:
    """RW-6.1, RW-6.2, RW-6.3"""
    tracks = links("Alvesta", "Hässleholm", "Malmö") + links("Hässleholm", "Kalmar", owner="player_1")
    position = given(railways(), links=tracks, cubes=ONE_CUBE, players=[{"engine": 2}])
    play(position, "load a black cube in Alvesta")
    first = "none of your links leads from Alvesta to Kalmar, and the first has to be yours"
    assert why(position, "go to Kalmar") == first
    assert why(position, "pass").startswith("a seat passes in the auction or instead of an action")
    play(position, "go to Hässleholm")
    assert why(position, "go to Alvesta") == "the cube was in Alvesta already, and comes to no city twice"
    assert why(position, "go to Kalmar") == "from Kalmar the cube comes to no black city with the links that are left"
    assert why(position, "go to Oslo") == "no link leads from Hässleholm to Oslo"


@pytest.mark.parametrize("who", ["deck", "agent"])
def test_choices_for_the_railbot__are_refused_by_its_cards_and_the_map(who: str) -> None:
    """RS-6.5, RS-7.6, RS-7.9: also where an agent makes them."""
    game = railbot(railbot=who)
    choosing = {"current_player": game.seat_names[-1], "cubes": {**ONE_CUBE, "Oslo": {"red": 1}}}
    exhaust = {"phase": "choose where a cube is exhausted", "railbot": {"exhaust": {"red": 1}}}
    position = given(game, **choosing, **exhaust)
    assert why(position, "choose Alvesta") == "Alvesta has no red cube"
    assert why(position, "upgrade the engine") == "actions are taken once the Railbot's card is resolved"
    line = "Stockholm - Malmö"
    claim = {"phase": "choose the major line that the Railbot claims", "claimed_lines": [line]}
    assert (
        why(given(game, **choosing, **claim), f"claim {line}") == f"the major line {line} is taken: the Railbot has it"
    )


def test_seat__that_plays_by_plans_is_told_so() -> None:
    position = given(railways(actions=("plans", "full")))
    assert why(position, "build from Oslo to the west") == "this seat plays by plans, not tile by tile (option actions)"


@pytest.mark.parametrize("game", [railways(barons=True), railbot(duel_barons=True)], ids=["seats", "railbot"])
def test_refused__is_what_is_not_legal_and_can_be_told(game: HexRailways) -> None:
    told = 0
    for state in list(positions(game, 3))[::5]:
        mask, view = game.rules.legal(state), game.rules.view(state, int(state["current_player"][0]))
        reasons = reading(game, view).likely_illegal()
        assert reasons == reading(game, state).likely_illegal()
        assert all(
            not mask[action] and why and reading(game, view).action_words(action) for action, why in reasons.items()
        )
        told += len(reasons)
    assert told
