"""The command line: what it prints, what it refuses in one line, and how it stops."""

import json
import re
import sys
from dataclasses import fields
from importlib import import_module
from pathlib import Path

import pytest

from railgym.agents.registry import AGENTS
from railgym.agents.seating import best_bot, game_for_seats, parse_options
from railgym.cli import COMMANDS, Command, main
from railgym.envs.catalog import make_game
from railgym.envs.core.errors import OptionsError

CARD, SOLO, BARON = "ticket_to_ride_card_v0", "ticket_to_ride_card_solo_v0", "rail_baron_cards_v0"
RAILWAYS, RAILBOT = "railways_of_the_world_v0", "railbot_v0"
Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))


def run(*words: str) -> int:
    """The exit code of a command line, whichever way it ends."""
    try:
        return main(words)
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else 1


def recorded(name: str = "game.jsonl", *words: str) -> str:
    options = ["--seats", "random,random", "--seed", "3", "--option", "edition=published", "--save", name, "--json"]
    assert run("play", CARD, *options, *words) == 0
    return name


# --- what works -------------------------------------------------------------------------------------------------------


def test_help__names_every_command(capsys: Capture) -> None:
    for words in ((), ("--help",), ("help",)):
        assert run(*words) == 0
        shown = capsys.readouterr().out
        assert all(f"  {name} " in shown for name in COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_command__explains_itself(name: str, capsys: Capture) -> None:
    """Every command of the table exists, and has a --help in which every argument has a sentence."""
    assert run(*name.split(), "--help") == 0
    shown = capsys.readouterr().out
    assert f"usage: railgym {name}" in shown
    sections = re.findall(r"^(?:positional arguments|options):\n((?:  .*\n)+)", shown, re.M)
    entries = re.sub(r"\n {10,}", "  ", "".join(sections)).splitlines()
    assert len(entries) == 1 + len(fields(getattr(import_module(COMMANDS[name].module), COMMANDS[name].arguments)))
    assert [entry for entry in entries if not re.match(r"  \S.*?  +\w", entry)] == []


@pytest.mark.parametrize("word", ["map", "suite"])
def test_group_of_commands__lists_them(word: str, capsys: Capture) -> None:
    assert run(word, "--help") == 0
    shown = capsys.readouterr().out
    assert f"usage: railgym {word} COMMAND" in shown
    listed = re.findall(r"^  (\w+ ?\w*)  ", shown, re.M)
    assert listed == [name for name in COMMANDS if name.startswith(word)]


def test_options__of_strings_may_contain_commas() -> None:
    for id, name in (("empire_builder_v0", "map"), (RAILWAYS, "map"), (RAILBOT, "map"), (BARON, "board")):
        assert parse_options([f"{name}=random:7,size=small"], id) == {name: "random:7,size=small"}
    assert parse_options(["actions=plans,full"], "empire_builder_v0") == {"actions": ["plans", "full"]}


def test_version__is_told(capsys: Capture) -> None:
    assert run("--version") == 0
    assert capsys.readouterr().out.startswith("railgym 0.")


def test_play__writes_its_result_as_json(capsys: Capture) -> None:
    """Bots alone play to the end; the same seed gives the same game."""
    recorded("a.jsonl")
    first = capsys.readouterr().out
    recorded("b.jsonl")
    assert capsys.readouterr().out == first
    assert Path("a.jsonl").read_bytes() == Path("b.jsonl").read_bytes()
    result = json.loads(first)
    assert (result["seed"], result["players"], len(result["scores"])) == (3, ["random", "random"], 2)


def test_play__sets_the_number_of_seats(capsys: Capture) -> None:
    """As many seats as agents are named."""
    assert run("play", CARD, "--seats", "random,random,random", "--json") == 0
    assert len(json.loads(capsys.readouterr().out)["scores"]) == 3


def test_replay__shows_and_verifies(capsys: Capture) -> None:
    """What a seat could know, or all; as text or JSON; the whole game or one position."""
    name = recorded()
    capsys.readouterr()
    assert run("replay", name) == 0
    everything = capsys.readouterr().out
    assert "moves play again as recorded" in everything
    assert "decides upon a ticket" not in everything
    assert run("replay", name, "--viewer", "1") == 0
    assert capsys.readouterr().out.count("random 0 decides upon a ticket") >= 6
    assert run("replay", name, "--at", "20") == 0
    assert "random 1 to decide" in capsys.readouterr().out
    assert run("replay", name, "--json", "--viewer", "public") == 0
    replay = json.loads(capsys.readouterr().out)
    assert replay["moves"][0] == {"ply": 0, "seat": 0, "words": None, "log": ["player_0 decides upon a ticket"]}
    assert replay["result"]["end_reason"] == "the last deck was exhausted"


def test_replay__shows_an_unfinished_game(capsys: Capture) -> None:
    """A file that was cut off in the middle of a line is a game to go on with."""
    lines = Path(recorded()).read_text(encoding="utf-8").splitlines(keepends=True)
    Path("game.jsonl").write_text("".join(lines[:30]) + lines[30][:20], encoding="utf-8")
    capsys.readouterr()
    assert run("replay", "game.jsonl") == 0
    shown = capsys.readouterr().out
    assert "the last line of the file was cut off" in shown
    assert "railgym play --resume game.jsonl" in shown
    assert "verified: 29 moves" in shown


# --- what is refused --------------------------------------------------------------------------------------------------

WRONG = {
    "pley": "unknown command 'pley'; did you mean play",
    f"play {CARD} --seats random,py:json:loads": "cannot load agent 'py:json:loads': TypeError",
    f"play {CARD} --seats random,py:types:SimpleNamespace": "cannot load agent",
    f"tournament {SOLO} --agents planner,greedy": f"{SOLO} is a game for one; compare agents with: railgym evaluate",
    "train demo": "no file 'demo'; did you mean demo.yaml?",
    "play": f"which game? there are: {CARD}, {SOLO}",
    "play ticket_to_ride": f"unknown game 'ticket_to_ride'; did you mean {CARD} or {SOLO}?",
    f"play {CARD} --seats human": f"{CARD} has 2-4 seats, not 1",
    f"play {CARD} --seats random,random,random,random,random": f"{CARD} has 2-4 seats, not 5",
    f"play {SOLO} --seats human,random": f"{SOLO} has 1 seat, not 2",
    f"play {CARD} --seats random,random --option num_players=3": "2 agents, and num_players=3: leave out num_players",
    f"play {CARD} --seats random,random --option num_players=": "2 agents, and num_players=None: leave out num_players",
    "stats empire_buildr_v0": "unknown game 'empire_buildr_v0'; did you mean empire_builder_v0",
    "map draw mexcio --out x.svg": "no map 'mexcio': did you mean mexico?",
    f"play {CARD} --seats random,trained:": "'trained:': nothing follows the colon; leave it out, or say more",
    f"play {CARD} --seats random,plannr": "unknown agent 'plannr'; did you mean planner?",
    f"play {CARD} --seats random,,random": "empty name among the agents 'random,,random'",
    f"play {CARD} --seats random:5,random": "agent 'random' takes no argument, got '5'",
    f"play {CARD} --seats py:nowhere:Bot,random": "cannot load agent 'py:nowhere:Bot'",
    f"play {CARD} --option edtion=published": "unknown option 'edtion': did you mean edition?",
    f"play {CARD} --option edition": "option 'edition': write key=value, as in edition=manual",
    f"play {BARON} --option goal": "option 'goal': write key=value, as in goal=200000",
    f"play {BARON} --option gaol": "option 'gaol': write key=value, as in goal=200000",
    f"play {BARON} --option goal=200,000": "option 'goal=200,000': write numbers without commas, goal=200000",
    f"play {CARD} --option edition=first": "option edition='first'",
    f"play {CARD} --option edition=[": "option edition: cannot read '[': a bracket that is not closed",
    f"play {CARD} --option edition=2001-13-45": "cannot read '2001-13-45': no number or date that there is",
    f"play {CARD} --option encoder=nodes": "the encoder is no rule: choose it in Python, env(encoder=...), or in a",
    f"play {CARD} --option text=true": "text is no rule: give it to an environment in Python, env(text=...)",
    f"play {RAILWAYS} --option target=120": "unknown option 'target': it is an option of railbot_v0; there are: num_pl",
    f"play {RAILWAYS} --option num_players=two": "option num_players='two': give a whole number from 2 to 6",
    f"play {RAILWAYS} --option markers=35": "markers=35: the map mexico has 34 cities in play: ask for so many at",
    f"play {RAILWAYS} --option markers=11 --option map=south_sweden": "the map south_sweden has 10 cities in play",
    f"play {RAILBOT} --option num_players=7": "num_players=7: this is a game for one, or for two with railbot=agent",
    f"play {RAILBOT} --seats human --option railbot=agent": "'agent' is for 2 seats, not 1: seat one more for it "
    "(num_players=2), as in --seats human,railbot:heuristic",
    "train demo.yaml --override seed=[": "override 'seed=[': a bracket that is not closed",
    "train demo.yaml --override seed=two": "override 'seed=two': seed is 'two': write a whole number of at least 0",
    f"play {CARD} --option decks=1 --option decks=2": "option 'decks' is given twice",
    f"play {CARD} --seed 99999999999999999999": "give a whole number from -9,223,372,036,854,775,808 to 9,",
    f"suite run standard --shard 1/{'9' * 5000}": "write I/N with I from 1 to N, as in 2/4",
    f"play {CARD} --seats random,file:~no_such_user/x": "~no_such_user/x: no trained agent here",
    "train demo.yaml --override eval.bots=[traned]": "no bot 'traned' that plays as player; did you mean trained",
    "bench nosuch": f"unknown game 'nosuch'; there are: {CARD}, {SOLO}",
    f"play {BARON} --option board=/": "no board in '/': it has no file board.json; there are revised, small, standard, "
    "random:SEED. Or",
    f"play {RAILWAYS} --option map=/": "no map in '/': it has no file map.json; there are eastern_us, great_britain",
    f"play {RAILWAYS} --option map=''": "no map '': there are eastern_us, great_britain, mexico",
    f"play {RAILWAYS} --option board=nordic": "unknown option 'board': in this game it is called map; there are: num",
    f"play {BARON} --option map=random:7": "unknown option 'map': in this game it is called board; there are: num_pl",
    f"play {RAILWAYS} --option map=random:": "map='random:': random map 'random:': the seed is '': write random:SEED",
    f"play {CARD} --option memory=[]": "option memory=[]: give one word, or one for each of the 2 seats",
    f"play {CARD} --json": "--json is for games of bots alone",
    f"play {CARD} --seats random,random --save no/such/folder.jsonl": "no/such/folder.jsonl: No such file",
    "play --resume none.jsonl": "none.jsonl: No such file",
    "replay none.jsonl": "none.jsonl: No such file",
    "replay .": ".: Is a directory",
}


@pytest.mark.parametrize("words", WRONG)
def test_wrong_input__gets_one_clear_line(words: str, capsys: Capture) -> None:
    """Exit code 2 and one line on standard error."""
    assert run(*words.split()) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith("railgym: ")
    assert WRONG[words] in err


@pytest.mark.parametrize("words", ["map new crayon --seed 3 --out", "suite run smoke --out"])
def test_file_in_the_place_of_a_folder__is_named(words: str, tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "notes").touch()
    assert run(*words.split(), str(tmp_path / "notes")) == 2
    assert f"{tmp_path / 'notes'} is a file: give the name of a folder" in capsys.readouterr().err


UNREADABLE = {
    "play --seed x": "--seed: cannot read 'x': write a whole number; see railgym play --help",
    "play --seed=": "--seed: cannot read '': write a whole number; see railgym play --help",
    "play --sead 3": "unknown option '--sead'; did you mean --seed?; see railgym play --help",
    "play a b": "unknown argument 'b'; see railgym play --help",
    "play x --nothing-like-it": "unknown option '--nothing-like-it'; see railgym play --help",
    "play --json=yes": "--json: takes no value; see railgym play --help",
    "replay": "missing: FILE",
    "list --jason": "unknown option '--jason'; did you mean --json?; see railgym list --help",
    "evaluate x --seats a,b --gmes 50": "unknown option '--gmes'; did you mean --games?; see railgym evaluate --help",
    "evaluate x --seats a,b --gmes=50": "unknown option '--gmes'; did you mean --games?; see railgym evaluate --help",
    "evaluate x --seats a,b --gmaes 50 --sead 3": "unknown option '--gmaes'; did you mean --games?; see railgym eval",
    "evaluate x --seats a,b --game 50": "unknown option '--game'; did you mean --games?; see railgym evaluate --help",
    "evaluate x --saets a,b": "unknown option '--saets'; did you mean --seats?; see railgym evaluate --help",
    "evaluate x --seats a,b --games": "--games: a value is missing; see railgym evaluate --help",
    "evaluate x --seats a,b --option": "--option: a value is missing; see railgym evaluate --help",
    f"stats x --games {'9' * 5000}": f"--games: cannot read '{'9' * 39}...: write a whole number; see railgym stats",
    "map": "missing: one of new, build, check, cards, draw; see railgym map --help",
    "suite": "missing: one of run, report; see railgym suite --help",
    "mapp check x": "unknown command 'mapp'; did you mean map? See railgym --help",
    "map chek x": "unknown command 'chek'; did you mean check? See railgym map --help",
    "suite play": "unknown command 'play'; there are run, report. See railgym suite --help",
    "evaluate x --seats a,b --games many": "--games: cannot read 'many'",
    "adapt x --target half": "--target: cannot read 'half': write a number or middle; see railgym adapt --help",
    "adapt x --target midle": "--target: cannot read 'midle': did you mean middle?; see railgym adapt --help",
    "tournament x": "missing: --agents",
    "dataset": "missing: GAME, --out; see railgym dataset --help",
    "profile burn": "railgym: cannot read 'burn': write show or reset or off or on; see railgym profile --help",
    "profile rest": "railgym: cannot read 'rest': did you mean reset?; see railgym profile --help",
    "train demo.yaml --engine torch": "--engine: cannot read 'torch': write sb3 or rllib; see railgym train --help",
    "bench train --engine sb3 torch": "--engine: cannot read 'torch': write sb3 or rllib; see railgym bench train",
}


@pytest.mark.parametrize("words", UNREADABLE)
def test_wrong_arguments__get_one_clear_line(words: str, capsys: Capture) -> None:
    """What does not parse is refused with a pointer to --help."""
    assert run(*words.split()) == 2
    err = capsys.readouterr().err
    assert err.startswith("railgym: ") and err.count("\n") == 1
    assert UNREADABLE[words] in err


@pytest.mark.parametrize(
    ("there", "here"),
    [('"seed":3', '"seed":4'), ("keep ", "return "), ('"seat":0', '"seat":1'), ('"digest":"', '"digest":"f')],
)
def test_replay__refuses_a_file_that_does_not_play_again(there: str, here: str, capsys: Capture) -> None:
    """Whatever was changed in it, the line is named and nothing of the game is shown."""
    file = Path(recorded())
    capsys.readouterr()
    text = file.read_text()
    assert there in text
    file.write_text(text.replace(there, here, 1))
    assert run("replay", file.name) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.startswith("railgym: game.jsonl:") and err.count("\n") == 1


def test_files__are_never_overwritten(capsys: Capture) -> None:
    name = recorded()
    capsys.readouterr()
    before = Path(name).read_bytes()
    assert run("play", CARD, "--seats", "random,random", "--save", name) == 2
    assert "game.jsonl exists; go on with it by --resume" in capsys.readouterr().err
    assert run("play", "--resume", name) == 2
    assert "the game is over; look at it with: railgym replay game.jsonl" in capsys.readouterr().err
    assert Path(name).read_bytes() == before


def test_resumed_game__keeps_what_it_was_made_from(capsys: Capture) -> None:
    """Game, options, seed and number of seats cannot change on the way."""
    lines = Path(recorded()).read_text(encoding="utf-8").splitlines(keepends=True)
    Path("game.jsonl").write_text("".join(lines[:30]), encoding="utf-8")
    resume = ("play", "--resume", "game.jsonl")
    for words, message in (
        (("--seats", "random,random,random"), "the game in game.jsonl has 2 seats, not 3"),
        (("--seed", "4"), "keeps its options and its seed"),
        (("--option", "edition=manual"), "keeps its options and its seed"),
        ((SOLO,), f"game.jsonl:1: this is a game of {CARD}, not of {SOLO}"),
    ):
        assert run(*resume, *words) == 2
        assert message in capsys.readouterr().err


def test_broken_replay__names_its_line(capsys: Capture) -> None:
    lines = Path(recorded()).read_text(encoding="utf-8").splitlines(keepends=True)
    Path("game.jsonl").write_text("".join([*lines[:9], "{...\n", *lines[10:]]), encoding="utf-8")
    capsys.readouterr()
    for words in (("replay", "game.jsonl"), ("play", "--resume", "game.jsonl")):
        assert run(*words) == 2
        assert "railgym: game.jsonl:10: damaged line" in capsys.readouterr().err


@pytest.mark.parametrize(("viewer", "message"), [("2", "seats 0 to 1, and public"), ("me", "no viewer 'me'")])
def test_replay__has_only_its_own_viewers(viewer: str, message: str, capsys: Capture) -> None:
    name = recorded()
    assert run("replay", name, "--viewer", viewer) == 2
    assert message in capsys.readouterr().err
    assert run("replay", name, "--at", "100000") == 2
    assert "the replay has" in capsys.readouterr().err


# --- when things go wrong ---------------------------------------------------------------------------------------------


def stand_in(monkeypatch: pytest.MonkeyPatch, body: str) -> None:
    """A command ``odd`` whose main has this body."""
    source = "from dataclasses import dataclass\n\n@dataclass\nclass Args:\n    pass\n\ndef main(args):\n"
    Path("odd_command.py").write_text(source + f"    {body}\n")
    monkeypatch.syspath_prepend(str(Path.cwd()))
    monkeypatch.delitem(sys.modules, "odd_command", raising=False)
    monkeypatch.setitem(COMMANDS, "odd", Command("odd_command", "Args", "stands in"))


def test_missing_package__names_the_extra(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    stand_in(monkeypatch, "raise ModuleNotFoundError('No module', name='stable_baselines3.common')")
    assert run("odd") == 2
    assert "install it with: pip install 'railgym[train]'" in capsys.readouterr().err


def test_error_of_ours__goes_to_a_file(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    """The user sees no traceback, and none is lost."""
    stand_in(monkeypatch, "1 / 0")
    assert run("odd") == 1
    line = capsys.readouterr().err
    assert "this should not happen: ZeroDivisionError" in line
    report = Path(line.split()[-1])
    assert "odd_command.py" in report.read_text(encoding="utf-8")
    report.unlink()


@pytest.mark.parametrize(
    ("error", "code", "told"), [("KeyboardInterrupt", 130, "railgym: interrupted"), ("BrokenPipeError", 0, "")]
)
def test_interruption__gives_a_line_at_most(
    error: str, code: int, told: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    """Ctrl-C, and a reader such as head that has seen enough."""
    stand_in(monkeypatch, f"raise {error}")
    monkeypatch.setattr("os.dup2", lambda *_: None)
    assert run("odd") == code
    assert capsys.readouterr().err.strip() == told


# --- seats and options ------------------------------------------------------------------------------------------------


def test_options__are_read_as_yaml() -> None:
    """Numbers, truth values, nothing, and lists with commas."""
    pairs = ["decks=1", "score_between=no", "shuffle_returns=", "memory=perfect,human", "edition=published"]
    assert parse_options(pairs) == {
        "decks": 1,
        "score_between": False,
        "shuffle_returns": None,
        "memory": ["perfect", "human"],
        "edition": "published",
    }


def test_seats__make_the_game_that_fits() -> None:
    assert game_for_seats(CARD, 4, {}).num_players == 4
    assert game_for_seats(CARD, None, {"num_players": 3}).num_players == 3
    with pytest.raises(OptionsError, match="has 2-4 seats"):
        game_for_seats(CARD, 7, {})


def test_best_bot__is_one_of_the_game() -> None:
    assert best_bot(make_game(CARD)) in AGENTS
