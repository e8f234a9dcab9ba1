"""A seat at a table: who plays it, and what is kept about them."""

import secrets
from dataclasses import dataclass, field

from railgym.agents.human.names import PERSON

__all__ = ["PERSON", "Seat", "new_seat"]


@dataclass
class Seat:
    """A seat: the ``code`` it was given; ``token``, the secret that opens it to a person (bots: empty); the bot that
    plays for an absent person, or for one that has ``failed``, if any; the seconds left on its clock, if there is
    one, and those that a turn adds; whether its person is ``ready`` for the clock, or has ``resigned``; and the
    ``name`` that they gave. ``clock``: the seconds to begin with. ``early``: actions chosen before their turn.
    ``by_bot``: the plies at which a bot moved for the person."""

    code: str
    token: str = ""
    stand_in: str = ""
    left: float | None = None
    failed: bool = False
    name: str = ""
    increment: float = 0.0
    ready: bool = False
    resigned: bool = False
    clock: float | None = None
    early: list[int] = field(default_factory=list)
    by_bot: list[int] = field(default_factory=list)

    @property
    def bot(self) -> str:
        """The code of the bot that moves for this seat now; empty: a person does."""
        return self.stand_in or ("" if self.code == PERSON else self.code)


def new_seat(code: str) -> Seat:
    """A seat for a player of this code; that of a person gets a secret."""
    return Seat(code, secrets.token_urlsafe(12) if code == PERSON else "")
