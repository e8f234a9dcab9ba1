"""The agents of a table: those that move, those that are asked, and what the person at this machine teaches them."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from railgym.agents.adaptive import AdaptiveAgent
from railgym.agents.adaptive.sitting import Sitting
from railgym.agents.characters import about
from railgym.agents.human.hints import top_moves
from railgym.agents.human.play import agent_seed
from railgym.agents.human.web.lobby import Lobby
from railgym.agents.human.web.review import review
from railgym.agents.human.web.seat import PERSON
from railgym.agents.human.web.table import WebGame
from railgym.agents.own import unguarded
from railgym.envs.core.agent import Agent
from railgym.envs.core.errors import IllegalActionError
from railgym.envs.core.position import View

__all__ = ["Bots"]

HINTS = 3
IDLE = 12  # agents that are kept at a table without a seat


class Bots:
    """Agents by seat and code, on a game of their own, so that they never wait for the table. All methods are for one
    thread. ``offered``: the codes that each role can choose from; ``news``: messages about the profile
    for the person at this machine; ``levels``: by seat and code, the skill levels at which adaptive agents play now.
    """

    def __init__(self, table: WebGame, lobby: Lobby) -> None:
        self._table, self._lobby = table, lobby
        self.game = type(table.game)(**table.game.options.model_dump())
        self.offered = {role: [row["code"] for row in lobby.codes(self.game, role)] for role in set(self.game.roles)}
        self.news: list[str] = []
        self.levels: dict[tuple[int, str], float] = {}
        self._levels_changed = False
        self._agents: dict[tuple[int, str, bool], Agent] = {}
        self._resumed = table.ply > 0
        self._sitting: Sitting | None = None

    def call(self, seat: int, code: str, owner: int | None) -> None:
        """Have the agent of that code ready to move for a seat; raises RailgymError if there is none. ``owner``: the
        seat of the person at this machine, whose profile adaptive agents use and update."""
        if (seat, code, False) not in self._agents:
            self._make(seat, code, False)
            self._introduce(owner)
            self._note_level(seat, code)

    def decide(self, seat: int, code: str, owner: int | None, view: View) -> int:
        """What a bot plays; raises IllegalActionError for what it cannot, and whatever else it raises itself."""
        self.call(seat, code, owner)
        view = self._own(view)
        action = int(self._agents[seat, code, False].act(view))
        self._note_level(seat, code)
        if not view.is_legal(action):
            raise IllegalActionError(f"it chose action {action}, which is not legal")
        return action

    def _note_level(self, seat: int, code: str) -> None:
        agent = self._agents[seat, code, False]
        if isinstance(agent, AdaptiveAgent):
            level = round(agent.current_level, 2)
            self._levels_changed |= self.levels.get((seat, code)) != level
            self.levels[seat, code] = level

    def told(self, seat: int, code: str) -> dict[str, Any]:
        """The ``level`` of an adaptive agent, else None, and what is known ``about`` a character, else nothing."""
        return {"level": self.levels.get((seat, code)), "about": about(code, self.game.id)}

    def take_changed_levels(self) -> bool:
        """Whether a level has changed since the last call."""
        changed, self._levels_changed = self._levels_changed, False
        return changed

    def best(self, seat: int, code: str, view: View) -> Any:
        """The moves that an agent likes best for a seat, and the payoff that it expects."""
        return top_moves(self._asked(seat, code), self._own(view), HINTS)

    def review(self, code: str, seat: int | None) -> Iterator[dict[str, Any] | None]:
        """The finished game, or the choices of a seat in it, through the eyes of an agent."""
        agents = [self._asked(number, code) for number in range(len(self._table.seats))]
        return review(self._table, agents, self.game, seat)

    def count(self) -> None:
        """Update the profile after the game, once, if a person played the seat, not a bot, and took back no turns."""
        sitting, self._sitting = self._sitting, None
        if sitting and not self._table.went_back and not any(seat.stand_in for seat in self._table.seats):
            recording = self._table.recording
            self.news.append(sitting.close(np.array(recording.position.payoffs), recording.header.seed, self._resumed))

    def _own(self, view: View) -> View:
        """A view of the table's game as one of the agents' own game, whose scratch memory is for their thread."""
        return View(self.game, view.record)

    def _asked(self, seat: int, code: str) -> Agent:
        """An agent that does not move itself, but is asked what it would play."""
        return self._agents.get((seat, code, True)) or self._make(seat, code, True)

    def _make(self, seat: int, code: str, asked: bool) -> Agent:
        agent = unguarded(self._lobby.make(code, self.game, self.game.roles[seat]))  # visitors see no details
        agent.reset(seat, agent_seed(self._table.recording.header.seed, seat))
        self._dismiss()
        self._agents[seat, code, asked] = agent
        return agent

    def _dismiss(self) -> None:
        """Keep only the latest agents without a seat, because networks are large and there is no limit on codes."""
        seats = self._table.seats
        idle = [key for key in self._agents if key[2] or seats[key[0]].bot != key[1]]
        for key in idle[:-IDLE]:
            del self._agents[key]

    def _introduce(self, owner: int | None) -> None:
        """Give adaptive agents the profile of their opponent; they know nothing about people at other machines."""
        people = [number for number, seat in enumerate(self._table.seats) if seat.code == PERSON]
        playing = [agent for (seat, _, asked), agent in self._agents.items() if not asked and seat not in people]
        self._sitting = Sitting.of(self.game, playing, people) if owner in people else None
        if self._sitting and self._sitting.note and self._sitting.note not in self.news:
            self.news.append(self._sitting.note)
