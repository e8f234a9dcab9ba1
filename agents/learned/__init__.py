"""Trained agents: networks that play through ONNX Runtime, without torch."""

import os
from importlib.resources import as_file
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import numpy as np

from railgym.agents.learned.artifact import (
    EXPONENT,
    AgentCard,
    former_versions,
    game_for,
    read_card,
    shipped_agents,
    shipped_folder,
)
from railgym.agents.roles import check_role
from railgym.agents.spec import AgentSpec, number_within
from railgym.envs.core import boundary
from railgym.envs.core.errors import ArtifactError, MissingExtraError, RailgymError, UnknownNameError
from railgym.envs.core.game import Array, Game
from railgym.envs.core.map_shape import MAPS, MapReader, Network, shape_of
from railgym.envs.core.position import View

__all__ = [
    "LearnedAgent",
    "formers_of",
    "make_former",
    "make_from_folder",
    "make_trained",
    "shipped_agent",
    "shipped_for",
    "ships_for",
]


class LearnedAgent:
    """A network in a seat. ``skill``, from 0 to 1, may be changed at any time. ``skill ** exponent`` is the share
    of decisions that the network makes; the others are random. (With the share itself, the lower third of the levels
    would not differ, because a few good moves among random ones achieve little.) At skill 1 it samples from its policy
    with logits times ``sharpness``, or plays its best move if that is None. Where waiting is a little more likely than
    acting, the best move waits forever; an agent that samples acts after some time."""

    lowest = 0.0

    def __init__(
        self,
        game: Game,
        code: str,
        network: Network,
        skill: float = 1.0,
        exponent: float = EXPONENT,
        sharpness: float | None = None,
    ) -> None:
        self.code, self._game, self._network, self.skill = code, game, network, skill
        self.exponent, self.sharpness = exponent, sharpness
        self._seat: int | None = None
        self._rng = np.random.default_rng(0)

    def reset(self, seat: int, seed: int) -> None:
        self._seat, seed = boundary.sitting(f"{self.code}.reset", self._game, seat, seed)
        self._rng = np.random.default_rng(seed)

    def act(self, view: View) -> int:
        view = boundary.decision(f"{self.code}.act", self._game, view, self._seat)
        return int(self._choose(self._observe(view)[None], view.action_mask[None])[0])

    def act_batch(self, views: Array, masks: Array, observations: Array, seats: Array) -> Array:
        """Decide in N games at once. ``observations``: float32 (N, F), of the seats that decide, by whatever encoder
        the games have. Returns int64 (N,)."""
        where = f"{self.code}.act_batch"
        views, masks, observations, seats = boundary.decisions(where, self._game, views, masks, observations, seats)
        if observations.shape[1] != self._game.observation_layout.size:
            own = [self._game.rules.encode(views[i : i + 1], int(seat)) for i, seat in enumerate(seats)]
            observations = np.stack(own)
        return self._choose(observations, masks)

    @property
    def encoder(self) -> str:
        """Name of the encoder whose observations the network reads."""
        return self._game.observation_layout.encoder

    @property
    def game(self) -> Game:
        """The game, observed as the network reads it."""
        return self._game

    def predict(self, observations: Array) -> tuple[Array, Array]:
        """The output of the network for observations float32 (N, F): logits of the plans, float32 (N, A), and the
        expected payoffs of the players who observe, float32 (N,) in [-1, 1]."""
        size = self._game.observation_layout.size
        rows = boundary.table(f"{self.code}.predict", "observations", observations, (len(observations), size), "f")
        return self._network(rows.astype(np.float32, copy=False))

    def policy_and_value(self, view: View) -> tuple[Array, float]:
        """The probabilities of all actions (0 beyond the plans), float32 (A,), and the expected payoff in [-1, 1]."""
        view = boundary.decision(f"{self.code}.policy_and_value", self._game, view, self._seat)
        logits, value = self._network(self._observe(view)[None])
        mask, plans = view.action_mask, logits.shape[1]
        masked = np.where(mask[:plans] > 0, logits[0], -np.inf)
        weights = np.exp(masked - masked.max())
        return np.pad(weights / weights.sum(), (0, len(mask) - plans)), float(value[0])

    def _observe(self, view: View) -> Array:
        return self._game.rules.encode(view.record, view.player)

    def _choose(self, observations: Array, masks: Array) -> Array:
        logits, _ = self._network(observations)
        if self.sharpness:
            logits = logits * self.sharpness + self._rng.gumbel(size=logits.shape)
        if self.skill < 1:
            weak = self._rng.random(len(logits)) >= self.skill**self.exponent
            logits = np.where(weak[:, None], self._rng.random(logits.shape), logits)
        actions: Array = np.where(masks[:, : logits.shape[1]] > 0, logits, -np.inf).argmax(1)
        return actions


