"""One game that is played over the network: its recording, who sits where, and what each of them may see and do."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from railgym.agents.human.names import Names, called, checked_name
from railgym.agents.human.naming import find_action
from railgym.agents.human.web.chat import Chat
from railgym.agents.human.web.early import check_in_turn, early_position, least_chosen
from railgym.agents.human.web.seat import PERSON, Seat, new_seat
from railgym.agents.human.web.takeback import takeback_floor
from railgym.agents.seating import best_bot
from railgym.envs.core.errors import IllegalActionError, OptionsError, RailgymError, UnknownNameError
from railgym.envs.core.header import FULL, PUBLIC
from railgym.envs.core.position import Position, Reading, View, reveals
from railgym.envs.core.recording import Recording
from railgym.envs.core.replay import Move
from railgym.envs.core.sheets import sheets_to_json
from railgym.envs.guided_game import GuidedGame, guided_game_of

__all__ = ["Choice", "StaleError", "WebGame"]

STRIDE = 32  # moves between two positions that are kept, to be played on from


class StaleError(RailgymError, ValueError):
    """A wish for a position that has passed."""


class GuidedError(RailgymError, ValueError):
    """A move that the guided game does not go on with; the message says why."""


@dataclass(frozen=True)
class Choice:
    """A legal action in words, and its kind."""

    id: int
    words: str
    block: str


class WebGame:
    """A game under way or over. All methods are for one thread; ``viewer`` is a seat, or PUBLIC for those who watch."""

    def __init__(
        self, id: str, recording: Recording, seats: list[Seat] | None = None, chat: Chat | None = None
    ) -> None:
        self.id, self.recording, self.game = id, recording, recording.game
        self.chat = chat or Chat()
        self.went_back = False  # whether moves of several turns were taken back
        self.rematch: list[str | None] = []
        """The links of the rematch, if there is one: of the seats as in this game, and for those who watch."""
        self.seats = seats or [new_seat(code) for code in recording.header.players]
        if seats is None:
            self._take_names(recording.header.names)
        self._guided = guided_game_of(recording.header)
        self._kept: dict[int, Position] = {}

    def warm_up(self) -> None:
        """Load the rules, and draw the parts of pictures that are kept."""
        self.game.new_position(0).view(0).board_svg()

    # --- who is there ---------------------------------------------------------------------------------------------

    def viewer(self, token: str) -> int:
        """The seat that a secret opens; without one, the public. Raises UnknownNameError for a wrong one."""
        if not token:
            return PUBLIC
        for number, seat in enumerate(self.seats):
            if seat.token and secrets.compare_digest(seat.token.encode(), token.encode()):
                return number
        raise UnknownNameError("this link opens no seat of this game; ask for a new one, or watch without it")

    def link(self, viewer: int) -> str | None:
        """The address of the table for a seat, or for the public; None for a seat of a bot."""
        token = "" if viewer == PUBLIC else self.seats[viewer].token
        return f"/t/{self.id}{'/' if token else ''}{token}" if token or viewer == PUBLIC else None

    @property
    def names(self) -> Names:
        """What the players are called: people as they wish, characters by their names, other bots by their codes."""
        given = {number: seat.name for number, seat in enumerate(self.seats)}
        return Names(self.game.seat_names, called(self.game.id, [seat.code for seat in self.seats], given))

    def _take_names(self, names: Sequence[str]) -> None:
        """Call people as a file says, as far as these are names."""
        for number, (seat, name) in enumerate(zip(self.seats, names)):
            if seat.code == PERSON and name != self.names.shown[number]:
                try:
                    seat.name = self._checked_name(number, name)
                except OptionsError:
                    continue  # they are asked again

    def _checked_name(self, seat: int, name: str) -> str:
        others = [other for number, other in enumerate(self.names.shown) if number != seat]
        return checked_name(name, [*others, *self.game.seat_names])

    def rename(self, seat: int, name: str) -> None:
        """Call the person in a seat by a name, also in the file of the game. Raises OptionsError for a name that cannot
        be used, StaleError after the game, OSError."""
        if self.over:
            raise StaleError("the game is over, and the names are in its file")
        chair, name = self.seats[seat], self._checked_name(seat, name)
        before, chair.name = chair.name, name
        try:
            self.recording.name_players(self.names.shown)
        except OSError:
            chair.name = before
            raise

    def check_deletable(self, seat: int) -> None:
        """Raise UnknownNameError unless the person in a seat may delete the game: it is over, or theirs alone."""
        others = any(other.code == PERSON for number, other in enumerate(self.seats) if number != seat)
        if others and not self.over:
            raise UnknownNameError("other people play this game; it can be deleted when it is over")

    @property
    def over(self) -> bool:
        return self.recording.position.is_over

    @property
    def ply(self) -> int:
        """How many moves were made."""
        return len(self.recording.moves)

    @property
    def bot(self) -> str:
        """The code of the bot that has to move; empty: a person has, or the game is over."""
        return "" if self.over else self.seats[self._position.current_player].bot

    def stand_in(self, seat: int, code: str) -> None:
        """Let the bot ``code`` play for the person in a seat, or (empty) the person again. Raises UnknownNameError for
        a seat of a bot, unless that has failed."""
        chair = self.seats[seat]
        if chair.code != PERSON and not chair.failed:
            raise UnknownNameError(f"{self.game.seat_names[seat]} is a bot, not a person")
        self._check_no_step()
        chair.stand_in, chair.failed = code, False
        chair.early.clear()

    def resign(self, seat: int) -> str:
        """Have the best bot play for a person to the end, because no game has a rule for players who leave; returns
        its code. Raises UnknownNameError."""
        chair = self.seats[seat]
        if self.over or chair.resigned:
            raise UnknownNameError("the game is over" if self.over else "you have resigned already")
        self._check_no_step()
        chair.stand_in, chair.resigned = self.best_bot(seat), True
        return chair.stand_in

    def _check_no_step(self) -> None:
        """Raise UnknownNameError while a guided game has steps for its player."""
        if not self.over and self._step is not None:
            raise UnknownNameError("you play the steps of a guided game yourself")

    def best_bot(self, seat: int) -> str:
        return best_bot(self.game, self.game.roles[seat])

    # --- what is seen ---------------------------------------------------------------------------------------------

    @property
    def _position(self) -> Position:
        return self.recording.position

    def reading(self, viewer: int, ply: int | None = None) -> Reading:
        """What ``viewer`` saw after ``ply`` moves (default: sees now). A game that is over hides nothing from the
        public."""
        position = self._position if ply is None else self.position_after(ply)
        return position if self.over and viewer == PUBLIC else position.view(viewer)

    def picture(self, viewer: int, ply: int) -> dict[str, Any]:
        """The position after ``ply`` moves, as a client shows it; raises StaleError for one that there is not."""
        return _shown(self.reading(viewer, self._checked(ply)))

    def position_after(self, ply: int) -> Position:
        """The position after ``ply`` moves, played on from the nearest that was kept."""
        begin = ply - ply % STRIDE
        while begin and begin not in self._kept:
            begin -= STRIDE
        position = self._kept[begin].copy() if begin else self.recording.header.first_position(self.game)
        for done in range(begin, ply):
            position.play(self.recording.actions[done])
            if (done + 1) % STRIDE == 0:
                self._kept[done + 1] = position.copy()
        return position

    def _checked(self, ply: int) -> int:
        if not 0 <= ply <= self.ply:
            raise StaleError(f"there is no position after {ply} moves; {self.ply} were made")
        return ply

    def told(self, move: Move, viewer: int) -> dict[str, Any]:
        """A move as ``viewer`` may know it: ``ply, seat, words`` (None where choices are secret) and ``log``."""
        whom = FULL if self.over else viewer
        open_to = self.game.public_actions or whom in (FULL, move.seat)
        words = move.words if open_to else None
        return {"ply": move.ply, "seat": move.seat, "words": words, "log": move.sentences(self.game, whom)}

    def _deciding(self, viewer: int) -> Position | None:
        """The position in which ``viewer`` decides: in their turn the present one, and one as they may know it of what
        all decide at the same time; None if nothing is for them to decide."""
        if self.over or viewer == PUBLIC or self.seats[viewer].bot:
            return None
        if viewer == self._position.current_player:
            return self._position
        return None if self._guided else early_position(self._position, viewer, self.seats[viewer].early)

    def choices(self, viewer: int) -> list[Choice]:
        """The legal actions, if it is for ``viewer`` to decide."""
        position, actions = self._deciding(viewer), self.game.actions
        if position is None:
            return []
        view = position.view(viewer)
        return [Choice(a, view.action_words(a), actions.block_of(a).name) for a in view.legal_actions]

    def joint_choice(self, viewer: int) -> dict[str, Any] | None:
        """The decisions that ``viewer`` may take in one choice, if there are such, and the least number of ``yes``."""
        position = self._deciding(viewer)
        view = position.view(viewer) if position else None
        joint = view.joint_choice() if view else None
        return {**joint._asdict(), "least": least_chosen(view.sample(0), joint)} if view and joint else None

    def asked_of(self, viewer: int) -> tuple[int, list[Choice], View]:
        """What an adviser of ``viewer`` needs of the position: the number of moves so far, the legal actions, and the
        view."""
        return self.ply, self.choices(viewer), (self._deciding(viewer) or self._position).view(viewer)

    def text(self, viewer: int) -> str:
        """The game as a file: a replay if it is over, else what ``viewer`` may know."""
        replay = self.recording.replay
        return replay.text() if self.over else replay.redacted(self.game, viewer)

    def likely_illegal(self, viewer: int) -> list[dict[str, str]]:
        """The illegal actions that the current player may look for, and why each is illegal."""
        position = self._deciding(viewer)
        if position is None:
            return []
        view = position.view(viewer)
        return [{"words": view.action_words(a), "why": reason} for a, reason in view.likely_illegal().items()]

    def decision(self, viewer: int) -> str:
        """What is asked of the seat to decide, as ``viewer`` may know it."""
        position = self._deciding(viewer)
        return (position.view(viewer) if position else self.reading(viewer)).question()

    # --- what is done ---------------------------------------------------------------------------------------------

    def asked_of_bot(self) -> tuple[int, int, str, View] | None:
        """What a bot has to know, if one has to move: after how many moves, which seat, its code, and what it sees."""
        position = self._position
        return (self.ply, position.current_player, self.bot, position.view()) if self.bot else None

    def play_bot(self, ply: int, code: str, action: int) -> Move | None:
        """Play for the bot ``code`` in the position after ``ply`` moves; None: by now it is not to move."""
        if (self.ply, self.bot) != (ply, code):
            return None
        move = self.recording.play(action)
        if self.seats[move.seat].code == PERSON:
            self.seats[move.seat].by_bot.append(move.ply)
        self._play_early()
        return move

    def play(self, seat: int, ply: int, *actions: int) -> bool:
        """Play actions for a seat, one after another, in the position after ``ply`` moves, and then what others have
        chosen early; in a guided game also the moves that follow. Returns False if the actions are kept for the turn of
        the seat. Raises StaleError, IllegalActionError or GuidedError, and the game stays as it was."""
        position = self._check_turn(seat, ply)
        check_in_turn(position, actions)
        if position is not self._position:
            self.seats[seat].early += actions
            return False
        number = self._step
        if self._guided and number is not None:
            self._play_step(self._guided, number, actions[0])
        else:
            for action in actions:
                self.recording.play(action)
            self._play_early()
        return True

    def _play_step(self, guided: GuidedGame, number: int, action: int) -> None:
        """Play a step of a guided game, and the moves that follow; raises GuidedError for another move."""
        answer = guided.answer(number, self._position, action)
        if answer:
            raise GuidedError(answer)
        self.recording.play(action)
        for words in guided.follow_ups(number):
            self.recording.play(self._position.action_id(words))

    def _play_early(self) -> None:
        """Play what people have chosen before it was their turn."""
        while not self.over and not self.bot and (early := self.seats[self._position.current_player].early):
            if not self._position.is_legal(early[0]):
                early.clear()
                return
            self.recording.play(early[0])
            del early[0]

    @property
    def is_guided(self) -> bool:
        return self._guided is not None

    @property
    def _step(self) -> int | None:
        """The step of the guided game that is to be played; None if there is none."""
        number = self._guided.number_at(self.ply) if self._guided else None
        return None if self._guided is None or number == len(self._guided.steps) else number

    @property
    def guide(self) -> dict[str, Any] | None:
        """What a guided game tells the player now; None in other games, and once the player goes on alone."""
        guided = self._guided
        if guided is None or self.ply > guided.beginnings[-1]:
            return None
        told = guided.told(guided.number_at(self.ply))
        if told["move"]:  # in the words of the list of moves
            told["move"] = self._position.action_words(self._position.action_id(told["move"]))
        return told

    def named(self, seat: int, ply: int, words: str) -> int:
        """The legal action that typed words name. Raises StaleError as :meth:`play` does, IllegalActionError, with the
        rule, for an illegal action, and UnknownNameError."""
        view, names = self._check_turn(seat, ply).view(seat), self.names
        moves = [(choice.id, names.in_text(choice.words)) for choice in self.choices(seat)]
        return find_action(view, words, moves)

    def _check_turn(self, seat: int, ply: int) -> Position:
        """The position in which a seat decides; raises StaleError or IllegalActionError if it does not."""
        if self.over:
            raise StaleError("the game is over")
        if ply != self.ply:
            raise StaleError(f"that was meant for the position after {ply} moves, but {self.ply} were made")
        position = self._deciding(seat)
        if position is None and seat != PUBLIC and (bot := self.seats[seat].bot):
            raise IllegalActionError(f"{bot} plays for you; take your seat back first")
        if position is None:
            raise IllegalActionError(f"it is the turn of {self.game.seat_names[self._position.current_player]}")
        return position

    def undo(self, seat: int, whole: bool) -> int:
        """Take back the last choice of a seat, or all that can be; returns how many moves are left. Raises
        IllegalActionError with the reason."""
        early = [] if seat == PUBLIC else self.seats[seat].early
        if early:
            del early[0 if whole else -1 :]
            return self.ply
        self._check_turn(seat, self.ply)
        if self._step is not None:
            raise IllegalActionError("a guided game only goes on; begin it again in the lobby")
        self.recording.undo(self.recording.undo_floor() if whole else self.ply - 1)
        self._forget_later()
        return self.ply

    def take_back(self, seat: int, ply: int) -> int:
        """Go back to before a seat's last choice, from the position after ``ply`` moves; returns how many moves are
        left. Raises as :func:`takeback_floor`, StaleError, or OSError."""
        if ply != self.ply:
            raise StaleError("another move was made meanwhile")
        to = takeback_floor(self, seat)
        self.recording.go_back(self.position_after(to).copy(), to)
        self.went_back = True
        for other in self.seats:
            other.early.clear()
        self._forget_later()
        return self.ply

    def _forget_later(self) -> None:
        """Drop the records of moves that were taken back."""
        self._kept = {ply: position for ply, position in self._kept.items() if ply <= self.ply}
        for seat in self.seats:
            seat.by_bot = [ply for ply in seat.by_bot if ply < self.ply]

    def preview(self, seat: int, ply: int, action: int) -> dict[str, Any]:
        """What an action would lead to, as far as its seat can know: sentences in ``log``, and the position as a client
        shows it, without a board where that is not known beforehand. Raises as :meth:`play`."""
        position = self._check_turn(seat, ply)
        if position is not self._position:
            return {"log": ["you can change it until your turn, when it is played"], "board": None}
        world = position.view().sample(0)  # the true position could tell something
        before = world.record.copy()
        world.play(action)
        if reveals(self.game, before, action):
            return {"log": ["what comes of it shows when it is played"], "board": None}
        return {"log": world.event_words(seat), **_shown(world.view(seat))}


def _shown(reading: Reading) -> dict[str, Any]:
    """A position as a client shows it: the ``headline``, the ``board`` and its ``legend``, and the ``sheets``."""
    board, legend = reading.board_and_legend()
    sheets = sheets_to_json(reading.sheets())
    return {"headline": reading.headline(), "board": board, "legend": legend, "sheets": sheets}
