"""Railways of the World in words: actions that can be told apart and read back, events, and whole positions."""

import re
from collections import Counter
from functools import cache

import numpy as np
import pytest
from given import given
from given import play as steps
from railways_of_the_world.eager_play import play, positions
from railways_of_the_world.games import ALVESTA, links, railbot, railways
from reading import reading, view_of

from railgym.envs.core.display import and_listed, count
from railgym.envs.core.events import EVERYONE, Event
from railgym.envs.core.game import Array
from railgym.envs.core.header import PUBLIC
from railgym.envs.core.position import Position
from railgym.envs.railways_of_the_world import event_kinds
from railgym.envs.railways_of_the_world.display.words_names import money
from railgym.envs.railways_of_the_world.display.words_railbot import DUEL_EFFECTS, DUEL_GOALS, LASTING
from railgym.envs.railways_of_the_world.event_kinds import EVENT_KINDS
from railgym.envs.railways_of_the_world.game import HexRailways
from railgym.envs.railways_of_the_world.names import UNIVERSAL_BARONS
from railgym.envs.railways_of_the_world.rules import phases
from railgym.envs.railways_of_the_world.state import HIDDEN, NO_CARD

OPTIONS = {
    "two": lambda: railways(barons=True),
    "five": lambda: railways(map="eastern_us", num_players=5, barons=True),
    "railbot": lambda: railbot(duel_barons=True),
    "slots": lambda: railbot(railbot="agent", railbot_power="slot", duel_barons=True),
}
FORMS = tuple(OPTIONS)


def game_of(form: str) -> HexRailways:
    game: HexRailways = OPTIONS[form]()
    return game


@cache
def played(form: str, seed: int) -> tuple[tuple[Array, int, list[Event]], ...]:
    return tuple(play(game_of(form), seed, 400))


def names_of(game: HexRailways, state: Array) -> dict[int, str]:
    """The words of all legal actions."""
    return {int(a): reading(game, state).action_words(int(a)) for a in np.flatnonzero(game.rules.legal(state))}


# --- actions ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", FORMS)
def test_action_words__come_back_as_their_action(form: str) -> None:
    """No two legal actions have the same words; they read alike in a view, and leave the position alone."""
    game, seen = game_of(form), Counter[str]()
    for state, action, _ in played(form, 1)[::15]:
        before = state.tobytes()
        names = names_of(game, state)
        assert len(set(names.values())) == len(names)
        seen.update(game.actions.block_of(a).name for a in names)
        assert names_of(game, game.rules.view(state, int(state["current_player"][0]))) == names
        assert reading(game, state).action_id(names[action]) == action
        assert reading(game, state).action_id(game.actions.labels[action]) == action
        assert state.tobytes() == before
    assert {"link", "take", "start", "urbanize"} <= set(seen)


@pytest.mark.parametrize("form", FORMS)
def test_action_words__of_what_is_played_say_what_it_leads_to(form: str) -> None:
    """Prices of tiles, the link that is finished, the delivery with its points."""
    game, words, kinds = game_of(form), game_of(form).display.words, Counter[str]()
    for state, action, events in played(form, 1):
        block, told = game.actions.block_of(action).name, ""
        if block not in ("link", "lay", "deliver", "go", "upgrade", "bid"):
            continue
        told, data = reading(game, state).action_words(action), {e.kind: e.data for e in reversed(events)}
        kinds[block] += 1
        if block in ("link", "lay") and state["phase"][0] < phases.PICK_SLOT:
            laid = [e.data for e in events if e.kind == event_kinds.LAID]
            assert money(sum(cost for *_, cost in laid)) in told
            finished = any(e.kind == event_kinds.LINKED and e.player >= 0 for e in events)
            assert finished == ("all the way" in told or ", the link " in told)
        if event_kinds.DELIVERED in data and block in ("deliver", "go"):
            _, _, goal, links = data[event_kinds.DELIVERED]
            assert words.city(goal) in told and count(links, "link") in told and " point" in told
        if block == "upgrade":
            level, price, *_ = data[event_kinds.UPGRADED]
            assert f"to level {level} for {money(price)}" in told
    assert kinds["link"] and kinds["deliver"]


def words_of(position: Position) -> list[str]:
    """The words of all legal actions."""
    return [position.action_words(action) for action in position.legal_actions]