def network_for(card: AgentCard, game: Game, folder: Path | Traversable) -> Network:
    """The network of an agent for a game that fits its card: observations (N, F) -> logits (N, A), expected payoffs
    (N,). Raises as :func:`load_network` does."""
    network = load_network(folder, card)
    return MapReader(game, shape_of(game, card.room)).of_network(network) if card.room else network


def load_network(folder: Path | Traversable, card: AgentCard) -> Network:
    """The network in ``policy.onnx``, in the shape that it was exported in. Raises ArtifactError if it is none, or not
    the one that the card names."""
    try:
        import onnxruntime
    except ImportError:
        raise MissingExtraError("play", "onnxruntime") from None
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.log_severity_level = 3
    with as_file(folder / "policy.onnx") if isinstance(folder, Traversable) else folder / "policy.onnx" as file:
        try:
            session = onnxruntime.InferenceSession(str(file), options, providers=["CPUExecutionProvider"])
        except Exception as error:  # ONNX Runtime's own error classes are not public
            reason = " ".join(str(error).split())[:160]
            raise ArtifactError(f"{folder}/policy.onnx: damaged, it cannot be read ({reason}); copy it again") from None

    _check_shapes(session, card, folder)

    def network(observations: Array) -> tuple[Array, Array]:
        logits, values = session.run(("logits", "value"), {"observation": observations})
        return logits, card.payoffs(values)

    return network


def _check_shapes(session: Any, card: AgentCard, folder: Path | Traversable) -> None:
    """Raise ArtifactError unless a network takes and gives what its card says."""
    parts = [*session.get_inputs(), *session.get_outputs()]
    there = {part.name: part.shape[-1] for part in parts if part.name != "value"}
    expected = {"observation": card.observation_size, "logits": card.num_actions}
    if there != expected or "value" not in [part.name for part in parts]:
        words = [", ".join(f"{name} of {size}" for name, size in sizes.items()) for sizes in (there, expected)]
        raise ArtifactError(
            f"{folder}: policy.onnx has {words[0]}, but agent.json names {words[1]}: they do not belong together"
        )


def make_trained(game: Game, spec: AgentSpec, role: str) -> LearnedAgent:
    """``trained`` or ``trained:0.4``: the shipped agent for this role in this game for this number of players."""
    return shipped_agent(shipped_for(game, role), game, spec.code, spec.skill)


def make_former(game: Game, spec: AgentSpec, role: str) -> LearnedAgent:
    """``former:1`` or ``former:1:0.8``: the agent for this role that shipped in an earlier version."""
    return shipped_agent(shipped_for(game, role, spec.version), game, spec.code, spec.skill, spec.version)


def ships_for(game: Game, role: str, version: int = 0) -> bool:
    """Whether an agent of this version, 0 for the present one, plays this role in a game."""
    try:
        shipped_for(game, role, version)
    except RailgymError:
        return False
    return True


