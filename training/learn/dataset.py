"""``railgym dataset``: what a scripted bot, search or another agent decided in whole games, as files to learn from.

A dataset is a folder::

    dataset.json    the game, its options and encoder, expert, role, seed, numbers of games and decisions, command
    part-0000.npz   and so on, each with arrays of as many rows as it holds decisions, N:
        observations  float32 (N, F)            what the seat that decided observed
        masks         uint8 (N, ceil(A / 8))    its legal plans, as numpy.packbits packs them
        actions       int32 (N,)                what the expert chose
        payoffs       float32 (N,)              what the seat got when the game was over, in [-1, 1]
        wins          float32 (N,)              its share of the win, in [0, 1]
        margins       float32 (N,)              its score less the mean of the others', in points
        left          int16 (N,)                decisions that it still had to take in the game, forced ones left out
        seats         int8 (N,)                 which seat it was
        games         int32 (N,)                which game of the dataset

Decisions with one legal plan are left out. All rows of a game are in one part.
"""

import json
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any
from zipfile import BadZipFile

import numpy as np
from pydantic import AliasChoices, Field, ValidationError

import railgym
from railgym.agents.learned.artifact import GameCard, card_for, game_for
from railgym.agents.roles import check_role_option
from railgym.agents.scripted import scripted_bots
from railgym.agents.seating import best_bot
from railgym.envs.core.batch import Batch
from railgym.envs.core.command_line import Option, Positional
from railgym.envs.core.errors import ArtifactError, RailgymError
from railgym.envs.core.game import PLAYER, Array, Game
from railgym.envs.core.limits import GAME_COUNT, SEED
from railgym.envs.core.simulate import CALLER
from railgym.training.arguments import benchmark_codes, command_line, game_with_options
from railgym.training.evaluate.matches import Progress
from railgym.training.evaluate.statistics import margin, win_shares
from railgym.training.learn.experts import Adviser, adviser
from railgym.training.reports import commit_of_checkout, progress_bar

__all__ = ["Dataset", "DatasetArgs", "DatasetCard", "main", "write_dataset"]

NUM_ENVS = 64
PART_BYTES = 64 << 20  # of observations, before they are compressed

COLUMNS = {
    "observations": np.float32,
    "masks": np.uint8,
    "actions": np.int32,
    "payoffs": np.float32,
    "wins": np.float32,
    "margins": np.float32,
    "left": np.int16,
    "seats": np.int8,
    "games": np.int32,
}

Row = tuple[Array, Array, int, int]  # observation, packed mask, action, seat


@dataclass(frozen=True)
class DatasetArgs:
    """Write what an agent decides in many games, for `railgym train` to imitate or for learners of your own.

    The config key imitation.dataset names the folder. For example:

      railgym dataset empire_builder_v0 --encoder plans --games 2000 --out runs/planner-games
      railgym dataset railbot_v0 --encoder plans --expert mcts:100:trained --games 200 --out runs/search-games
    """

    game: Annotated[str, Positional("GAME")]
    """the game, as `railgym list` names it"""
    out: Annotated[Path, Option("FOLDER")]
    """the folder of the dataset, which must not be there yet"""
    expert: Annotated[str, Option("CODE", formerly=("--teacher",))] = "planner"
    """the agent that plays all seats of its role: a scripted bot, search, or a trained agent"""
    role: Annotated[str, Option("ROLE")] = PLAYER
    """whose decisions are written, where seats have roles"""
    encoder: Annotated[str, Option("NAME")] = "vector"
    """what is observed; see the game's page"""
    games: Annotated[int, Option("N"), GAME_COUNT] = 1000
    """how many games"""
    seed: Annotated[int, Option("N"), SEED] = 0
    """the seed of all games and random choices"""
    option: Annotated[tuple[tuple[str, ...], ...], Option("KEY=VALUE")] = ()
    """options of the game"""