def test_words__tell_prices_and_the_bonds_that_they_take() -> None:
    names = set(words_of(given(railways())))
    assert "upgrade the engine to level 2 for $5,000, with 1 bond" in names
    assert "urbanize Alvesta for $10,000, with 2 bonds" in names
    position = given(railways(), players=[{"cash": 12}])
    names = set(words_of(position))
    assert {"upgrade the engine to level 2 for $5,000", "urbanize Alvesta for $10,000", "pass"} <= names
    steps(position, "urbanize Alvesta")
    assert "make Alvesta blue, 2 tiles left" in words_of(position)


COAST = {"links": links("Alvesta", "Hässleholm", "Malmö"), "cubes": {"Alvesta": {"black": 1}}}


def test_delivery__says_who_else_gains_and_over_whose_links_it_may_go() -> None:
    tracks = links("Alvesta", "Hässleholm") + links("Hässleholm", "Malmö", owner="player_1")
    position = given(railways(), **{**COAST, "links": tracks}, players=[{"engine": 2}])
    told = "deliver the black cube of Alvesta to Malmö over 2 links: 1 point, 1 to player_1"
    assert told in words_of(position)
    steps(position, "load a black cube in Alvesta")
    assert words_of(position) == ["go to Hässleholm, over a link of player_0"]
    steps(position, "go to Hässleholm")
    told = "go to Malmö, over a link of player_1: delivered over 2 links, 1 point, 1 to player_1"
    assert words_of(position) == [told]


def test_delivery__says_what_it_gives_beside_links() -> None:
    position = given(railways(), **COAST, players=[{"engine": 2}], display=["railroad era begins"])
    there = next(card.points for card in railways().board.operations if card.kind == "railroad_era_begins")
    told = f"over 2 links: {2 + there} points ({there} for the first delivery of the game)"
    assert any(told in words for words in words_of(position))


def test_link__says_what_it_takes_to_finish_it() -> None:
    """As when the same plan is played on; the price of the next turn is not announced."""
    game, longer, seen = railways(num_players=3), 0, railways(num_players=3).actions.blocks["link"]
    for state, _, _ in play(game, 5, 300):
        for action, words in names_of(game, state).items() if state["phase"][0] == phases.ACTION else ():
            if seen.start <= action < seen.stop and ", then " in words and state["round"][0] == 0:
                here, laid, player = state.copy(), [], state["current_player"].copy()
                while not any(here["link_owner"][0, int(state["num_links"][0]) : int(here["num_links"][0])] >= 0):
                    here["current_player"], here["phase"] = player, phases.ACTION
                    here["players"]["actions_left"][0, int(player[0])] = phases.ROUNDS
                    laid.append([e.data[3] for e in game.rules.apply(here, action) if e.kind == event_kinds.LAID])
                rest = [price for prices in laid[1:] for price in prices]
                assert f"then {count(len(rest), 'tile')} for {money(sum(rest))} in this turn" in words
                longer += 1
    assert longer > 20


def test_link__beside_an_own_one_is_told_as_such() -> None:
    for there, beside in (([], False), ([ALVESTA], True)):
        position = given(railways(), links=there)
        (link,) = [words for words in words_of(position) if words.startswith("link Alvesta - Hässleholm")]
        assert (", beside your link" in link) == beside


@pytest.mark.parametrize("game", [railways(actions="plans"), railbot(actions="plans", duel_barons=True)])
def test_words__of_games_by_plans_do_without_steps(game: HexRailways) -> None:
    for state, action, events in list(play(game, 2, 200))[::3]:
        view = game.rules.view(state, int(state["current_player"][0]))
        assert reading(game, view).action_words(action) and all(map(game.display.event_words, events))
        assert not any(game.rules.legal(view)[refused] for refused in reading(game, view).likely_illegal())
        assert reading(game, view).describe() and reading(game, view).svg()


def test_railbot__is_chosen_for_in_words() -> None:
    """Whatever is chosen for the Railbot says what it does."""
    game, seen = game_of("slots"), dict[int, set[str]]()
    for seed in range(3):
        for state, _, _ in played("slots", seed):
            if state["phase"][0] >= phases.PICK_SLOT:
                seen.setdefault(int(state["phase"][0]), set()).update(names_of(game, state).values())
    assert all(re.match(r"resolve card \d of the row: ", told) for told in seen[phases.PICK_SLOT])
    assert all(re.match(r"take a \w+ cube of \S+", told) for told in seen[phases.EXHAUST])
    assert all(told.startswith(("claim ",)) and " for the Railbot" in told for told in seen[phases.CLAIM_LINE])
    assert all(any(effect in told for effect in DUEL_EFFECTS) for told in seen[phases.CLAIM_BARON])


