"""A language model as an agent."""

from collections import Counter

from railgym.agents.llm.client import Client, Completion, ModelError
from railgym.agents.llm.settings import Settings
from railgym.envs.core import boundary
from railgym.envs.core.agent import ForfeitError
from railgym.envs.core.errors import UnknownNameError
from railgym.envs.core.game import Game
from railgym.envs.core.position import View
from railgym.envs.text import Choice, Refusal, Request, TextSeat

__all__ = ["LanguageModelAgent"]

KEPT = 2_000  # characters of a reply that the model is shown again


class LanguageModelAgent:
    """Plays what a language model replies. A decision begins a new conversation: the rules card, then the observation,
    then what was asked for or refused. A decision with one legal action asks nothing.

    ``usage`` counts ``calls``, ``tokens_in``, ``tokens_out``, ``retries``, ``illegal`` replies, ``details`` and the
    ``cost``, where a price is known. ``faults`` holds the reasons of forfeits.
    """

    def __init__(self, game: Game, code: str, settings: Settings) -> None:
        self.game, self.code, self.settings = game, code, settings
        self.client = Client(code, settings)
        self.usage: Counter[str] = Counter()
        self.faults: list[str] = []
        self._text = TextSeat(game)
        self._card = self._text.card
        self._seat: int | None = None

    def reset(self, seat: int, seed: int) -> None:
        """A new game; nothing is kept from the last one."""
        self._seat, _ = boundary.sitting(f"{self.code}.reset", self.game, seat, seed)
        self._text = TextSeat(self.game)

    def act(self, view: View) -> int:
        """The action that the model chooses. Raises ForfeitError where it finds none, ModelError where it cannot be
        asked."""
        view = boundary.decision(f"{self.code}.act", self.game, view, self._seat)
        messages = self.prompt(view)
        if len(view.legal_actions) == 1:
            return view.legal_actions[0]
        illegal = details = 0
        while True:
            completion = self._ask(messages)
            match self._text.read(view, completion.text):
                case Choice(action):
                    return action
                case Request(topic):
                    details += 1
                    answer = self._detail(view, topic, details)
                case Refusal(reason):
                    illegal += 1
                    self.usage["illegal"] += 1
                    if illegal > self.settings.illegal:
                        raise self._forfeit(f"{illegal} replies without a legal action, the last one: {reason}")
                    cut = " The reply was cut off: be shorter." if completion.cut else ""
                    answer = f"Refused: {reason[:600]}{cut}\nReply ACTION n."
            messages = [*messages, _message("assistant", completion.text[-KEPT:]), _message("user", answer)]

    def prompt(self, view: View) -> list[dict[str, str]]:
        """The messages with which a decision begins."""
        return [_message("system", self._card), _message("user", self._text.observe(view))]

    def _ask(self, messages: list[dict[str, str]]) -> Completion:
        before = self.client.retries
        try:
            completion = self.client.complete(messages)
        except ForfeitError as error:
            self.faults.append(str(error).partition(" forfeits: ")[2])
            raise
        finally:
            self.usage["retries"] += self.client.retries - before
        self.usage["calls"] += 1
        self.usage["tokens_in"] += completion.tokens_in
        self.usage["tokens_out"] += completion.tokens_out
        self._pay(completion)
        return completion

    def _pay(self, completion: Completion) -> None:
        """Add the cost; raises ModelError once the budget is spent."""
        if self.settings.price:
            cost: Counter[str] = self.usage
            cost["cost"] += self.settings.cost(completion.tokens_in, completion.tokens_out)  # type: ignore[assignment]
        budget = self.settings.budget
        if budget is not None and self.usage["cost"] > budget:
            raise ModelError(f"{self.code}: its games have cost {self.usage['cost']:.4f}, the budget is {budget:g}")

    def _detail(self, view: View, topic: str, number: int) -> str:
        self.usage["details"] += 1
        if number > self.settings.details:
            self.usage["illegal"] += 1
            if number > self.settings.details + self.settings.illegal:
                raise self._forfeit(f"{number} requests for details in a decision")
            return "No more details in this decision. Reply ACTION n."
        try:
            return f"{self._text.detail(view, topic)}\nReply ACTION n, or DETAIL topic."
        except UnknownNameError as error:
            return f"{error}\nReply ACTION n, or DETAIL topic."

    def _forfeit(self, reason: str) -> ForfeitError:
        self.faults.append(reason)
        return ForfeitError(f"{self.code} forfeits: {reason}")


def _message(role: str, content: str) -> dict[str, str]:
    return {"role": role, "content": content}