class DatasetCard(GameCard):
    """``dataset.json``: the game, and where the decisions come from."""

    role: str
    expert: str = Field(validation_alias=AliasChoices("expert", "teacher"))  # cards before version 0.2 say teacher
    seed: int
    games: int
    decisions: int
    railgym: str
    command: str
    commit: str | None


class DatasetError(RailgymError, OSError):
    """A folder that a dataset cannot be written into."""


def main(args: DatasetArgs) -> int:
    """Run the command; returns the exit code. Raises RailgymError."""
    game = game_with_options(args.game, None, args.option).encoded_by(args.encoder)
    benchmark_codes(args.expert)
    with progress_bar(f"{game.id}: {args.expert}", args.games) as progress:
        command = command_line("dataset", args, ())
        card = write_dataset(game, args.out, args.expert, args.role, args.games, args.seed, command, progress)
    print(f"{card.decisions:,} decisions of {card.games:,} games are in {args.out}; learn from them with")
    print(f"  railgym train CONFIG --override imitation.dataset={args.out}")
    print(f"CONFIG needs encoder: {args.encoder}")
    return 0


def write_dataset(
    game: Game,
    folder: Path,
    expert: str,
    role: str,
    games: int,
    seed: int,
    command: str,
    progress: Progress = lambda games: None,
) -> DatasetCard:
    """Play ``games`` games and write what ``expert`` decided in seats of ``role``; the best bots sit in the others.

    Raises what :func:`railgym.agents.registry.make_agent` raises for the expert, UnknownNameError for a role that the
    game lacks, and DatasetError for a folder that is there already or cannot be made.
    """
    check_role_option(game, role)
    advise = adviser(game, expert, role, seed)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DatasetError(f"{folder}: cannot write a dataset there: {error.strerror}; choose another folder") from None
    if any(folder.iterdir()):
        raise DatasetError(f"{folder}: holds files already; choose another folder")
    writer = _Writer(folder, game)
    for number, (result, rows) in enumerate(_played(game, advise, role, games, seed)):
        writer.add(number, result, rows)
        progress(1)
    writer.close()
    card = DatasetCard(
        **card_for(game),
        role=role,
        expert=expert,
        seed=seed,
        games=games,
        decisions=writer.decisions,
        railgym=railgym.__version__,
        command=command,
        commit=commit_of_checkout(),
    )
    (folder / "dataset.json").write_text(json.dumps(card.model_dump(mode="json"), indent=2) + "\n", encoding="utf-8")
    return card


def _played(game: Game, advise: Adviser, role: str, games: int, seed: int) -> Iterator[tuple[Array, list[Row]]]:
    """The games as they end: the result, a record of ``result_dtype``, and the decisions. Every environment plays its
    share, so that short games are not preferred."""
    num_envs, bots = min(NUM_ENVS, games), scripted_bots(game)
    batch = Batch(game, num_envs, seed, 1, bots)
    own = np.array([there == role for there in game.roles])
    seats = np.where(own, CALLER, bots.in_seats(game.roles, best_bot(game)))
    batch.seat_next(np.arange(num_envs), np.zeros(num_envs, np.int64), np.tile(seats, (num_envs, 1)))
    batch.start()
    left = games // num_envs + (np.arange(num_envs) < games % num_envs)
    rows: list[list[Row]] = [[] for _ in range(num_envs)]
    while (playing := np.flatnonzero(left > 0)).size:
        actions = np.zeros(num_envs, np.int64)
        actions[playing] = advise(batch, playing)
        masks = batch.masks[:, : game.actions.num_plans]
        packed, free = np.packbits(masks, axis=1), (masks.sum(1) > 1) & (actions < game.actions.num_plans)
        for i in playing[free[playing]]:
            rows[i].append((batch.observations[i].copy(), packed[i], int(actions[i]), int(batch.envs["seat"][i])))
        batch.step(actions[playing], playing)
        for i in playing[batch.envs["done"][playing] == 1]:
            yield batch.envs["result"][i].copy(), rows[i]
            rows[i] = []
            left[i] -= 1


