"""The tools of the server. Their names and results are those of OpenSpiel's server, and some are added."""

import threading
from collections.abc import Callable, Collection
from typing import Any, TypeVar
from uuid import uuid4

from railgym.agents.mcp.session import Session
from railgym.envs.catalog import GAMES, entry_of, make_game
from railgym.envs.core.errors import OptionsError, UnknownNameError, plain
from railgym.envs.text import rules_card

__all__ = ["MOST_SESSIONS", "GameTools"]

MOST_SESSIONS = 200
T = TypeVar("T")


class GameTools:
    """Games of clients, by the ids of their sessions. ``allowed``: codes of agents that the owner has named."""

    def __init__(self, allowed: Collection[str] = ()) -> None:
        self._allowed, self._lock = tuple(allowed), threading.Lock()
        self._sessions: dict[str, Session] = {}

    @property
    def all(self) -> list[Callable[..., Any]]:
        """The functions that become tools."""
        return [
            self.list_games,
            self.game_info,
            self.start_game,
            self.reset_game,
            self.current_player,
            self.legal_actions,
            self.play_action,
            self.get_return,
            self.get_observation,
            self.hint,
            self.why_illegal,
            self.position,
        ]

    def list_games(self) -> list[str]:
        """The short names of all games."""
        return list(GAMES)

    def game_info(self, game_name: str) -> dict[str, Any]:
        """What a game is: its names, its players, its options with their meanings, and its rules on one card, which
        also says how to write an action. Read it before the first game."""
        entry = entry_of(game_name)
        game = make_game(game_name)
        schema = game.options.model_json_schema()["properties"]
        usual = game.options.model_dump(mode="json")
        return {
            "short_name": game_name,
            "long_name": entry.title,
            "chance_mode": "SAMPLED_STOCHASTIC",
            "information": "IMPERFECT_INFORMATION",
            "dynamics": "SEQUENTIAL",
            "utility": "ZERO_SUM" if entry.fewest > 1 else "GENERAL_SUM",
            "max_num_players": entry.most,
            "min_num_players": entry.fewest,
            "min_utility": -1.0,
            "max_utility": 1.0,
            "parameters": {
                name: {"default": usual[name], "meaning": schema[name].get("description", "")} for name in usual
            },
            "action_structs_only": False,
            "action_struct_spec": {},
            "action_struct_example": "",
            "rules": rules_card(game),
        }

    def start_game(
        self,
        game_name: str,
        player_id: int = 0,
        opponents: str | list[str] = "",
        seed: int | None = None,
        options: dict[str, Any] | None = None,
    ) -> str:
        """Start a game, and return the id of its session.

        opponents: codes of agents for the other seats, such as greedy or trained:0.5, one for all of them or one for
        each, as a list or with commas between; by default the best bots. seed: deals the same game again. options:
        options of the game, such as {"num_players": 3}.
        """
        opponents = opponents if isinstance(opponents, str) else ",".join(opponents)
        session = Session(game_name, player_id, opponents, seed, options, self._allowed)
        with self._lock:
            self._make_room()
            id = str(uuid4())
            self._sessions[id] = session
        return id

    def reset_game(self, session_id: str) -> None:
        """Deal the game of a session again; with a given seed, the same one."""
        self._in(session_id, lambda session: session.begin())

    def current_player(self, session_id: str) -> int:
        """The player who is to act; -4 if the game is over."""
        return self._in(session_id, lambda session: session.current_player)

    def legal_actions(self, session_id: str) -> list[str]:
        """The legal actions in words, each with what it costs or yields."""
        return self._in(session_id, lambda session: [session.view.action_words(a) for a in session.view.legal_actions])

    def play_action(self, session_id: str, action: str) -> str:
        """Play an action, by its number or in words. The opponents then play until it is your turn again. Returns the
        next observation, so that no other call is needed."""

        def play(session: Session) -> str:
            session.play(action)
            return session.observation()

        return self._in(session_id, play)

    def get_return(self, session_id: str) -> float:
        """Your result, from -1 to 1; 0 before the end."""
        return self._in(session_id, lambda session: float(session.position.payoffs[session.player]))

    def get_observation(self, session_id: str, detail: str = "") -> str:
        """What you know: the position, what has happened since your last action, and your legal actions with their
        numbers. detail: instead, more about one topic: actions, map, position, a player, a city or another name, or the
        tag of a rule."""

        def observe(session: Session) -> str:
            return session.text.detail(session.view, detail) if detail else session.observation()

        return self._in(session_id, observe)

    def hint(self, session_id: str, agent: str = "") -> list[dict[str, Any]]:
        """The moves that an agent would play for you, the best first; by default the strongest agent of the game."""
        return self._in(session_id, lambda session: session.hint(agent))

    def why_illegal(self, session_id: str, action: str) -> str:
        """The rule that forbids an action now; empty if it is legal."""
        return self._in(session_id, lambda session: session.why_illegal(action))

    def position(self, session_id: str) -> dict[str, Any]:
        """What you know as JSON, in the notation of the game; hidden parts are null or absent."""
        return self._in(session_id, lambda session: session.view.to_dict())

    def _in(self, id: str, act: Callable[[Session], T]) -> T:
        """What a function returns for a session, which no other call uses meanwhile."""
        with self._lock:
            session = self._sessions.get(id)
        if not session:
            raise UnknownNameError(f"no session {plain(id)}; start_game begins one")
        with session.lock:
            return act(session)

    def _make_room(self) -> None:
        """Forget the oldest finished game if there are too many; raises OptionsError if none is finished."""
        if len(self._sessions) < MOST_SESSIONS:
            return
        for id, session in self._sessions.items():
            if session.position.is_over:
                del self._sessions[id]
                return
        raise OptionsError(f"{MOST_SESSIONS} games are going on; finish one before you start another")
