"""The options of the card game."""

from typing import ClassVar, Literal

from pydantic import Field, ValidationInfo, field_validator

from railgym.envs.core.options import GameOptions

__all__ = ["CardGameOptions", "SoloOptions"]

Edition = Literal["manual", "published", "tiny"]
Memory = Literal["perfect", "human"]


class CardGameOptions(GameOptions):
    """The standard game for 2 to 4 players."""

    cosmetic_options: ClassVar[frozenset[str]] = frozenset({"memory"})

    num_players: int = Field(2, ge=2, le=4, description="How many seats play: 2, 3 or 4.")
    edition: Edition = Field(
        "manual",
        description="manual: as in the manual of RULES.md, nine colours and two decks. published: the cards of the "
        "published game, eight colours and, with fewer than four players, one deck. tiny: eight train cards and three "
        "tickets for two players, for exact solutions.",
    )
    decks: Literal[1, 2] | None = Field(None, description="Train decks played; unset: the edition's rule.")
    score_between: bool = Field(True, description="Score completed tickets between the two decks and set them aside.")
    shuffle_returns: bool | None = Field(
        None, description="Shuffle tickets returned at set-up into the deck; unset: as the edition does."
    )
    memory: Memory | tuple[Memory, ...] = Field(
        "perfect", description="What seats remember of open cards: one word for all seats, or a list with one per seat."
    )

    @field_validator("edition")
    @classmethod
    def _tiny_is_for_two(cls, edition: Edition, info: ValidationInfo) -> Edition:
        if edition == "tiny" and info.data.get("num_players", 2) != 2:
            raise ValueError("the tiny edition is for two players: give num_players=2")
        return edition

    @field_validator("memory")
    @classmethod
    def _one_memory_per_seat(
        cls, memory: Memory | tuple[Memory, ...], info: ValidationInfo
    ) -> Memory | tuple[Memory, ...]:
        seats = info.data.get("num_players", 0)
        if seats and not isinstance(memory, str) and len(memory) != seats:
            raise ValueError(f"give one word, or one for each of the {seats} seats")
        return memory


class SoloOptions(GameOptions):
    """The solo variant against the station clock."""

    cosmetic_options: ClassVar[frozenset[str]] = frozenset({"memory"})

    num_players: Literal[1] = Field(1, description="Always 1.")
    edition: Literal["manual", "published"] = Field(
        "manual",
        description="manual: as in the manual of RULES.md, nine colours and 106 cards. published: the cards of the "
        "published game, eight colours and 96 cards.",
    )
    memory: Memory = Field("perfect", description="Whether the player remembers the on-the-track stack.")