class _Writer:
    """Collects games until they fill a part."""

    def __init__(self, folder: Path, game: Game) -> None:
        self.folder, self.seats, self.row_bytes = folder, game.num_players, 4 * game.observation_layout.size
        self.parts = self.decisions = 0
        self.rows: list[tuple[Any, ...]] = []  # in the order of COLUMNS

    def add(self, number: int, result: Array, rows: list[Row]) -> None:
        """Take in one game."""
        payoffs, wins = result["payoff"][: self.seats], win_shares(result["payoff"][: self.seats])
        left = Counter(seat for *_, seat in rows)
        for observation, mask, action, seat in rows:
            left[seat] -= 1
            paid = payoffs[seat], wins[seat], margin(result["scores"][: max(2, self.seats)], seat)
            self.rows.append((observation, mask, action, *paid, left[seat], seat, number))
        if len(self.rows) * self.row_bytes >= PART_BYTES:
            self.close()

    def close(self) -> None:
        """Write what is collected."""
        if self.rows:
            columns = zip(COLUMNS.items(), zip(*self.rows, strict=True), strict=True)
            arrays = {name: np.array(values, dtype) for (name, dtype), values in columns}
            np.savez_compressed(self.folder / f"part-{self.parts:04}.npz", allow_pickle=False, **arrays)
            self.parts += 1
            self.decisions += len(self.rows)
            self.rows = []


class Dataset:
    """A dataset for reading. Raises ArtifactError, naming what is wrong, if there is none, one of another game, other
    rules, another encoder or another role, or one that is not whole."""

    def __init__(self, folder: Path, game: Game, role: str) -> None:
        file = folder / "dataset.json"
        try:
            self.card = DatasetCard(**json.loads(file.read_text(encoding="utf-8")))
        except OSError as error:
            raise ArtifactError(f"{folder}: no dataset here: {error.strerror}: {file.name}") from None
        except (ValueError, TypeError, ValidationError):
            raise ArtifactError(f"{file}: not the card of a dataset; write it again with railgym dataset") from None
        game_for(self.card, game, folder)
        theirs, ours = self.card.encoder, game.observation_layout.encoder
        if theirs != ours:
            raise ArtifactError(
                f"{folder}: observed with the encoder {theirs!r}, the config has {ours!r}; write the dataset again "
                f"with --encoder {ours}"
            )
        if self.card.role != role:
            raise ArtifactError(f"{folder}: decisions of the role {self.card.role}, not {role}")
        self.parts = sorted(folder.glob("part-*.npz"))
        if not self.parts:
            raise ArtifactError(f"{folder}: no part-0000.npz here; write the dataset again")
        there = sum(len(self._read(part, ("actions",))["actions"]) for part in self.parts)
        if there != self.card.decisions:
            told = f"{there:,} of the {self.card.decisions:,} decisions that dataset.json names"
            raise ArtifactError(f"{folder}: its parts hold {told}; copy all of them, or write the dataset again")
        self.actions = game.actions.num_plans

    def batches(self, size: int, rng: np.random.Generator) -> Iterator[dict[str, Any]]:
        """One pass in random order: the columns of up to ``size`` decisions, masks unpacked: int8 (B, A)."""
        for place in rng.permutation(len(self.parts)):
            arrays = self._read(self.parts[place], COLUMNS)
            order = rng.permutation(len(arrays["actions"]))
            for start in range(0, len(order), size):
                rows = {name: values[order[start : start + size]] for name, values in arrays.items()}
                yield rows | {"masks": np.unpackbits(rows["masks"], axis=1, count=self.actions).view(np.int8)}

    def _read(self, part: Path, columns: Iterable[str]) -> dict[str, Array]:
        try:
            with np.load(part) as arrays:
                return {name: arrays[name] for name in columns}
        except (OSError, ValueError, KeyError, BadZipFile, zlib.error):
            raise ArtifactError(f"{part}: cannot be read; write the dataset again") from None
