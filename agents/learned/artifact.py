"""A trained agent on disk: a folder with ``agent.json`` (what it is) and ``policy.onnx`` (what it knows).

Nothing in it can run code. Before a network plays, its card is compared with the game: whatever field does not match is
named.
"""

import json
import os
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import numpy as np
from pydantic import AliasChoices, BaseModel, ConfigDict, Field

from railgym.envs.core.data_files import fit
from railgym.envs.core.errors import ArtifactError, OptionsError
from railgym.envs.core.game import PLAYER, Array, Game
from railgym.envs.core.map_shape import MAPS, MapShape, shape_of

__all__ = [
    "EXPONENT",
    "AgentCard",
    "GameCard",
    "SkillLevel",
    "SkillLevels",
    "card_for",
    "folder_of",
    "former_versions",
    "game_for",
    "is_agent",
    "read_card",
    "shipped_agents",
    "shipped_folder",
    "version_of",
]

EXPONENT = 0.5  # of the skill, where a card does not say another


class GameCard(BaseModel):
    """What something that was made for a game says of it. All of it has to match the game that it is used with."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    game: str
    actions: str
    """Hash of the action table's plans."""
    encoder: str = "vector"
    """Name of the encoder whose observations the network reads."""
    observation: str
    """Hash of the observation layout."""
    observation_size: int
    num_actions: int
    options: dict[str, Any]
    """The rule options that the agent was trained with."""
    room: dict[str, int] = {}
    """For a network over tables: the numbers of rows of each kind, and of actions of each block outside of tables, that
    the network has room for. The agent plays on all maps that fit."""


class SkillLevel(BaseModel):
    """The results of an agent at one skill level."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    skill: float = Field(validation_alias=AliasChoices("skill", "dial"))
    win_rate: float
    """The mean over the evaluation opponents."""
    ci95: tuple[float, float]
    against: dict[str, float] = {}
    """Win rate among rivals of each kind; empty in a game for one."""
    rating: float | None = None
    """Rating above skill 0 in log odds, from the results among all rivals; None in a game for one."""


class SkillLevels(BaseModel):
    """The results of an agent at each skill level: from 0 to 1, or from -1 if its role has a kind bot."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    command: str
    """What measured it."""
    options: dict[str, Any]
    """Rule options that it was measured with."""
    games: int
    """The number of games at every level against every rival."""
    levels: tuple[SkillLevel, ...] = Field(validation_alias=AliasChoices("levels", "settings"))


class AgentCard(GameCard):
    """``agent.json``: the game, and where the agent comes from."""

    role: str = PLAYER
    """What it plays as."""
    name: str
    railgym: str
    """Version that made it."""
    command: str
    commit: str | None
    seed: int
    timesteps: int
    """Decisions of the learner in the last run of the command."""
    seconds: float | None = None
    """How long that took."""
    machine: str | None = None
    """What it ran on."""
    config: dict[str, Any]
    robustness: dict[str, Any] = {}
    """Its worst case and its rating over the zoo, with the command that printed them."""
    strength: dict[str, Any] = {}
    """Measured results by opponent, with the command that printed them."""
    exponent: float = EXPONENT
    """The skill to this power is the share of decisions that the network takes."""
    sharpness: float | None = Field(None, gt=0)
    """It samples from its policy, with logits times this factor; None: it plays its best moves."""
    skill_levels: tuple[SkillLevels, ...] = Field((), validation_alias=AliasChoices("skill_levels", "dials"))
    """Its results at each skill level, once measured (``python -m railgym.training.release.skill_levels``)."""

    def payoffs(self, values: Array) -> Array:
        """What seats may expect to be paid, float32 in [-1, 1], by what the network says of their positions: it was
        taught to expect what its learner was paid. (The share of the win that goes with a payoff is taken to be that of
        evenly spread places; a margin is taken as a part of the result.)"""
        reward, seats = self.config.get("reward", {}), max(2, self.options["num_players"])
        result, win = reward.get("result", 1.0), reward.get("win", 0.0)
        payoffs: Array = (values - win / seats) / max(result + win * (seats - 1) / seats, 1e-6)
        return np.clip(payoffs, -1, 1)

    def skill_levels_for(self, options: dict[str, Any]) -> SkillLevels | None:
        """The skill levels measured with the most of these options, or None."""
        return max(self.skill_levels, key=lambda levels: len(levels.options.items() & options.items()), default=None)


def card_for(game: Game, shape: MapShape | None = None) -> dict[str, Any]:
    """The fields of a card that are fixed by the game, or by the ``shape`` in which a network over tables reads it;
    options come before the hashes that follow from them."""
    if shape:
        return {
            "game": game.id,
            "options": game.options.rules(),
            "room": shape.room,
            "actions": shape.hash,
            "encoder": game.observation_layout.encoder,
            "observation": shape.hash,
            "observation_size": shape.size,
            "num_actions": shape.num_actions,
        }
    return {
        "game": game.id,
        "options": game.options.rules(),
        "actions": game.actions.plans_hash,
        "encoder": game.observation_layout.encoder,
        "observation": game.observation_layout.hash,
        "observation_size": game.observation_layout.size,
        "num_actions": game.actions.num_plans,
    }