def formers_of(game: Game, role: str) -> list[int]:
    """The versions in which another agent for this role shipped."""
    return [version for version in former_versions() if ships_for(game, role, version)]


def shipped_agent(name: str, game: Game, code: str, skill: float = 1.0, version: int = 0) -> LearnedAgent:
    """The shipped agent of this name as a player of a game; raises ArtifactError if it does not fit."""
    card, folder = shipped_agents(version)[name], shipped_folder(name, version)
    own = game_for(card, game, code, any_table=True)
    return LearnedAgent(own, code, network_for(card, own, folder), skill, card.exponent, card.sharpness)


def shipped_for(game: Game, role: str | None = None, version: int = 0) -> str:
    """The name of the shipped agent for a role in a game, by default the first seat's: of those that fit it, the one
    whose training was closest to it (:func:`_training_distance`). Raises UnknownNameError if there is none, RoleError
    if all play another role, ArtifactError if none fits."""
    cards = _cards(game, version) if version in (0, *former_versions()) else {}
    if version and not cards:
        versions = ", ".join(f"former:{n}" for n in former_versions() if _cards(game, n)) or "none"
        raise UnknownNameError(f"no former:{version} for {game.id}; there are: {versions}")
    if not cards:
        there = ", ".join(sorted({card.game for card in shipped_agents().values()})) or "none"
        raise UnknownNameError(f"no trained agent for {game.id}; there are trained agents for: {there}")
    role = role or game.roles[0]
    playing = {name: card for name, card in cards.items() if card.role == role}
    if not playing:
        check_role(game, "trained", next(iter(cards.values())).role, role)
    distances, refusals = {}, []
    for name, card in playing.items():
        try:
            game_for(card, game, f"former:{version}" if version else "trained", any_table=True)
            distances[name] = _training_distance(card, game)
        except ArtifactError as error:
            refusals.append(str(error))
    if not distances:
        closest = min(refusals, key=lambda told: told.count("="))  # it names the fewest options to change
        raise ArtifactError(closest)
    return min(distances, key=distances.__getitem__)


def _cards(game: Game, version: int) -> dict[str, AgentCard]:
    """The cards of the agents of a version, 0 for the present one, that play a game."""
    return {name: card for name, card in shipped_agents(version).items() if card.game == game.id}


def _training_distance(card: AgentCard, game: Game) -> tuple[Any, ...]:
    """How far an agent's training was from a game, for comparison: another map; one opponent instead of several, or the
    reverse; several maps instead of one; the difference in the number of players. Last comes the smaller table. The
    options of a card may name the map that it was measured on, so those of its config count."""
    rules, trained = game.options.rules(), card.config["options"]
    maps = MAPS & rules.keys()

    def of_table(changes: dict[str, Any]) -> tuple[Any, ...]:
        table = type(game.options)(**trained | changes).rules()
        players = table["num_players"]
        other_map = any(table[key] != rules[key] for key in maps)
        pair = (players > 2) != (game.num_players > 2)
        return other_map, pair, bool(card.room), abs(players - game.num_players), -players

    return min(map(of_table, ({}, *card.config.get("other_tables", ()))))


def make_from_folder(game: Game, spec: AgentSpec, role: str) -> LearnedAgent:
    """``file:PATH``: a trained agent from a folder."""
    folder = Path(os.path.expanduser(spec.folder))
    whole, _, skill = spec.code.rpartition(":")
    if number_within(skill, 0, 1) is not None and not os.path.exists(folder):
        raise ArtifactError(f"{spec.code}: agents of your own have no skill levels; write {whole}")
    try:
        card = read_card(folder)
    except OSError as error:
        raise ArtifactError(f"{spec.code[:200]}: cannot be read: {error.strerror}") from None
    if card.game == game.id:
        check_role(game, spec.code, card.role, role)
    game = game_for(card, game, folder, any_table=True)
    return LearnedAgent(game, spec.code, network_for(card, game, folder), sharpness=card.sharpness)
