"""``railgym bench serve``: how long a click takes to be answered while many games run on one server."""

import asyncio
import json
import random
import subprocess
import sys
import time
from dataclasses import dataclass, field
from itertools import cycle, islice
from statistics import median
from tempfile import TemporaryDirectory
from typing import Annotated, Any

from railgym.agents.seating import best_bot
from railgym.envs.catalog import GAMES, make_game
from railgym.envs.core.command_line import Option
from railgym.envs.core.errors import MissingExtraError, OptionsError
from railgym.envs.core.limits import DURATION, SEED, Limits
from railgym.training.arguments import command_line
from railgym.training.reports import make_table, provenance, say, show
from railgym.training.system import describe_system

__all__ = ["BenchServeArgs", "bench_serve", "main"]

START = 600.0  # seconds that a first game may take, because its library may have to be built


@dataclass(frozen=True)
class BenchServeArgs:
    """Measure how long `railgym serve` takes to answer a click, with many people who play against bots at once.

    Every simulated person chooses at random, waits before each move, and loads the board after it. The time from the
    click to the new board is measured. The people are on the same machine, and use some of the server's time.
    For example:

      railgym bench serve
      railgym bench serve --games 200 --seconds 120 --json
    """

    games: Annotated[int, Option("N"), Limits(1, 100_000)] = 50
    """games at once, of all environments in equal numbers"""
    seconds: Annotated[float, Option("S"), DURATION] = 60
    """how long they are played, after all have begun, in seconds"""
    think: Annotated[float, Option("S"), DURATION] = 2
    """how long a person waits before a move, on average, in seconds"""
    seed: Annotated[int, Option("N"), SEED] = 0
    """the seed of the games and choices"""
    json: bool = False
    """print one JSON object instead of a table"""


@dataclass
class Person:
    """A simulated person at a table, and how long their clicks took, in seconds."""

    game: str
    link: str
    took: list[float] = field(default_factory=list)

    async def play(self, host: str, args: BenchServeArgs, rng: random.Random, all_here: asyncio.Barrier) -> None:
        """Play until the time is over, or the game."""
        from websockets.asyncio.client import connect

        async with connect(f"ws://{host}/ws/{self.link.removeprefix('/t/')}", max_size=None) as socket:

            async def wait(wanted: Any) -> dict[str, Any]:
                message: dict[str, Any] = {}
                while not message or not wanted(message):
                    message = json.loads(await socket.recv())
                return message

            turn = await wait(_my_turn)
            await all_here.wait()
            end = time.monotonic() + args.seconds
            while turn["type"] == "turn" and time.monotonic() < end:
                await asyncio.sleep(rng.uniform(0, 2 * args.think))
                begin, ply = time.monotonic(), turn["ply"]
                await socket.send(json.dumps({"do": "play", "ply": ply, "action": rng.choice(turn["moves"])["id"]}))
                await wait(lambda message: message["type"] == "moves")
                await socket.send(json.dumps({"do": "see", "ply": ply + 1}))
                turns = []
                while (message := json.loads(await socket.recv()))["type"] != "picture":
                    turns += [message] if _my_turn(message) else []
                self.took.append(time.monotonic() - begin)
                turn = turns[-1] if turns else await wait(_my_turn)


def _my_turn(message: dict[str, Any]) -> bool:
    return message["type"] == "over" or bool(message["type"] == "turn" and message["moves"])


def main(args: BenchServeArgs) -> int:
    """Run the command; returns the exit code. Raises RailgymError."""
    report = bench_serve(args) | provenance(command_line("bench serve", args, ("json",), None))
    if args.json:
        print(json.dumps(report))
        return 0
    rows = [
        (name, str(found["clicks"]), *(f"{found[key]:,.0f}" for key in ("median_ms", "p95_ms", "most_ms")))
        for name, found in report["games"].items()
    ]
    title = f"from click to board, {args.games} games at once, {args.think:g} s of thought on average"
    show(make_table(title, ("game", "clicks", "median ms", "95 % within ms", "longest ms"), rows))
    print(", ".join(f"{name} {value}" for name, value in report["system"].items()))
    say(report)
    return 0


def bench_serve(args: BenchServeArgs) -> dict[str, Any]:
    """Start a server, play on it, end it. Returns ``games``: by environment, and over ``all``, ``clicks`` and how long
    they took, ``median_ms``, ``p95_ms``, ``most_ms``; and ``system``."""
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "railgym.cli", "serve", "--port", "0", "--games", folder]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout
            host = server.stdout.readline().partition("http://")[2].partition("/")[0]
            if not host:  # and it has said why
                raise OptionsError("the server that was to be measured did not start")
            people = asyncio.run(_play_all(host, args))
        finally:
            server.terminate()
            server.wait()
    games = {id: _times([t for person in people if person.game == id for t in person.took]) for id in GAMES}
    games["all"] = _times([t for person in people for t in person.took])
    return {"games": {id: found for id, found in games.items() if found["clicks"]}, "system": describe_system()}


async def _play_all(host: str, args: BenchServeArgs) -> list[Person]:
    try:
        import httpx
    except ImportError:
        raise MissingExtraError("dev", "httpx") from None
    people = []
    async with httpx.AsyncClient(base_url=f"http://{host}", timeout=START) as http:
        for number, id in enumerate(islice(cycle(GAMES), args.games)):
            seats = ["human", *(best_bot(make_game(id), role) for role in make_game(id).roles[1:])]
            answer = await http.post("/api/tables", json={"game": id, "seats": seats, "seed": args.seed + number})
            if answer.is_error:
                raise OptionsError(f"{id}: {answer.json()['error']}")
            people.append(Person(id, answer.json()["seats"][0]))
    barrier = asyncio.Barrier(len(people))
    randoms = [random.Random(args.seed + number) for number in range(len(people))]
    await asyncio.gather(*(person.play(host, args, rng, barrier) for person, rng in zip(people, randoms, strict=True)))
    return people


def _times(took: list[float]) -> dict[str, float]:
    if not took:
        return {"clicks": 0}
    ordered = sorted(1000 * t for t in took)
    late = ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
    return {"clicks": len(took), "median_ms": median(ordered), "p95_ms": late, "most_ms": ordered[-1]}