def read_card(folder: Path | Traversable) -> AgentCard:
    """Read ``agent.json``; raises ArtifactError naming the file and what is wrong."""
    file = folder / "agent.json"
    if missing := [name for name in ("agent.json", "policy.onnx") if not (folder / name).is_file()]:
        hint = ""
        if (folder / "agent" / "agent.json").is_file():
            hint = f"; there is one in {folder / 'agent'}"
        for run in (folder, folder.parent) if not hint and isinstance(folder, Path) else ():
            if (run / "checkpoint.pt").is_file():
                hint = f"; the run has not ended: continue it with railgym train {run / 'config.yaml'} --resume"
                break
        if len(missing) == 1 and not hint:
            raise ArtifactError(f"{folder}: {missing[0]} is missing; copy the whole folder of the agent")
        raise ArtifactError(f"{folder}: no trained agent here (agent.json and policy.onnx expected){hint}")
    faults: list[str] = []
    try:
        card = fit(AgentCard, json.loads(file.read_text(encoding="utf-8")), lambda _, text: faults.append(text))
    except ValueError as error:
        card, faults = None, [str(error)]
    if card is None:
        raise ArtifactError(f"{file}: not a card of a trained agent: {faults[0]}; copy it again")
    return card


def game_for(card: GameCard, game: Game, name: object, any_table: bool = False) -> Game:
    """The game, observed as what a card belongs to observes it. Raises ArtifactError, which begins with ``name`` and
    names the first field of the card that does not match; of the options, all that differ.

    ``any_table``: accept another number of players and other ``non_rule_options``, as the observation is the same at
    every table, and from a network over tables another map that it has room for.
    """
    if card.game == game.id and card.encoder in game.encoders:
        game = game.encoded_by(card.encoder)
    for field, ours in card_for(game, _shape_of(card, game, name)).items():
        theirs = getattr(card, field)
        if field == "options":
            theirs = game.options.completed(theirs)
            keys = sorted(set(ours) | set(theirs))
            at_any = game.options.non_rule_options | (MAPS if card.room else frozenset())
            different = [k for k in keys if ours.get(k) != theirs.get(k) and not (any_table and k in at_any)]
            if different:
                made, has = (", ".join(f"{k}={options.get(k)}" for k in different) for options in (theirs, ours))
                raise ArtifactError(
                    f"{name}: made with {'options' if different[1:] else 'option'} {made}, this game has {has}; "
                    f"play with {made}, or choose another one"
                )
        elif ours != theirs:
            raise ArtifactError(f"{name}: made for {field} {theirs!r}, this game has {ours!r}; choose another one")
    return game


def _shape_of(card: GameCard, game: Game, name: object) -> MapShape | None:
    """The shape in which an agent with a network over tables reads the game; None for others."""
    try:
        return shape_of(game, card.room) if card.room else None
    except OptionsError as error:
        raise ArtifactError(f"{name}: {error}, play on a smaller map, or choose another agent") from None


def shipped_agents(version: int = 0) -> dict[str, AgentCard]:
    """The agents that come with railgym: folder name -> card. ``version``: those that shipped before, from 1 on."""
    root = shipped_folder("", version)
    if not root.is_dir():
        return {}
    folders = sorted((f for f in root.iterdir() if (f / "agent.json").is_file()), key=lambda f: f.name)
    return {f.name: read_card(f) for f in folders}


def former_versions() -> list[int]:
    """The numbers of the sets of agents that shipped before, the oldest first."""
    root = files(__package__) / "former"
    return sorted(int(f.name) for f in root.iterdir() if f.name.isdecimal()) if root.is_dir() else []


def is_agent(code: str) -> bool:
    """Whether a code names a trained agent without further settings: ``trained``, ``former:N``, or ``file:FOLDER``."""
    return version_of(code) is not None or folder_of(code) is not None


def version_of(code: str) -> int | None:
    """The version of the agents that come with railgym which a code names: 0 for ``trained``, N for ``former:N``; None
    for other codes."""
    kind, _, number = code.partition(":")
    if code == "trained":
        return 0
    return int(number) if kind == "former" and number.isdecimal() else None


def folder_of(code: str) -> Path | None:
    """The folder that ``file:FOLDER`` names; None for other codes."""
    return Path(os.path.expanduser(code.removeprefix("file:"))) if code.startswith("file:") else None


def shipped_folder(name: str, version: int = 0) -> Traversable:
    """Where a shipped agent lies; ``version``: one that shipped before, from 1 on."""
    return files(__package__) / (f"former/{version}" if version else "shipped") / name
