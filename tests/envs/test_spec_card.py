"""The generated tables, and the environment pages that quote them."""

import inspect
import pickle
import sys
from importlib import import_module
from importlib.resources import files

import pettingzoo
import processes
import pytest

from railgym.envs.catalog import GAMES, make_game
from railgym.envs.spec_card import (
    action_table,
    facts_table,
    observation_table,
    observation_tables,
    options_table,
    spec_card,
)

HEADINGS = (
    "### Observation Space",
    "#### Legal Actions Mask",
    "### Action Space",
    "### Rewards",
    "### Starting State",
    "### Episode End",
    "### Arguments",
    "### Usage",
    "### Version History",
)


@pytest.mark.parametrize("id", GAMES)
def test_environment_page__quotes_the_generated_tables(id: str) -> None:
    """The module's docstring is the page; its tables are those of the code, under the headings PettingZoo uses."""
    page, game = import_module(f"railgym.envs.{id}").__doc__ or "", make_game(id)
    assert facts_table(game) in page
    assert action_table(game) in page
    assert options_table(game) in page
    places = [page.index(heading) for heading in HEADINGS]
    assert places == sorted(places)


@pytest.mark.parametrize("id", [id for id in GAMES if GAMES[id].fewest > 1])
def test_readme_of_a_game__quotes_the_spec_card(id: str) -> None:
    game = make_game(id)
    _, _, tables = spec_card(game).partition("\n")
    assert tables.strip() in files(game.package).joinpath("README.md").read_text(encoding="utf-8")


def test_readme_of_railways__has_the_options_of_the_railbot() -> None:
    """Its other tables are on its environment page alone."""
    game = make_game("railbot_v0")
    assert options_table(game) in files(game.package).joinpath("README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("id", GAMES)
def test_environment_page__has_a_usage_that_runs(id: str) -> None:
    page = import_module(f"railgym.envs.{id}").__doc__ or ""
    code = page.split("```python\n")[1].split("```")[0]
    if "pettingzoo.make" in code and not hasattr(pettingzoo, "make"):
        pytest.skip("this PettingZoo has no registry")
    exec(compile(code, id, "exec"), {})


def test_tables__have_a_row_for_every_block_and_piece() -> None:
    game = make_game("ticket_to_ride_card_v0")
    assert "| 2..11 | draw_face_up | draw the face-up black .. draw the face-up locomotive |" in action_table(game)
    layout = game.observation_layout
    assert len(observation_table(layout).splitlines()) == 2 + len(list(layout))
    assert f"..{layout.size - 1} |" in observation_table(layout).splitlines()[-1]
    assert game.actions.hash in spec_card(game)


def test_tables__of_further_encoders_tell_only_what_they_add() -> None:
    game = make_game("rail_baron_cards_v0")
    told = set[str]()
    for layout, table in observation_tables(game):
        rows = table.splitlines()[2:]
        assert [row.endswith(" as above |") for row in rows] == [piece.name in told for piece in layout]
        told |= layout.pieces.keys()
        assert rows[-1] in spec_card(game) and layout.hash in spec_card(game)


def test_command__prints_a_card_or_one_line_of_error() -> None:
    command = [sys.executable, "-m", "railgym.envs.spec_card"]
    card = processes.run([*command, "ticket_to_ride_card_solo_v0"], check=True, capture_output=True, text=True)
    assert card.stdout == spec_card(make_game("ticket_to_ride_card_solo_v0")) + "\n"
    wrong = processes.run([*command, "ticket_to_ride"], check=False, capture_output=True, text=True)
    assert wrong.returncode == 2
    assert wrong.stderr.startswith("railgym: unknown game 'ticket_to_ride'; did you mean")


@pytest.mark.parametrize("id", GAMES)
def test_functions_of_a_module__describe_themselves_and_can_be_pickled(id: str) -> None:
    """``help(module.env)`` tells about the environment, and not about how the function is made."""
    module = import_module(f"railgym.envs.{id}")
    assert inspect.getdoc(module.env).startswith(f"A PettingZoo AEC environment of {GAMES[id].title}.")
    for function in (module.env, module.raw_env):
        assert inspect.isfunction(function) and pickle.loads(pickle.dumps(function)) is function
        assert "illegal action" in inspect.getdoc(function)
