"""Every game as a TextArena environment: ``textarena.make("railgym/rail_baron_cards_v0")``."""

import secrets
from functools import partial
from typing import Any

from railgym.envs.catalog import GAMES, make_game
from railgym.envs.core.errors import MissingExtraError, OptionsError
from railgym.envs.core.position import Position
from railgym.envs.text import Choice, Request, TextSeat, detail

try:
    import textarena as ta
except ImportError:
    raise MissingExtraError("textarena", "textarena") from None

__all__ = ["PREFIX", "TextArenaEnv", "register"]

PREFIX = "railgym/"
SEEDS = 2**53  # of games that have no given seed
DETAILS = 3  # requests for details that a decision may make; more are errors


class TextArenaEnv(ta.Env):  # type: ignore[misc]
    """A game of the catalog with its options.

    The prompt of each player is the rules card. At each decision the player gets an observation with numbered legal
    actions, and replies with ``[14]``, ``ACTION 14`` or ``DETAIL topic``. A reply without a legal action is answered
    with the reason; more than ``error_allowance`` of them in one decision lose the game. Rewards are payoffs in
    [-1, 1].
    """

    def __init__(self, game: str, error_allowance: int = 3, **options: Any) -> None:
        make_game(game, **options)  # so that a wrong option is refused now
        self.id, self.error_allowance, self.options = game, error_allowance, options
        self.position: Position

    def reset(self, num_players: int, seed: int | None = None) -> None:
        """Deal a game, the one of ``game.new_position(seed)``. Raises OptionsError for a wrong number of players."""
        seats = {} if GAMES[self.id].most == 1 or "railbot" in self.options else {"num_players": num_players}
        game = make_game(self.id, **(self.options | seats))
        if game.num_players != num_players:
            raise OptionsError(f"{self.id} with these options has {game.num_players} seats, not {num_players}")
        self.position = game.new_position(secrets.randbelow(SEEDS) if seed is None else seed)
        self.seats = [TextSeat(game) for _ in game.roles]
        self.state = ta.FFAMultiPlayerState(num_players, seed=seed, error_allowance=self.error_allowance)
        self.state.reset(game_state={}, player_prompt_function=partial(_prompt, self.seats[0].card))
        self._ask()

    def step(self, action: str) -> tuple[bool, dict[str, Any]]:
        """Take the reply of the current player."""
        player = self.state.current_player_id
        self.state.add_observation(
            from_id=player, to_id=player, message=action, observation_type=ta.ObservationType.PLAYER_ACTION
        )
        view = self.position.view()
        answer = self.seats[player].read(view, action)
        if isinstance(answer, Choice):
            self._play(answer.action)
        elif isinstance(answer, Request) and self._details < DETAILS:
            self._details += 1
            self._show(self._detail(answer.topic))
        else:
            reason = "more details are not shown" if isinstance(answer, Request) else answer.reason
            self._refuse(player, reason)
        done, info = self.state.step(rotate_player=False)
        return bool(done), dict(info)

    def _play(self, action: int) -> None:
        self.position.play_id(action)
        for player, seat in enumerate(self.seats):
            seat.tell(self.position.event_words(player))
        if self.position.result is None:
            self._ask()
            return
        self.state.set_game_outcome(dict(enumerate(self.position.result.payoffs)), self.position.result.words)

    def _ask(self) -> None:
        """Show the current player what they know."""
        player, self._details = self.position.current_player, 0
        self.state.manually_set_current_player_id(player, force=True)
        self._shown = self.seats[player].observe(self.position.view())
        self._show("")

    def _show(self, text: str) -> None:
        """Show the current player a text, and the observation again."""
        self.state.add_observation(
            to_id=self.state.current_player_id,
            message=f"{text}\n\n{self._shown}".strip(),
            observation_type=ta.ObservationType.GAME_BOARD,
        )

    def _detail(self, topic: str) -> str:
        try:
            return detail(self.position.view(), topic)
        except LookupError as error:
            return str(error)

    def _refuse(self, player: int, reason: str) -> None:
        """Count an error; the last one loses the game for the player, and the others win."""
        if not self.state.set_invalid_move(reason):
            self._show(f"Refused: {reason}")
            return
        won = 1 / max(1, self.state.num_players - 1)
        rewards = {k: -1.0 if k == player else won for k in range(self.state.num_players)}
        self.state.set_game_outcome(rewards, f"player_{player} forfeits: {reason}")


def _prompt(card: str, player_id: int, game_state: dict[str, Any]) -> str:
    return f"You are player_{player_id}.\n\n{card}"


def register() -> None:
    """Make all games known to ``textarena.make``, as ``railgym/ID``. Importing this module does so."""
    wrappers = [ta.wrappers.GameBoardObservationWrapper]
    for id in GAMES:
        if PREFIX + id not in ta.envs.registration.ENV_REGISTRY:
            ta.register(id=PREFIX + id, entry_point=TextArenaEnv, default_wrappers=wrappers, game=id)


register()