# --- events -----------------------------------------------------------------------------------------------------------

STOCKHOLM, OSLO, RED, BLACK = 0, 1, 0, 4
SENTENCES = {
    (event_kinds.KEPT, (0,)): "player_1 keeps a baron: most links, 5 points",
    (event_kinds.BID, (4,)): "player_1 bids $4,000",
    (event_kinds.DROPPED_OUT, ()): "player_1 drops out of the auction",
    (event_kinds.DROPPED_OUT, (2, 3)): "player_1 drops out of the auction, pays $2,000 and goes third",
    (event_kinds.PLACED, (2,)): "player_1 goes second",
    (event_kinds.WON_AUCTION, (12,)): "player_1 pays $12,000 and goes first",
    (event_kinds.PASSED, ()): "player_1 passes",
    (event_kinds.BONDS, (2,)): "player_1 takes 2 bonds for $10,000",
    (event_kinds.INCOME, (7,)): "player_1 gets $7,000 of income",
    (event_kinds.INCOME, (0,)): "player_1 gets no income",
    (event_kinds.INCOME, (-3,)): "player_1 pays $3,000 for bonds, beyond the income",
    (event_kinds.POINTS, (1, event_kinds.FOR_HOTEL)): "player_1 gains 1 point for a hotel",
    (event_kinds.POINTS, (-2, event_kinds.FOR_LINKS)): "player_1 loses 2 points for links of the delivery",
    (event_kinds.LINKED, (STOCKHOLM, OSLO, 5)): "player_1 finishes the link Stockholm - Oslo, 5 tiles",
    (event_kinds.REMOVED, (1,)): "player_1 loses 1 tile of track that was not finished",
    (event_kinds.UPGRADED, (3, 10)): "player_1 upgrades the engine to level 3 for $10,000",
    (event_kinds.URBANIZED, (OSLO, BLACK)): "player_1 makes Oslo a black city",
    (event_kinds.GREW, (OSLO, 2)): "player_1 lets Oslo grow by 2 cubes",
    (event_kinds.CUBE, (OSLO, RED)): "a red cube comes to Oslo",
    (event_kinds.WESTERN, (OSLO,)): "player_1 builds the western link of Oslo for $30,000",
    (
        event_kinds.DELIVERED,
        (RED, OSLO, STOCKHOLM, 3),
    ): "player_1 delivers a red cube from Oslo to Stockholm over 3 links",
    (event_kinds.EMPTIED, (OSLO,)): "Oslo gets an Empty City Marker",
    (event_kinds.FILLED, (OSLO,)): "Oslo loses its Empty City Marker",
    (event_kinds.LINE, (0,)): "player_1 completes the major line Stockholm - Malmö",
    (event_kinds.LAST_TURN, (14,)): "the game will end with turn 14",
    (event_kinds.REVEALED, (3, 4)): "player_1 reveals the baron for most money: 4 points",
    (event_kinds.TOOK_CUBE, (OSLO, RED)): "the Railbot takes a red cube of Oslo",
    (event_kinds.EXHAUSTED, (OSLO, RED)): "the Railbot exhausts a red cube of Oslo",
    (event_kinds.DEADHEAD, (4,)): "the display holds 4 cards from now on",
    (event_kinds.TAXED, (26,)): "player_1 has to pay $26,000 in tax",
    (event_kinds.BOT_LINE, (2,)): "the Railbot claims the major line Oslo - Bergen",
    (event_kinds.DUEL, (9, 5)): "player_1 claims Mark Dainty for 5 points",
    (event_kinds.BOT_DUEL, (9,)): "the Railbot claims Mark Dainty",
    (event_kinds.WON, (90,)): "player_1 wins with 90 points",
}
STARTS = {
    event_kinds.LAID: "player_1 lays a tile ",
    event_kinds.TOOK: "player_1 takes a card: ",
    event_kinds.ADDED: "a card comes on display: ",
    event_kinds.INSURED: "player_1 puts the Insurance token on a card of the row: ",
    event_kinds.FLIPPED: "the Railbot reveals a card: ",
    event_kinds.RESOLVED: "the Railbot resolves card 1 of the row: ",
    event_kinds.PUSHED: "a card is pushed off the display: ",
}


