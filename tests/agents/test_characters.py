"""Characters: named opponents of every game, the agents that play them, and how their styles show."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from railgym.agents.characters import (
    LEVELS,
    Character,
    about,
    agent_name,
    character_of,
    characters_of,
    playable,
    played_by,
)
from railgym.agents.human.names import LONGEST_NAME
from railgym.agents.registry import make_agent, parse_agent
from railgym.agents.scripted import scripted_bots
from railgym.envs.catalog import GAMES, make_game
from railgym.envs.core.batch import run_matches
from railgym.envs.core.errors import OptionsError, RoleError, UnknownNameError
from railgym.envs.core.game import PLAYER
from railgym.training.evaluate.habits import compare
from railgym.training.evaluate.matches import paired_seeds, play_games
from railgym.training.evaluate.suite.definition import load_suite

PAGE = Path(__file__).parents[2] / "docs" / "results" / "characters.md"
EVERYONE = [(id, character) for id, entry in GAMES.items() for character in characters_of(entry)]
NAMED = pytest.mark.parametrize(("id", "character"), EVERYONE, ids=[f"{id}-{who.key}" for id, who in EVERYONE])
STYLED = [(id, character) for id, character in EVERYONE if character.habit]
CLEAR = 4.0  # standard errors
ROLE: dict[str, dict[str, Any]] = {PLAYER: {}, "railbot": {"railbot": "agent"}}


# --- the tables ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("id", GAMES)
def test_every_game__has_three_to_six_characters_from_beginner_to_expert(id: str) -> None:
    found = characters_of(GAMES[id])
    assert 3 <= len(found) <= 6
    for role in {character.role for character in found}:
        levels = [LEVELS.index(character.level) for character in found if character.role == role]
        assert levels == sorted(levels) and (levels[0], levels[-1]) == (0, len(LEVELS) - 1)


@pytest.mark.parametrize("id", GAMES)
def test_names__can_be_told_apart_and_fit_into_a_seat(id: str) -> None:
    found = characters_of(GAMES[id])
    assert len({character.key for character in found}) == len({character.name for character in found}) == len(found)
    assert all(len(character.name) <= LONGEST_NAME and character.key.isalpha() for character in found)


@NAMED
def test_character__is_made_by_its_code(id: str, character: Character) -> None:
    """And has the code of its own."""
    agent = make_agent(character.code, make_game(id, **ROLE[character.role]), character.role)
    assert agent.code == character.code
    assert agent_name(character.code, id) == character.name
    assert about(character.code, id).startswith(f"{character.level}, {character.style}: {character.name} ")


def test_wrong_codes__are_refused_in_one_line() -> None:
    game = make_game("ticket_to_ride_card_v0")
    with pytest.raises(UnknownNameError, match=r"^ticket_to_ride_card_v0 has no character 'nel'; did you mean .*nell"):
        make_agent("character:nel", game)
    with pytest.raises(UnknownNameError, match=r"^rail_baron_cards_v0 has no character 'nell'; there are: otto, mae"):
        character_of("rail_baron_cards_v0", "nell")
    with pytest.raises(UnknownNameError, match=r"^write the name of a character"):
        parse_agent("character")
    with pytest.raises(UnknownNameError, match=r"has no agent 'planner:bold'; it has .*planner:robber"):
        make_agent("planner:bold", game)
    with pytest.raises(RoleError, match="'railbot:-1' plays as railbot"):
        make_agent("character:ben", make_game("railbot_v0", railbot="agent"))


def test_other_codes__stay_as_they_are() -> None:
    game = make_game("ticket_to_ride_card_v0")
    assert [played_by(code, game) for code in ("trained:0.4", "character:nell")] == ["trained:0.4", "planner:robber"]
    assert agent_name("planner", game.id) == "planner" and about("planner", game.id) == ""


@pytest.mark.parametrize("id", GAMES)
def test_playable__are_those_whose_agents_the_game_has(id: str) -> None:
    """Of a role, with any number of seats."""
    entry = GAMES[id]
    for count in range(entry.fewest, entry.most + 1):
        try:
            game = make_game(id, num_players=count)
        except OptionsError:
            continue  # another option is needed for so many
        for character in playable(game, PLAYER):
            make_agent(character.code, game)
        scripted = [character for character in characters_of(entry) if parse_agent(character.agent).bot]
        assert {character.key for character in scripted} <= {character.key for character in playable(game, PLAYER)}


# --- in games -----------------------------------------------------------------------------------------------------


def test_matches__play_characters_of_bots_in_compiled_code() -> None:
    """With the very results of the bots."""
    game, seeds = make_game("ticket_to_ride_card_v0"), paired_seeds(3, 20)
    seating = np.tile([0, 1], (20, 1))
    found = play_games(game, ("character:nell", "character:ida"), seeds, seating)
    bots = scripted_bots(game)
    numbers = np.array([bots.number("planner:robber"), bots.number("greedy")])
    assert (found == run_matches(game, bots, seeds, numbers[seating])).all()


@pytest.mark.parametrize(("id", "character"), STYLED, ids=[f"{id}-{who.key}" for id, who in STYLED])
def test_style__shows_in_its_habit(id: str, character: Character) -> None:
    """Beside the planner in the same seat, on the same seeds."""
    games = 24 if "crayon_rails" in GAMES[id].where else 100
    found = compare(make_game(id), character, games, seed=5)
    assert found.errors > CLEAR if character.more else found.errors < -CLEAR, str(found)


# --- the ladders --------------------------------------------------------------------------------------------------


def test_suite__has_all_players_of_every_game() -> None:
    tables = {table.game: set(table.agents) for table in load_suite("characters").tables}
    players = {id: [who for who in characters_of(entry) if who.role == PLAYER] for id, entry in GAMES.items()}
    assert tables == {id: {who.code for who in found} for id, found in players.items()}


@pytest.mark.parametrize("id", GAMES)
def test_ladder__stands_in_the_documentation_and_agrees_with_the_levels(id: str) -> None:
    """A character of a higher level is not clearly weaker than one of a lower level: no interval lies below another."""
    section = PAGE.read_text(encoding="utf-8").partition(f"## {GAMES[id].title}\n")[2].partition("\n## ")[0]
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in section.splitlines() if "`character:" in line]
    by_code = {row[1].strip("`"): row for row in rows}
    players = [who for who in characters_of(GAMES[id]) if who.role == PLAYER]
    assert set(by_code) == {who.code for who in players}
    for weaker in players:
        assert by_code[weaker.code][2:4] == [weaker.level, weaker.style]
        for stronger in players:
            if LEVELS.index(weaker.level) < LEVELS.index(stronger.level):
                low = float(by_code[weaker.code][5].partition(" to ")[0])
                high = float(by_code[stronger.code][5].partition(" to ")[2])
                assert low < high, f"{weaker.name} is stronger than {stronger.name}"
