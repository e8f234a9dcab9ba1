"""The messages between railgym and a program that plays, and their JSON schema."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictInt, StrictStr, TypeAdapter

__all__ = ["PROTOCOL", "Chosen", "Decide", "End", "Hello", "LegalAction", "Ready", "schema"]

PROTOCOL = 1


class _Request(BaseModel):
    model_config = ConfigDict(extra="forbid")


class _Answer(BaseModel):
    """Answers may have more keys, which are ignored."""

    model_config = ConfigDict(extra="ignore")


class Hello(_Request):
    """A new game begins. The program answers with Ready."""

    type: Literal["hello"] = "hello"
    protocol: int = PROTOCOL
    game: str = Field(description="The id of the game, as in `railgym list`.")
    options: dict[str, Any] = Field(description="All options of the game.")
    players: list[str] = Field(description="The names of the players by seat.")
    seat: int = Field(description="The seat of the program, from 0.")
    seed: int = Field(description="The seed for random choices, so that games can be repeated; below 2**53.")
    seconds: float = Field(description="The time for each answer.")


class LegalAction(_Request):
    """One of the actions to choose from."""

    action: int = Field(description="The id of the action.")
    words: str = Field(description="The action in words, with what it costs or yields.")


class Decide(_Request):
    """The program is to act. It answers with Chosen."""

    type: Literal["decide"] = "decide"
    ply: int = Field(description="How many actions have been played.")
    question: str = Field(description="What is to be decided, in words.")
    position: dict[str, Any] = Field(description="What the player knows, in the notation of the game.")
    legal: list[LegalAction]


class End(_Request):
    """The game is over. The program does not answer; another game may follow."""

    type: Literal["end"] = "end"
    payoffs: list[float] = Field(description="The results by seat, from -1 to 1.")


class Ready(_Answer):
    """The answer to Hello."""

    type: Literal["ready"] = "ready"
    name: str = Field(default="", description="What the program is called.")
    error: str = Field(default="", description="Why the program does not play this game.")


class Chosen(_Answer):
    """The answer to Decide."""

    action: StrictInt | StrictStr = Field(description="The id of a legal action, or its words.")


def schema() -> dict[str, Any]:
    """The JSON schema of requests and answers."""
    requests = TypeAdapter[Any](Hello | Decide | End).json_schema(ref_template="#/requests/$defs/{model}")
    answers = TypeAdapter[Any](Ready | Chosen).json_schema(ref_template="#/answers/$defs/{model}")
    return {"protocol": PROTOCOL, "requests": requests, "answers": answers}
