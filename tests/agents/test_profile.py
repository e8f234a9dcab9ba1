"""The profile of a person: its file, the command that shows it, and games at the terminal that count in it."""

import json
import sys
from io import StringIO
from pathlib import Path

import numpy as np
import pytest
from rich.console import Console

from railgym.agents.adaptive import AdaptiveAgent
from railgym.agents.adaptive.profile import LAST, Played, Profile, ProfileFile, Record, key_of
from railgym.agents.adaptive.sitting import Sitting
from railgym.agents.human.play import PlayArgs, main
from railgym.agents.human.screen import Screen
from railgym.agents.registry import make_agent
from railgym.cli import main as command_line
from railgym.envs.catalog import make_game
from railgym.envs.core.errors import ReplayError
from railgym.envs.core.game import Game

pytest.importorskip("onnxruntime")

CARD = "ticket_to_ride_card_v0"
Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of the test's own, which nothing has been written to."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    return tmp_path / "data" / "railgym"


@pytest.fixture(scope="module")
def two() -> Game:
    return make_game(CARD)


def record(**changes: object) -> Record:
    return Record(game=CARD, options={}, strength=1.5, deviation=0.5).model_copy(update=changes)


def play(*lines: str, seats: str = "human,adaptive", **others: Path) -> str:
    """A game at the terminal with these lines typed, all that was shown."""
    out = StringIO()
    screen = Screen(make_game(CARD), Console(file=out, width=200, highlight=False))
    new = {} if "resume" in others else {"game": CARD, "seats": seats, "seed": 3}
    assert main(PlayArgs(**new, **others, quiet=True), screen, StringIO("".join(f"{line}\n" for line in lines))) == 0
    return out.getvalue()


WHOLE_GAME = ["1"] * 2000  # always the first move in the list


# --- the file -----------------------------------------------------------------------------------------------------


def test_file__is_read_as_it_was_written(folder: Path) -> None:
    game = Played(date="2030-01-02T03:04:05+00:00", opponent="adaptive", level=0.25, result=0.5)
    profile = Profile(on=False, records={"a": record(games=1, wins=0.5, last=(game,))})
    assert ProfileFile().load() == (Profile(), "")
    ProfileFile().save(profile)
    assert ProfileFile().load() == (profile, "")
    assert [path.name for path in folder.iterdir()] == ["profile.json"]


@pytest.mark.parametrize("given", ["", "relative/folder"])
def test_file__lies_in_the_home_folder_unless_a_whole_path_is_given(
    given: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", given)
    assert ProfileFile().path == Path.home() / ".local" / "share" / "railgym" / "profile.json"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("not JSON", "Invalid JSON"),
        ("{", "Invalid JSON"),
        ('{"version": 2}', "version: Input should be 1"),
        ('{"version": 1, "records": {"a": {"games": "many"}}}', "records: a: game: Field required"),
    ],
)
def test_file__that_cannot_be_read_is_kept_under_another_name(folder: Path, text: str, reason: str) -> None:
    folder.mkdir(parents=True)
    for number in (1, 2):
        (folder / "profile.json").write_text(text)
        profile, note = ProfileFile().load()
        assert profile == Profile() and reason in note and "\n" not in note
        assert note.endswith(f"kept as profile-unread-{number}.json")
        assert (folder / f"profile-unread-{number}.json").read_text() == text