def event(kind: int, *data: int, player: int = 1, seen: int = EVERYONE) -> Event:
    return Event(kind, player, seen, (*data, 0, 0, 0, 0)[:4])


@pytest.mark.parametrize(("kind", "data"), SENTENCES)
def test_sentence__says_what_happened(kind: int, data: tuple[int, ...]) -> None:
    assert game_of("two").display.event_words(event(kind, *data)) == SENTENCES[kind, data]


def test_sentences__are_there_for_every_kind_and_no_other() -> None:
    game = game_of("two")
    assert {kind for kind, _ in SENTENCES} | set(STARTS) == set(range(len(EVENT_KINDS)))
    for kind, start in STARTS.items():
        told = game.display.event_words(event(kind))
        assert told.startswith(start) and len(told) > len(start) + 2
    with pytest.raises(ValueError, match="99"):
        game.display.event_words(event(99))


def test_sentences__of_the_railbot_name_it_and_those_of_its_win_the_target() -> None:
    game = game_of("railbot")
    assert game.display.event_words(event(event_kinds.LINKED, 0, 1, 4, player=-1)) == \
        "the Railbot finishes the link Stockholm - Oslo, 4 tiles"  # fmt: skip
    assert (
        game.display.event_words(event(event_kinds.WON, 93, player=-1))
        == "the Railbot wins: player_0 has 93 points, not 140 points"
    )
    assert game.display.event_words(event(event_kinds.RESOLVED, 0, 1, 1, player=-1)).startswith(
        "Insurance keeps the Railbot from resolving card 2 of the row: "
    )


def test_baron__that_is_kept_is_told_to_its_owner_alone() -> None:
    game = game_of("two")
    kept = event(event_kinds.KEPT, 5, seen=0b10)
    assert game.display.event_words(kept, 1) == "player_1 keeps a baron: most major lines, 5 points"
    assert game.display.event_words(kept, 0) == game.display.event_words(kept, PUBLIC) == "player_1 keeps a baron"


@pytest.mark.parametrize("form", FORMS)
def test_events__of_whole_games_have_sentences(form: str) -> None:
    game, kinds = game_of(form), set()
    for seed in range(2):
        for _, _, events in played(form, seed):
            for happened in events:
                told = game.display.event_words(happened)
                kinds.add(happened.kind)
                assert told and not re.search(r"[{}]|None|-1 |_links", told), told
    assert len(kinds) > 15


# --- positions --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", FORMS)
def test_description__holds_what_can_be_seen(form: str) -> None:
    game = game_of(form)
    board, words = game.board, game.display.words
    for state in list(positions(game, 2, 400))[::40]:
        view = game.rules.view(state, 0)
        text, v = reading(game, view).describe(), view[0]
        assert text.startswith(f"{reading(game, view).headline()}.\nTable: ") and "\n  to win: " in text
        assert "player_0 (you): " in text
        for p, name in enumerate(words.companies):
            seat = v["players"][p]
            said = text[re.search(rf"\n{name}( \(you\))?: {count(v['scores'][p], 'point')}", text).start() :]
            told = f"{money(seat['cash'])}, {count(seat['bonds'], 'bond')}, income {money(words.income(v, p))}"
            assert f"\n  money: {told}\n  engine: level {int(seat['engine'])}\n  links: " in said
        for i, city in enumerate(board.cities):
            [line] = [line for line in text.split("\n") if line.startswith(f"{city.name}, ")]
            assert f": {words.cubes(v['cubes'][i])}" in line
            assert ("Empty City Marker" in line) == bool(v["empty_marker"][i])
            linked = {other for o in words.owners for other in words.members(v["joined"][o, i])}
            assert all(board.cities[other].name in line for other in linked)
        for card in words.shown(v):
            assert words.card(card) in text
        for i in range(len(board.lines)):
            assert f"{words.line(i)} for {board.lines[i].points} (" in text
        for card in v["railbot_row"] if words.solo else ():
            assert card == NO_CARD or words.bot_card(card) in text
        for link in range(int(v["num_links"])):
            pair = words.pair(v["link_a"][link], v["link_b"][link])
            assert f"{pair} of {count(v['link_tiles'][link], 'tile')}" in text


