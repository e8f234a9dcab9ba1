"""One game of a client: its position, its player, and the bots in the other seats."""

import secrets
import threading
from collections.abc import Collection, Mapping
from typing import Any

from railgym.agents.human.hints import make_adviser, top_moves
from railgym.agents.registry import build_agent, parse_agent
from railgym.agents.seating import best_bot, game_for_seats, split_codes
from railgym.agents.visitors import SEEDS, check_agent, check_options
from railgym.envs.catalog import GAMES
from railgym.envs.core.agent import Agent
from railgym.envs.core.errors import ArgumentError, IllegalActionError, OptionsError
from railgym.envs.core.game import Game
from railgym.envs.core.position import Position, View
from railgym.envs.text import Choice, Refusal, TextSeat

__all__ = ["OVER", "Session"]

OVER = -4  # the current player of a finished game, as in OpenSpiel
HINTS = 3


class Session:
    """A game in which the client is ``player``. Only one thread at a time may use it: the holder of ``lock``.

    All that it returns is made from the view of the player.
    """

    def __init__(
        self,
        id: str,
        player: int,
        opponents: str = "",
        seed: int | None = None,
        options: Mapping[str, Any] | None = None,
        allowed: Collection[str] = (),
    ) -> None:
        check_options(options or {})
        self.lock, self.allowed = threading.Lock(), allowed
        self.game = _game(id, options or {})
        if not 0 <= player < self.game.num_players:
            raise ArgumentError(f"player_id {player}: {id} has the players 0 to {self.game.num_players - 1}")
        self.player, self.seed = player, seed
        self.bots = self._bots(opponents)
        self.begin()

    def _bots(self, opponents: str) -> dict[int, Agent]:
        """The bots by seat: the best of the game by default; one code for all seats, or one for each."""
        seats = [seat for seat in range(self.game.num_players) if seat != self.player]
        codes = split_codes(opponents) if opponents else tuple(best_bot(self.game, self.game.roles[s]) for s in seats)
        if len(codes) not in (1, len(seats)):
            raise OptionsError(f"opponents {opponents!r}: name one agent, or {len(seats)}, one for each other seat")
        codes = codes * len(seats) if len(codes) == 1 else codes
        return {seat: self._make(code, seat) for seat, code in zip(seats, codes)}

    def _make(self, code: str, seat: int) -> Agent:
        spec = parse_agent(code)
        check_agent(spec, self.allowed)
        return build_agent(spec, self.game, self.game.roles[seat])

    def begin(self) -> None:
        """Deal a new game; with a given seed, the same again. Bots play until it is the player's turn."""
        self.position: Position = self.game.new_position(secrets.randbelow(SEEDS) if self.seed is None else self.seed)
        self.text = TextSeat(self.game)
        self._observed: tuple[int, str] = (-1, "")
        for seat, bot in self.bots.items():
            bot.reset(seat, secrets.randbelow(SEEDS) if self.seed is None else self.seed + seat)
        self._let_bots_play()

    def _let_bots_play(self) -> None:
        while not self.position.is_over and self.position.current_player != self.player:
            self._play(self.bots[self.position.current_player].act(self.position.view()))

    def _play(self, action: int) -> None:
        self.position.play_id(action)
        self.text.tell(self.position.event_words(self.player))

    @property
    def view(self) -> View:
        """What the player knows."""
        return self.position.view(self.player)

    @property
    def current_player(self) -> int:
        return OVER if self.position.is_over else self.position.current_player

    def observation(self) -> str:
        """The observation at this decision; the same text until an action is played. The rules card is in
        ``game_info``."""
        if self._observed[0] != self.position.ply:
            text = self.text.observe(self.view)
            result = self.position.result
            self._observed = (self.position.ply, f"{text}\nGame over: {result.words}" if result else text)
        return self._observed[1]

    def play(self, words: str) -> None:
        """Play the player's action, by its number or its words. Raises IllegalActionError, with nothing changed."""
        if self.position.is_over:
            raise IllegalActionError("the game is over; reset_game deals another one")
        match self.text.read(self.view, words):
            case Choice(action):
                self._play(action)
            case Refusal(reason):
                raise IllegalActionError(reason)
            case _:
                raise IllegalActionError("write an action; details are read with get_observation")
        self._let_bots_play()

    def hint(self, code: str) -> list[dict[str, Any]]:
        """The moves that an agent would play for the player, the best first."""
        if self.position.is_over:
            raise IllegalActionError("the game is over")
        if code:
            check_agent(parse_agent(code), self.allowed)
        adviser = make_adviser(self.game, self.game.roles[self.player], code)
        adviser.reset(self.player, 0)
        view = self.view
        moves, _ = top_moves(adviser, view, HINTS)
        return [
            {"action": move.action, "words": view.action_words(move.action), "share": move.share, "agent": adviser.code}
            for move in moves
        ]

    def why_illegal(self, words: str) -> str:
        """The rule that forbids an action now; empty if it is legal."""
        if self.position.is_over:
            return "the game is over"
        answer = self.text.read(self.view, words)
        return answer.reason if isinstance(answer, Refusal) else ""


def _game(id: str, options: Mapping[str, Any]) -> Game:
    """The game with these options. Raises RailgymError."""
    seats = options.get("num_players") if id in GAMES and GAMES[id].most > 1 else None
    return game_for_seats(id, seats if isinstance(seats, int) else None, dict(options))
