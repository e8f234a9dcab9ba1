"""The command ``railgym``: finds the module of a subcommand, reads its arguments, and turns errors into one line."""

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module, metadata
from tempfile import NamedTemporaryFile

import railgym
from railgym.envs.core.command_line import UsageError, read_command_line
from railgym.envs.core.errors import MissingExtraError, RailgymError, UnknownNameError, meant
from railgym.envs.core.host import exit_code, terminable
from railgym.envs.core.limits import check_numbers

__all__ = ["COMMANDS", "Command", "main"]


@dataclass(frozen=True)
class Command:
    """A subcommand: ``module`` has the frozen dataclass ``arguments`` and ``main(arguments) -> exit code``."""

    module: str
    arguments: str
    sentence: str


COMMANDS = {
    "list": Command("railgym.agents.listing", "ListArgs", "the games, and the agents that play them"),
    "play": Command("railgym.agents.human.play", "PlayArgs", "play a game in the terminal, or watch bots play"),
    "serve": Command("railgym.agents.human.web.command", "ServeArgs", "play in the browser"),
    "replay": Command("railgym.agents.human.show", "ReplayArgs", "show a recorded game and verify it"),
    "profile": Command("railgym.agents.adaptive.command", "ProfileArgs", "what adaptive agents know of you"),
    "train": Command("railgym.training.learn.train", "TrainArgs", "train an agent from a config"),
    "dataset": Command("railgym.training.learn.dataset", "DatasetArgs", "write games of a scripted bot to learn from"),
    "evaluate": Command(
        "railgym.training.evaluate.command", "EvaluateArgs", "let agents play many games on the same seeds"
    ),
    "tournament": Command(
        "railgym.training.evaluate.tournament", "TournamentArgs", "rate several agents against each other"
    ),
    "ladder": Command(
        "railgym.training.evaluate.ladder.command", "LadderArgs", "rate an agent against graded opponents"
    ),
    "suite run": Command(
        "railgym.training.evaluate.suite.command", "SuiteRunArgs", "play a fixed suite, and rate its agents"
    ),
    "suite report": Command(
        "railgym.training.evaluate.suite.report", "SuiteReportArgs", "write down what came out of a suite"
    ),
    "adapt": Command(
        "railgym.training.evaluate.adapt", "AdaptArgs", "see how near an adaptive agent holds bots to its target"
    ),
    "exploit": Command(
        "railgym.training.evaluate.exploit", "ExploitArgs", "train against an agent, and see what beats it"
    ),
    "stats": Command(
        "railgym.training.evaluate.stats", "StatsArgs", "play many games of a bot, and count what happens in them"
    ),
    "bench": Command("railgym.training.bench.game", "BenchArgs", "measure how fast a game runs"),
    "bench all": Command(
        "railgym.training.bench.all_games", "BenchAllArgs", "measure every game, beside other libraries"
    ),
    "bench train": Command("railgym.training.bench.train", "BenchTrainArgs", "measure how fast training runs"),
    "bench serve": Command("railgym.training.bench.serve", "BenchServeArgs", "measure how fast clicks are answered"),
    "bot check": Command("railgym.agents.program.check", "BotCheckArgs", "see whether a program keeps the protocol"),
    "bot schema": Command("railgym.agents.program.schema", "BotSchemaArgs", "print the schema of that protocol"),
    "llm estimate": Command(
        "railgym.agents.llm.estimate", "EstimateArgs", "show what a language model would be asked, and the cost"
    ),
    "mcp": Command("railgym.agents.mcp.command", "McpArgs", "serve games as tools of a language model"),
    "map new": Command("railgym.envs.maps", "NewArgs", "make a random map to edit and play on"),
    "map build": Command("railgym.envs.maps", "BuildArgs", "build a map of your own from a geography file"),
    "map check": Command("railgym.envs.maps", "CheckArgs", "see what a map holds, or all that is wrong with it"),
    "map cards": Command("railgym.envs.maps", "CardsArgs", "make new cards for a changed map"),
    "map draw": Command("railgym.envs.maps", "DrawArgs", "draw a map or a board"),
}
RENAMED = {"tally": "stats"}
"""Former names of commands, accepted until version 0.3."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line (default: the process's) and return its exit code: 0, 2 for wrong input, 3 for a check that
    failed, 130 for Ctrl-C, 143 for SIGTERM."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    sys.path.append(os.getcwd())  # where a user's own agents (py:module:Class) lie
    try:
        with terminable():
            code = _run(words)
        sys.stdout.flush()
        return code
    except RailgymError as error:
        return _complain(str(error))
    except KeyboardInterrupt as stop:
        print("\nrailgym: interrupted" if sys.stderr.isatty() else "railgym: interrupted", file=sys.stderr)
        return exit_code(stop)
    except BrokenPipeError:  # the reader of our output, such as head, has ended
        with suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (FileExistsError, NotADirectoryError) as error:  # where a folder is made, or a file in it
        return _complain(f"{error.filename} is a file: give the name of a folder")
    except OSError as error:
        return _complain(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    except MemoryError as error:
        return _complain(f"not enough memory ({error}): ask for less")
    except ModuleNotFoundError as error:
        extra = _extra_of(error.name or "")
        return _complain(str(MissingExtraError(extra, error.name))) if extra else _confess(error)
    except Exception as error:
        return _confess(error)


def _run(words: list[str]) -> int:
    if not words or words[0] in ("-h", "--help", "help"):
        return _help()
    if words[0] in ("-V", "--version"):
        print(f"railgym {railgym.__version__}")
        return 0
    if words[0] in RENAMED:
        print(f"railgym {words[0]} is called railgym {RENAMED[words[0]]} now", file=sys.stderr)
        words = [RENAMED[words[0]], *words[1:]]
    length = 2 if " ".join(words[:2]) in COMMANDS else 1
    name, rest = " ".join(words[:length]), words[length:]
    if name not in COMMANDS:
        return _group(words)
    module = import_module(COMMANDS[name].module)
    arguments = read_command_line(getattr(module, COMMANDS[name].arguments), f"railgym {name}", rest)
    check_numbers(arguments)
    code: int = module.main(arguments)
    return code


def _group(words: list[str]) -> int:
    """Help for the commands that begin with one word, as in ``railgym map``; raises an error for any other words."""
    seconds = [name.partition(" ")[2] for name in COMMANDS if name.startswith(f"{words[0]} ")]
    where = f"railgym {words[0]}" if seconds else "railgym"
    if seconds and words[1:2] in (["-h"], ["--help"]):
        return _help(f"{words[0]} ")
    if seconds and not words[1:]:
        raise UsageError(f"missing: one of {', '.join(seconds)}; see {where} --help")
    name = words[1] if seconds else words[0]
    firsts = {command.partition(" ")[0] for command in COMMANDS}
    hint = meant(name, seconds or firsts, f"there are {', '.join(seconds or COMMANDS)}.")
    raise UnknownNameError(f"unknown command {name!r}; {hint} See {where} --help")


def _help(group: str = "") -> int:
    """Print the commands, or those whose first word is ``group``."""
    print(f"usage: railgym {group}COMMAND ...\n")
    print("Railway board games: play them, train agents for them, measure agents.\n")
    for name, command in COMMANDS.items():
        if name.startswith(group):
            print(f"  {name:<14}{command.sentence}")
    print(f"\nrailgym {group}COMMAND --help tells more. A first game:  railgym play ticket_to_ride_card_v0")
    return 0


def _complain(message: str) -> int:
    print(f"railgym: {message}", file=sys.stderr)
    return 2


def _confess(error: Exception) -> int:
    """An error of ours: the traceback goes to a file that a bug report can carry."""
    import traceback

    with NamedTemporaryFile("w", prefix="railgym-error-", suffix=".txt", delete=False, encoding="utf-8") as file:
        traceback.print_exception(error, file=file)
    cause = f"{type(error).__name__}: {error}".splitlines()[0]
    print(f"railgym: this should not happen: {cause}; please report it with {file.name}", file=sys.stderr)
    return 1


def _extra_of(module: str) -> str | None:
    """The optional extra of this package that installs a module, if one does."""
    for requirement in metadata.requires("railgym") or ():
        package, _, extra = requirement.partition("; extra == ")
        name = package.split("[")[0].split(">")[0].split("<")[0].split("=")[0].strip()
        if extra and name.replace("-", "_") == module.partition(".")[0]:
            return extra.strip("\"'")
    return None


if __name__ == "__main__":
    sys.exit(main())