@pytest.mark.parametrize("form", FORMS)
def test_description__says_nothing_that_is_hidden(form: str) -> None:
    """Worlds that differ in what the viewer cannot see are told alike, and no baron of others is named."""
    game = game_of(form)
    for state in list(positions(game, 3, 400))[:-1:60]:
        for viewer in (PUBLIC, 0, 1) if game.num_players > 1 else (PUBLIC, 0):
            view = game.rules.view(state, viewer)
            worlds = [game.rules.determinize(view, viewer, seed) for seed in range(3)]
            assert {view_of(game, world, viewer).describe() for world in worlds} == {reading(game, view).describe()}
            own = set(view["players"]["barons"][0, viewer].tolist()) if viewer >= 0 else set()
            for p in range(len(game.display.words.companies)):
                if p != viewer and view["players"]["barons"][0, p, 0] != NO_CARD:
                    assert view["players"]["barons"][0, p, 0] == HIDDEN
            named = {
                baron for baron, name in enumerate(UNIVERSAL_BARONS) if f": {name}" in reading(game, view).describe()
            }
            assert named <= own


def test_description__tells_what_the_railbot_is_about_to_do() -> None:
    barons = [
        {"name": "Mark Dainty", "owner": "railbot"},
        {"name": "Christopher L Tychoon", "owner": "player_0"},
        {"name": "Benjamin P. Kranz"},
    ]
    bot = {"row": ["NO02", "C02", "C07"], "insured": "C02", "effects": ["Mark Dainty"], "duel_barons": barons}
    there = {**COAST, "cubes": {"Alvesta": {"black": 1, "red": 1}}}
    said = given(railbot(duel_barons=True), **there, railbot=bot).describe().split("\n")
    assert "  card 1: links Kalmar - Alvesta - Malmö; now: builds Kalmar - Alvesta, " \
           "takes a black cube from Alvesta (1 point to player_0)" in said  # fmt: skip
    assert any(
        line.startswith("  card 2: exhaust ") and line.endswith(", insured: it will do nothing") for line in said
    )
    claimed = f"{DUEL_GOALS[9]}, of the Railbot: {DUEL_EFFECTS[9]}, claimed by the Railbot"
    assert f"  Duel Baron Mark Dainty: {claimed}" in said
    offered = f"{DUEL_GOALS[0]}; of the Railbot: {DUEL_EFFECTS[0]}; on offer"
    assert f"  Duel Baron Benjamin P. Kranz: {offered}" in said
    assert "  effects in force: a delivery to a red city gives 2 points less" in said
    assert any(line.startswith("  Insurance token: on exhaust ") for line in said)
    assert said[2] == "  to win: 140 points at the end, one less for each bond"


def test_open_runs__are_told_by_where_they_end() -> None:
    position = given(railways())
    steps(position, "build from Oslo to the west")
    assert position.headline().endswith("lay a tile (4 tiles left, from Oslo, $0 in cash)")
    steps(position, "lay straight on", "leave the run open")
    assert re.search(r"\n  links: 0, 1 open run \(ends .* near \w+, open to the [-a-z]+\)", position.describe())


@pytest.mark.parametrize("form", FORMS)
def test_finished_game__is_described_with_its_end(form: str) -> None:
    game = game_of(form)
    *_, last = positions(game, 1)
    text = reading(game, last).describe()
    assert text.startswith("Game over, ") and phases.END_REASONS[int(last["end_reason"][0])] in text.split("\n")[0]
    assert " win" in text.split("\n")[0]


def test_headline__tells_shared_wins_and_what_is_due() -> None:
    game = game_of("two")
    dealt = given(game, phase="keep a baron", year=0)
    assert dealt.headline() == "Before the first turn, player_0 to decide: keep a baron"
    auction = given(game, year=3, phase="bid for the first place", bid=4, bidder="player_1")
    assert auction.headline() == \
        "Turn 3, player_0 to decide: bid for the first place (highest bid: $4,000 by player_1; $0 in cash)"  # fmt: skip
    shared = given(game, over="all Empty City Markers were on the map")
    assert shared.headline().startswith("Game over, player_0 and player_1 share the win: ")
    assert and_listed(["Ann", "Bo", "Cy"]) == "Ann, Bo and Cy" and money(-3) == "-$3,000"


def test_duel_barons__have_goals_and_effects() -> None:
    assert len(DUEL_GOALS) == len(DUEL_EFFECTS) == 12 and len(set(DUEL_GOALS)) == len(set(DUEL_EFFECTS)) == 12
    assert len(LASTING) == 6