def test_file__is_whole_when_writing_it_fails(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ProfileFile().save(Profile(on=False))

    def fail(self: Path, target: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(OSError, match="No space left"):
        ProfileFile().save(Profile(records={"a": record()}))
    assert ProfileFile().load() == (Profile(on=False), "")
    assert [path.name for path in folder.iterdir()] == ["profile.json"]


def test_key__differs_where_the_rules_do(two: Game) -> None:
    others = [make_game(CARD, num_players=3), make_game(CARD, edition="published")]
    assert len({key_of(two), *map(key_of, others)}) == 3
    assert key_of(two) == key_of(make_game(CARD))


# --- one person and adaptive agents -------------------------------------------------------------------------------


def sitting(game: Game, code: str = "adaptive") -> tuple[AdaptiveAgent, Sitting]:
    agent = make_agent(code, game)
    assert isinstance(agent, AdaptiveAgent)
    agent.reset(1, 1)
    return agent, Sitting(game, [agent], 0, ProfileFile())


def test_sitting__makes_the_next_game_harder_after_a_win(two: Game) -> None:
    levels = []
    for won in (1, 1, -1):
        agent, table = sitting(two)
        levels.append(agent.level)
        assert table.close(np.array([won, -won]), 3).startswith("your profile: ")
    levels.append(sitting(two)[0].level)
    assert levels[0] < levels[1] < levels[2] > levels[3]
    known = ProfileFile().load()[0].records[key_of(two)]
    assert (known.games, known.wins) == (3, 2)
    assert [(game.level, game.result) for game in known.last] == list(zip(levels, (1, 1, 0), strict=False))


def test_sitting__counts_several_agents_as_one(two: Game) -> None:
    three = make_game(CARD, num_players=3)
    seats = [make_agent("random", three), make_agent("adaptive", three), make_agent("adaptive", three)]
    table = Sitting.of(three, seats, [0])
    assert table
    table.close(np.array([1.0, -1.0, 0.0]), 3)
    known = ProfileFile().load()[0].records[key_of(three)]
    assert (known.games, known.options) == (1, {"num_players": 3})
    assert Sitting.of(three, seats, [0, 1]) is None and Sitting.of(three, seats, []) is None
    assert Sitting.of(three, seats[:1], [0]) is None


def test_sitting__takes_in_what_was_played_meanwhile(two: Game) -> None:
    one, other = sitting(two)[1], sitting(two)[1]
    one.close(np.array([1, -1]), 3)
    began = other._agents[0].rating
    other.close(np.array([1, -1]), 3)
    known, curve = ProfileFile().load()[0].records[key_of(two)], one._agents[0].curve
    assert known.games == 2
    first = curve.learn(curve.stranger(), began, 1.0)
    assert known.strength == pytest.approx(curve.learn(first, began, 1.0).mean)


def test_sitting__remembers_the_last_games_only(two: Game) -> None:
    for _ in range(LAST + 3):
        sitting(two)[1].close(np.array([-1, 1]), 3)
    known = ProfileFile().load()[0].records[key_of(two)]
    assert (known.games, len(known.last)) == (LAST + 3, LAST)


def test_sitting__records_nothing_while_the_profile_is_off(two: Game, folder: Path) -> None:
    ProfileFile().save(Profile(on=False, records={key_of(two): record(strength=9.0)}))
    before = (folder / "profile.json").read_bytes()
    agent, table = sitting(two)
    assert (
        agent.level == 0.5 and table.note == "your profile is off: adaptive plays at skill 0.5, and nothing is recorded"
    )
    told = "this game was not counted, because your profile is off; railgym profile on switches it on"
    assert table.close(np.array([1, -1]), 3) == told
    assert (folder / "profile.json").read_bytes() == before


# --- railgym play -------------------------------------------------------------------------------------------------


def test_play__records_the_result_of_a_whole_game(two: Game) -> None:
    shown = play(*WHOLE_GAME)
    known = ProfileFile().load()[0].records[key_of(two)]
    assert known.games == 1 and known.last[0].opponent == "adaptive" and known.last[0].result in (0, 0.5, 1)
    assert f"your profile: {known.wins:g} of 1 won here; adaptive continues at skill" in shown.splitlines()[-1]


def test_play__counts_a_game_once_however_often_it_is_resumed(two: Game, tmp_path: Path) -> None:
    """From a copy that was made before its end. The same seed, played again, is another game."""
    whole, copy = tmp_path / "whole.jsonl", tmp_path / "copy.jsonl"
    play(*WHOLE_GAME, save=whole)
    copy.write_text("".join(whole.read_text().splitlines(keepends=True)[:-2]))
    before = ProfileFile().load()
    told = "this game was not counted, because it has been counted before"
    assert play(*WHOLE_GAME, resume=copy).splitlines()[-1] == told
    assert ProfileFile().load() == before
    with pytest.raises(ReplayError, match="the game is over"):
        play(resume=whole)
    play(*WHOLE_GAME)
    assert ProfileFile().load()[0].records[key_of(two)].games == 2


def test_play__counts_a_resumed_game_that_was_left(two: Game, tmp_path: Path) -> None:
    play("1", "1", "quit", save=tmp_path / "game.jsonl")
    assert "your profile: " in play(*WHOLE_GAME, resume=tmp_path / "game.jsonl").splitlines()[-1]
    assert ProfileFile().load()[0].records[key_of(two)].games == 1


def test_play__says_that_a_game_was_not_counted_while_the_profile_is_off() -> None:
    ProfileFile().save(Profile(on=False))
    assert "this game was not counted" in play(*WHOLE_GAME).splitlines()[-1]
    assert ProfileFile().load()[0] == Profile(on=False)


@pytest.mark.parametrize(
    ("lines", "seats"), [(["1", "1", "quit"], "human,adaptive"), (WHOLE_GAME, "human,random"), ([], "random,adaptive")]
)
def test_play__writes_nothing_of_any_other_game(lines: list[str], seats: str, folder: Path) -> None:
    """One that was given up, one without an adaptive agent, and one without a person."""
    play(*lines, seats=seats)
    assert not folder.exists()


def test_play__says_what_is_wrong_with_the_file_and_goes_on(folder: Path) -> None:
    folder.mkdir(parents=True)
    (folder / "profile.json").write_text("{")
    assert "not a profile of this version" in play("quit")


def test_evaluate__never_touches_the_file(folder: Path, capsys: Capture) -> None:
    assert command_line(["evaluate", CARD, "--seats", "random,adaptive", "--games", "4"]) == 0
    assert not folder.exists()


# --- railgym profile ----------------------------------------------------------------------------------------------


def profile(word: str, capsys: Capture) -> str:
    assert command_line(["profile", word]) == 0
    return capsys.readouterr().out


def test_command__shows_and_forgets(two: Game, folder: Path, capsys: Capture) -> None:
    assert profile("show", capsys) == f"{folder / 'profile.json'}: on, 0 games\n"
    assert not folder.exists()
    sitting(two)[1].close(np.array([1, -1]), 3)
    shown = profile("show", capsys)
    assert CARD in shown and "won" in shown and "on, 1 game\n" in shown
    assert profile("reset", capsys).endswith("on, 0 games\n")
    assert ProfileFile().load() == (Profile(), "")


def test_command__switches_off_and_on_and_keeps_what_is_known(two: Game, capsys: Capture) -> None:
    sitting(two)[1].close(np.array([1, -1]), 3)
    known = ProfileFile().load()[0].records
    assert profile("off", capsys).endswith("off, 1 game\n")
    assert ProfileFile().load()[0] == Profile(on=False, records=known)
    assert profile("on", capsys).endswith("on, 1 game\n")
    assert ProfileFile().load()[0] == Profile(records=known)
    profile("off", capsys)
    assert profile("reset", capsys).endswith("off, 0 games\n")


def test_command__says_that_a_file_was_put_aside(folder: Path, capsys: Capture) -> None:
    folder.mkdir(parents=True)
    (folder / "profile.json").write_text(json.dumps({"version": 7}))
    assert profile("show", capsys).count("\n") == 2


def test_command__that_does_not_exist_gets_one_line(capsys: Capture) -> None:
    assert command_line(["profile", "burn"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_sitting__says_when_a_game_does_not_count(two: Game, tmp_path: Path) -> None:
    """The folder of the profile is a file."""
    blocked = tmp_path / "file"
    blocked.write_text("")
    agent = sitting(two)[0]
    table = Sitting(two, [agent], 0, ProfileFile(blocked / "profile.json"))
    assert table.note.startswith("your profile cannot be read, so this game does not count")
    assert table.close(np.array([1, -1]), 3).startswith("your profile cannot be written, so this game does not count")


def test_profile__with_impossible_numbers_is_put_aside(two: Game, folder: Path) -> None:
    sitting(two)[1].close(np.array([1, -1]), 3)
    file = folder / "profile.json"
    file.write_text(file.read_text().replace('"games": 1', '"games": -5'))
    note = ProfileFile().load()[1]
    assert "games" in note and "a new one begins, switched on" in note
