"""The settings of a language model: from a code such as ``llm:MODEL?temperature=0``, or from a YAML file."""

import os
from pathlib import Path
from typing import Any, Self
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from railgym.envs.core.errors import OptionsError, meant, plain
from railgym.envs.core.geo.yaml_file import read_value

__all__ = ["Price", "Settings", "read_settings"]

LOCAL = ("localhost", "127.0.0.1", "::1")
MOST_BYTES = 100_000


class Price(BaseModel):
    """Money for a million tokens."""

    model_config = ConfigDict(extra="forbid")

    input: float = Field(ge=0)
    output: float = Field(ge=0)


class Settings(BaseModel):
    """How a language model is asked."""

    model_config = ConfigDict(extra="forbid")

    model: str = Field(min_length=1, description="The name of the model at its address.")
    address: str = Field("https://api.openai.com/v1", description="Where chat/completions is.")
    key_variable: str = Field("OPENAI_API_KEY", description="The environment variable that holds the key.")
    temperature: float | None = Field(None, ge=0, le=5, description="By default that of the model.")
    max_tokens: int = Field(1_000, ge=1, le=1_000_000, description="The longest reply, in tokens.")
    seconds: float = Field(60, gt=0, le=3_600, description="The time for a reply.")
    retries: int = Field(4, ge=0, le=100, description="How often a call that fails is repeated.")
    wait: float = Field(1.0, ge=0, le=600, description="Seconds before the first repetition; twice as many each time.")
    illegal: int = Field(
        3, ge=0, le=100, description="Replies without a legal action in a decision; one more forfeits."
    )
    details: int = Field(3, ge=0, le=100, description="Requests for details that a decision may make.")
    prices: dict[str, Price] = Field({}, description="Prices by model, for a million tokens.")
    budget: float | None = Field(None, gt=0, description="Money for all games together; what exceeds it ends the run.")
    body: dict[str, Any] = Field({}, description="More keys for the body of each call.")

    @model_validator(mode="after")
    def _check(self) -> Self:
        parts = urlsplit(self.address)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError("address: write http://... or https://...")
        if self.budget is not None and self.price is None:
            raise ValueError(f"budget: prices has no {self.model}")
        return self

    @property
    def price(self) -> Price | None:
        """What the model costs, if it is known."""
        return self.prices.get(self.model)

    @property
    def local(self) -> bool:
        """Whether the address is on this machine, so that no key is needed."""
        return urlsplit(self.address).hostname in LOCAL

    @property
    def key(self) -> str:
        """The key, from the environment; empty if there is none."""
        return os.environ.get(self.key_variable, "").strip()

    def cost(self, tokens_in: float, tokens_out: float) -> float:
        """The price of tokens; 0 where no price is known."""
        return (tokens_in * self.price.input + tokens_out * self.price.output) / 1e6 if self.price else 0.0


def read_settings(code: str, argument: str) -> Settings:
    """The settings that follow ``llm:``; a file may be followed by changes, as in ``llm:mine.yaml?temperature=0``.
    Raises OptionsError with one line that names the fault."""
    name, _, query = argument.partition("?")
    given = _from_file(code, Path(name)) if name.endswith((".yaml", ".yml")) else {"model": name}
    for pair in filter(None, query.split("&")):
        key, equals, value = pair.partition("=")
        if not equals:
            raise OptionsError(f"{code[:100]}: {plain(pair)}: write key=value, as in llm:{name}?temperature=0")
        given[key] = value
    try:
        return Settings.model_validate(given)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        if first["type"] == "extra_forbidden":
            known = meant(where, Settings.model_fields)
            hint = " (put the API key into an environment variable)" if "key" in where else ""
            raise OptionsError(f"{code[:100]}: no setting {where!r}{hint}; {known}") from None
        message = " ".join(first["msg"].removeprefix("Value error, ").split())
        raise OptionsError(f"{code[:100]}: {f'{where}: ' if where else ''}{message}") from None


def _from_file(code: str, file: Path) -> dict[str, Any]:
    try:
        text = file.read_text(encoding="utf-8")
        found = read_value(text) if len(text) < MOST_BYTES else None
    except OSError as error:
        raise OptionsError(f"{code[:100]}: {file}: {error.strerror}") from None
    except ValueError as error:
        raise OptionsError(f"{file}: {error}") from None
    if not isinstance(found, dict):
        raise OptionsError(f"{file}: write settings, as in model: NAME")
    return {str(key): value for key, value in found.items()}
