"""One call of a language model over HTTP, repeated where that may help."""

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from http.client import HTTPException, HTTPResponse
from typing import Any
from urllib.error import HTTPError
from urllib.request import HTTPRedirectHandler, ProxyHandler, Request, build_opener

from railgym.agents.llm.settings import Settings
from railgym.envs.core.agent import ForfeitError
from railgym.envs.core.errors import RailgymError

__all__ = ["CallError", "Client", "Completion", "ModelError"]

Message = Mapping[str, str]

TRY_AGAIN = (408, 409, 425, 429, 500, 502, 503, 504, 529)
LONGEST = 5_000_000  # bytes of a response
LONGEST_WAIT = 60.0  # seconds between two tries
CHARACTERS = 3  # of a token, where a server counts none


class ModelError(RailgymError, RuntimeError):
    """A language model that cannot be asked at all, such as without a valid key. It ends the run."""


class CallError(ForfeitError):
    """A call that failed as often as it may."""


@dataclass(frozen=True)
class Completion:
    """A reply, its tokens, whether it was cut off, and how often the call was repeated."""

    text: str
    tokens_in: int
    tokens_out: int
    cut: bool
    retries: int


class _FailedError(Exception):
    """A call that may succeed later, after ``wait`` seconds if the server says so."""

    def __init__(self, reason: str, wait: float | None = None) -> None:
        super().__init__(reason)
        self.wait = wait


class _NoRedirect(HTTPRedirectHandler):
    """A redirect would take the key to another address."""

    def redirect_request(self, *words: Any) -> None:
        return None


class Client:
    """Asks a language model at an address that speaks OpenAI's protocol for chats."""

    def __init__(self, code: str, settings: Settings) -> None:
        self.code, self.settings = code, settings
        self.retries = 0  # of all calls
        self._opener = build_opener(_NoRedirect, *[ProxyHandler({})] * settings.local)

    def complete(self, messages: Sequence[Message]) -> Completion:
        """The model's reply. Raises CallError after the last try, and ModelError where another try cannot help."""
        tries, wait = 0, self.settings.wait
        while True:
            try:
                return self._completion(self._post(self.body(messages)), messages, tries)
            except _FailedError as error:
                if tries >= self.settings.retries:
                    raise CallError(f"{self.code} forfeits: {error}, {tries + 1} times") from None
                time.sleep(min(LONGEST_WAIT, wait if error.wait is None else error.wait))
                tries, wait = tries + 1, 2 * wait
                self.retries += 1

    def body(self, messages: Sequence[Message]) -> dict[str, Any]:
        """What is sent."""
        given = self.settings
        body = {"model": given.model, "messages": list(messages), "max_tokens": given.max_tokens}
        if given.temperature is not None:
            body["temperature"] = given.temperature
        return body | given.body

    def _post(self, body: Mapping[str, Any]) -> Any:
        headers = {"Content-Type": "application/json", "User-Agent": "railgym"}
        if self.settings.key:
            headers["Authorization"] = f"Bearer {self.settings.key}"
        elif not self.settings.local:
            raise ModelError(f"{self.code}: set the environment variable {self.settings.key_variable} to your key")
        address = f"{self.settings.address.rstrip('/')}/chat/completions"
        request = Request(address, json.dumps(body).encode(), headers)
        end = time.monotonic() + self.settings.seconds
        try:
            with self._opener.open(request, timeout=self.settings.seconds) as response:
                data = self._read(response, end)
        except HTTPError as error:
            raise self._refused(error) from None
        except TimeoutError:
            raise _FailedError(f"no reply in {self.settings.seconds:g} s") from None
        except (OSError, HTTPException) as error:
            reason = getattr(error, "reason", error)
            late = isinstance(reason, TimeoutError)
            words = (
                f"no reply in {self.settings.seconds:g} s" if late else f"{address}: {reason or type(error).__name__}"
            )
            raise _FailedError(" ".join(words.split())) from None
        try:
            return json.loads(data)
        except (ValueError, RecursionError):
            raise _FailedError(f"{address} sent {data[:60]!r}, which is not JSON") from None

    def _read(self, response: HTTPResponse, end: float) -> bytes:
        """The whole body; raises TimeoutError also where a server sends it drop by drop."""
        data = b""
        while part := response.read1(65_536):
            data += part
            if time.monotonic() > end:
                raise TimeoutError
            if len(data) > LONGEST:
                raise _FailedError(f"the response is longer than {LONGEST:,} bytes")
        return data

    def _refused(self, error: HTTPError) -> Exception:
        """What follows from a status that is not OK."""
        try:
            words = " ".join(error.read(2_000).decode(errors="replace").split())[:200]
        except (OSError, HTTPException):
            words = ""
        words = words.replace(self.settings.key, "KEY") if self.settings.key else words
        said = f"HTTP status {error.code}{f': {words}' if words else ''}"
        if error.code not in TRY_AGAIN:
            return ModelError(f"{self.code}: {said}")
        after = error.headers.get("Retry-After", "")
        return _FailedError(said, float(after) if after.isdecimal() else None)

    def _completion(self, data: Any, messages: Sequence[Message], tries: int) -> Completion:
        try:
            choice = data["choices"][0]
            content = choice["message"].get("content") or ""
            text = content if isinstance(content, str) else "".join(str(part.get("text", "")) for part in content)
            used = data.get("usage") or {}
            asked = sum(len(message["content"]) for message in messages)
            return Completion(
                text,
                int(used.get("prompt_tokens", asked // CHARACTERS)),
                int(used.get("completion_tokens", len(text) // CHARACTERS)),
                choice.get("finish_reason") == "length",
                tries,
            )
        except (KeyError, IndexError, TypeError, AttributeError, ValueError):
            raise _FailedError("the response has no choices[0].message") from None
