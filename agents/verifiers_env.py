"""Every game as an environment of verifiers: each player is an interaction of its own.

verifiers imports environments by the name of a top-level module. Write one, and name it in the commands of verifiers::

    # railgym_games.py
    from railgym.agents.verifiers_env import GameEnv, GameTaskset

    __all__ = ["GameEnv", "GameTaskset"]
"""

from collections.abc import Iterator
from contextlib import AsyncExitStack
from itertools import count
from typing import Any

from pydantic import Field

from railgym.agents.registry import make_agent
from railgym.envs.catalog import make_game
from railgym.envs.core.agent import Agent
from railgym.envs.core.errors import MissingExtraError, OptionsError, RailgymError
from railgym.envs.core.game import Game
from railgym.envs.core.position import Position
from railgym.envs.text import Choice, Request, TextSeat

try:
    import verifiers.v1 as vf
except ImportError:
    raise MissingExtraError("verifiers", "verifiers") from None

__all__ = ["GameConfig", "GameEnv", "GameEnvConfig", "GameTask", "GameTaskset"]

HARNESS = {"id": "null"}  # a conversation without tools


class GameData(vf.TaskData):  # type: ignore[misc]
    """``info`` has the game, its options and the seed that deals it."""

    info: dict[str, Any]


class GameTask(vf.Task[GameData]):  # type: ignore[misc]
    """A game to be played."""


class GameConfig(vf.TasksetConfig):  # type: ignore[misc]
    """Which game is played."""

    game: str = "ticket_to_ride_card_v0"
    options: dict[str, Any] = Field({})


class GameTaskset(vf.Taskset[GameTask, GameConfig]):  # type: ignore[misc]
    """The games of the seeds 0, 1, 2 and so on."""

    INFINITE = True

    def load(self) -> Iterator[GameTask]:
        """Raises OptionsError for a game that is not for two."""
        if (game := make_game(self.config.game, **self.config.options)).num_players != 2:
            raise OptionsError(f"{game.id} with these options has {game.num_players} seats: choose a game with two")
        for seed in count():
            info = {"game": self.config.game, "options": self.config.options, "seed": seed}
            yield GameTask(GameData(idx=seed, name=f"{self.config.game}#{seed}", prompt=None, info=info))


class GameEnvConfig(vf.EnvConfig):  # type: ignore[misc]
    """Two players; ``opponent``: the code of an agent of railgym that plays the second seat instead of a model."""

    player0: vf.AgentConfig = vf.AgentConfig(harness=HARNESS)
    player1: vf.AgentConfig = vf.AgentConfig(harness=HARNESS)
    opponent: str = ""
    illegal: int = Field(3, ge=0)
    """How many replies without a legal action a decision may have; one more forfeits the game."""
    details: int = Field(3, ge=0)
    """How many requests for details a decision may have; one more counts as a reply without a legal action."""


class GameEnv(vf.Env[GameEnvConfig]):  # type: ignore[misc]
    """Plays a game. The trace of each model gets its payoff, from -1 to 1, as the reward ``payoff``."""

    async def run(self, task: GameTask, agents: Any) -> None:
        """One game; see :class:`verifiers.v1.Env`."""
        info = task.data.info
        game = make_game(info["game"], **info["options"])
        position, bot = game.new_position(info["seed"]), self._bot(game, info["seed"])
        models = [agents.player0] if bot else [agents.player0, agents.player1]
        seats = [TextSeat(game) for _ in game.roles]
        async with AsyncExitStack() as stack:
            open_now = [await stack.enter_async_context(each.interaction(_seat_task(task, game, k)))
                        for k, each in enumerate(models)]  # fmt: skip
            forfeited = await self._play(position, seats, open_now, bot)
        payoffs = position.payoffs if forfeited is None else [-1.0 if k == forfeited else 1.0 for k in range(2)]
        for k, interaction in enumerate(open_now):
            interaction.trace.record_reward("payoff", float(payoffs[k]))
            interaction.trace.record_metric("forfeit", float(forfeited == k))
            interaction.trace.info["railgym"] = {**info, "seat": k, "plies": position.ply, "forfeited": forfeited}

    def _bot(self, game: Game, seed: int) -> Agent | None:
        if not self.config.opponent:
            return None
        (bot := make_agent(self.config.opponent, game, game.roles[1])).reset(1, seed)
        return bot

    async def _play(
        self, position: Position, seats: list[TextSeat], models: list[Any], bot: Agent | None
    ) -> int | None:
        """Play to the end; returns the player who forfeits, if one does."""
        while not position.is_over:
            player, view = position.current_player, position.view()
            if bot and player == 1:
                action: int | None = bot.act(view)
            elif len(view.legal_actions) == 1:
                action = view.legal_actions[0]
            else:
                action = await self._ask(models[player], seats[player], position)
            if action is None:
                return player
            position.play_id(action)
            for k, seat in enumerate(seats):
                seat.tell(position.event_words(k))
        return None

    async def _ask(self, model: Any, seat: TextSeat, position: Position) -> int | None:
        """The action of a model; None if it forfeits."""
        view, illegal, details = position.view(), 0, 0
        prompt = seat.observe(view)
        while illegal <= self.config.illegal:
            segment = await model.turn(prompt)
            if segment.terminated:
                return None
            answer = seat.read(view, segment.last_reply)
            if isinstance(answer, Choice):
                return answer.action
            if isinstance(answer, Request) and details < self.config.details:
                details += 1
                try:
                    prompt = seat.detail(view, answer.topic)
                except RailgymError as error:
                    prompt = str(error)
                continue
            illegal += 1
            prompt = "No more details. Reply ACTION n." if isinstance(answer, Request) else f"Refused: {answer.reason}"
        return None


def _seat_task(task: GameTask, game: Game, seat: int) -> vf.Task:
    """What a model is told first: the rules card."""
    card = f"You are player_{seat}.\n\n{TextSeat(game).card}"
    return vf.Task(vf.TaskData(idx=task.data.idx, prompt=None, system_prompt=card))
