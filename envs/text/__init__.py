"""Games as text: observations in words, and replies in words, for language models and programs in other languages.

:class:`TextSeat` writes what one player knows, with numbered legal actions, and reads replies: a :class:`Choice` of an
action, a :class:`Request` for details, or a :class:`Refusal` that names the rule. :func:`rules_card` explains the game
and the form of a reply. Nothing here needs more than the package alone.
"""

from railgym.envs.text.card import rules_card
from railgym.envs.text.details import detail
from railgym.envs.text.replies import Choice, Refusal, Request, read_reply
from railgym.envs.text.seat import TextSeat

__all__ = ["Choice", "Refusal", "Request", "TextSeat", "detail", "read_reply", "rules_card"]
