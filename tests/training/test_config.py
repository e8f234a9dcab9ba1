"""Configs of training runs: their errors, overrides, and those that come with railgym."""

import shlex
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("sb3_contrib")


from railgym.cli import main as command_line
from railgym.envs.catalog import make_game
from railgym.training.learn import train
from railgym.training.learn.config import ConfigError, load_config, shipped_configs
from railgym.training.learn.steps import step_configs


@pytest.mark.parametrize("name", shipped_configs())
def test_config__every_shipped_one_is_valid(name: str) -> None:
    """Configs in the package can be run: their games exist and take their options."""
    config = load_config(name)
    make_game(config.game, **config.options)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("game: x\ntimesteps: 5\nlane: 3", "num_envs"),
        ("game: x\ntimesteps: many", "timesteps"),
        ("game: x\ntimesteps: 5\nppo: {n_epoch: 3}", "n_epochs"),
        ("game: x\ntimesteps: 5\nname: ../mine", "mine.yaml:3: name is '../mine': write letters, digits, points"),
        ("- a\n- b", "expected keys"),
        ("game: [", "mine.yaml:1: no YAML: a bracket that is not closed"),
        ("game: x\nseed: 1\ntimesteps: 5\nseed: 2", "mine.yaml:4: seed is given twice, first in line 2"),
        ("game: x\nppo:\n  gamma: 1\n  gamma: 0.9\ntimesteps: 5", "mine.yaml:4: ppo.gamma is given twice"),
        ("game: x\nseed: two\ntimesteps: 5", "mine.yaml:2: seed is 'two': write a whole number of at least 0"),
        ("game: x\ntimesteps: 5\nppo: {gamma: 2}", "mine.yaml:3: ppo.gamma is 2: write a number above 0 and up to 1"),
        ("game: x\ntimesteps: 5\nhidden: [8, x]", r"mine.yaml:3: hidden\[1\] is 'x': write a whole number"),
        ("game: x\ntimesteps: 5\nhidden: [-3]", r"mine.yaml:3: hidden\[0\] is -3: write a whole number above 0"),
        ("game: x\ntimesteps: 5\nhidden: []", r"mine.yaml:3: hidden is \(?\[\]\)?: write at least 1 of them"),
        ("game: x\ntimesteps: 5\nthreads: 9999", "mine.yaml:3: threads is 9999: write a whole number"),
        (
            "game: x\ntimesteps: 5\nleague: {agents: {trained: .inf}}",
            "mine.yaml:3: league.agents.trained is inf: write a",
        ),
        ("game: x\ntimesteps: 5\nseed: 99999999999999", "mine.yaml:3: seed is 99999999999999: write a whole number"),
        ("game: x\ntimesteps: 5\nreward: much", "mine.yaml:3: reward is 'much': write keys with their values"),
        ("game: x", "mine.yaml:1: timesteps is missing: add it"),
        ("game: x\ntimestep: 5", "mine.yaml:2: timestep is unknown: did you mean timesteps"),
        ("game: x\ntimesteps: 5\nnum_envs: yes", "mine.yaml:3: num_envs is True: write a number, not true or false"),
        ("game: x\ntimesteps: 5\nhidden: [on]", r"mine.yaml:3: hidden\[0\] is True: write a number, not true or false"),
        ("game: x\ntimesteps: 5\nreward: {result: 0}", "mine.yaml:3: reward is .*: every reward is zero"),
        ("game: x\ntimesteps: 5\nppo: {batch_size: 1}", "mine.yaml:3: ppo is .*: a rollout of 32,768 decisions has a"),
        (
            "game: x\ntimesteps: 5\nlanes: 3\nppo: {n_steps: 43, batch_size: 128}",
            "mine.yaml:4: ppo is .*: a rollout of 129 decisions has a batch of a single one; change ppo.batch_size",
        ),
        ("game: x\ntimesteps: 5\n7: 5", "mine.yaml:3: 7 is unknown: there are: game, options, role"),
        (
            "game: x\ntimesteps: 5\nsteps:\n- seed: 2\n- ppo:\n    n_epoch: 1",
            r"mine.yaml:6: step 3: ppo.n_epoch is unknown: did you mean ppo.n_epochs\?",
        ),
        (
            "game: x\ntimesteps: 5\nsteps:\n- hidden: [8, 0]",
            r"mine.yaml:4: step 2: hidden\[1\] is 0: write a whole number above 0",
        ),
    ],
)
def test_config__error_names_file_and_key(tmp_path: Path, text: str, message: str) -> None:
    """A broken or foreign key gets one line with the file and what to write instead."""
    file = tmp_path / "mine.yaml"
    file.write_text(text)
    with pytest.raises(ConfigError, match=message) as caught:
        load_config(str(file))
    assert "mine.yaml" in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "words",
    [
        ("--override", "seed=5", "ppo.n_epochs=7"),
        ("--override", "seed=5", "--override", "ppo.n_epochs=7"),
        ("--override=seed=4", "--override=seed=5", "--override=ppo.n_epochs=7"),
    ],
)
def test_override__takes_several_keys_however_they_are_given(
    words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """And the result tells the command that gives the same."""
    ran: list[Any] = []
    monkeypatch.setattr(train, "run", lambda *arguments: ran.append(arguments) or Path("agent"))
    for again in range(2):
        assert command_line(["train", "demo.yaml", *words]) == 0
        config, command = ran[again][0], ran[again][4]
        assert (config.seed, config.ppo.n_epochs) == (5, 7)
        words = tuple(shlex.split(command)[3:])


def test_config__override_reaches_nested_keys() -> None:
    """--override ppo.n_epochs=7 changes that key alone."""
    config = load_config("demo.yaml", ["ppo.n_epochs=7"])
    assert config.ppo.n_epochs == 7
    assert config.ppo.n_steps == load_config("demo.yaml").ppo.n_steps


@pytest.mark.parametrize(
    ("overrides", "message"),
    [
        (["num_envs=16", "num_envs=abc"], "override 'num_envs=abc': num_envs is 'abc': write a whole number above 0"),
        (["league.agents.a.b=1"], "override 'league.agents.a.b=1': league.agents.a is .*: write a number"),
        (["seed=two:"], "override 'seed=two:': seed is 'two:': write a whole number of at least 0"),
        (["league.pastt=1"], "league.pastt is unknown: did you mean league.past\\?"),
        (["n_epochs=1"], r"n_epochs is unknown: did you mean ppo.n_epochs or imitation.n_epochs\?"),
        (["ppo.every=1"], r"ppo.every is unknown: did you mean league.exploiters.every or eval.every\?"),
        (["num_players=3"], r"num_players is unknown: did you mean options.num_players\?"),
        (["hidden=[0]"], r"hidden\[0\] is 0: write a whole number above 0"),
        (["=5"], "override '=5': write key=value"),
        (["seed.part=5"], "override 'seed.part=5': 'seed' has no parts"),
    ],
)
def test_override__that_is_wrong_is_the_one_that_is_named(overrides: list[str], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        load_config("demo.yaml", overrides)


def test_override__fills_a_part_that_is_left_empty(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text("game: x\ntimesteps: 5\nimitation: null")
    config = load_config(str(tmp_path / "mine.yaml"), ["imitation.timesteps=7"])
    assert config.imitation and config.imitation.timesteps == 7


def test_config__is_a_shipped_one_only_by_its_mere_name() -> None:
    """A path that leads nowhere is not taken for a shipped file of that name."""
    assert load_config("demo.yaml", ["timesteps=1e6"]).timesteps == 1_000_000
    with pytest.raises(ConfigError, match=r"no file 'nowhere/demo.yaml'"):
        load_config("nowhere/demo.yaml")


def test_config__that_is_a_folder_is_refused_and_the_one_in_it_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"is a folder; give a YAML file$"):
        load_config(str(tmp_path))
    (tmp_path / "config.yaml").touch()
    with pytest.raises(ConfigError, match=r"is a folder; for the config in it write .*config\.yaml"):
        load_config(str(tmp_path))


def test_former_names_of_keys__are_accepted_with_a_line_each(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(
        "game: ticket_to_ride_card_v0\ntimesteps: 512\nlanes: 16\nimitation:\n  teacher: greedy\npanel: {games: 30}\n"
    )
    config = load_config(str(file), ["panel.bots=[random]", "lanes=8"])
    assert (config.num_envs, config.eval.bots, config.eval.games) == (8, ("random",), 30)
    assert config.imitation and config.imitation.expert == "greedy"
    assert capsys.readouterr().err.splitlines() == [
        f"{file}:3: lanes is called num_envs now",
        f"{file}:6: panel is called eval now",
        f"{file}:5: imitation.teacher is called imitation.expert now",
    ]
    file.write_text("game: ticket_to_ride_card_v0\ntimesteps: 512\nlanes: 0\n")
    with pytest.raises(ConfigError, match=r"mine.yaml:3: num_envs is 0"):
        load_config(str(file))
    file.write_text("game: ticket_to_ride_card_v0\ntimesteps: 512\nlanes: 16\nnum_envs: 16\n")
    with pytest.raises(ConfigError, match="the key lanes is called num_envs now; give one of them"):
        load_config(str(file))


def test_former_names_of_keys__are_accepted_in_steps(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text("game: ticket_to_ride_card_v0\ntimesteps: 512\nsteps:\n- lanes: 16\n- panel: {games: 30}\n")
    _, two, three = step_configs(load_config(str(file)), tmp_path)
    assert (two.num_envs, three.num_envs, three.eval.games) == (16, 16, 30)
