"""What a value should be, in words: of every kind of value that options and configs have."""

from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from railgym.envs.core.validation_messages import keys_at, validation_message


class Part(BaseModel):
    """A model in a model."""

    model_config = ConfigDict(extra="forbid")

    rate: float = Field(0.5, gt=0, lt=1)


class Whole(BaseModel):
    """Fields of all kinds."""

    model_config = ConfigDict(extra="forbid")

    number: int = Field(1, ge=1, le=6)
    least: int | None = Field(None, ge=1)
    steps: int = Field(500, gt=0, multiple_of=500)
    share: float = Field(1, gt=0, le=1)
    flag: bool = False
    word: str = ""
    choice: Literal[110, 125, 135] = 125
    only: Literal["one"] = "one"
    several: Literal["a", "b"] | tuple[Literal["a", "b"], ...] = "a"
    pair: tuple[int, Annotated[float, Field(le=5)]] = (1, 2)
    weights: dict[str, float] = Field(default_factory=dict)
    part: Part | None = None
    even: int = 2

    @field_validator("even")
    @classmethod
    def _is_even(cls, even: int) -> int:
        if even % 2:
            raise ValueError("Even numbers alone")
        return even


WRONG: dict[str, tuple[Any, str]] = {
    "int_parsing": ({"number": "two"}, "give a whole number from 1 to 6"),
    "int_type": ({"number": []}, "give a whole number from 1 to 6"),
    "int_from_float": ({"number": 2.5}, "give a whole number from 1 to 6"),
    "less_than_equal": ({"number": 7}, "give a whole number from 1 to 6"),
    "greater_than_equal": ({"least": 0}, "give a whole number of at least 1, or none"),
    "multiple_of": ({"steps": 700}, "give a whole number above 0, a multiple of 500"),
    "float_parsing": ({"share": "half"}, "give a number above 0 and up to 1"),
    "less_than": ({"part": {"rate": 1}}, "give a number above 0 and below 1"),
    "bool_parsing": ({"flag": "perhaps"}, "give true or false"),
    "string_type": ({"word": 5}, "give words, in quotation marks if need be"),
    "literal_error": ({"choice": 120}, "give 110, 125 or 135"),
    "one word": ({"only": "two"}, "give 'one'"),
    "union": ({"several": "c"}, "give 'a' or 'b', or a list of them"),
    "item of a union": ({"several": ["a", "c"]}, "give 'a' or 'b'"),
    "tuple_type": ({"pair": 5}, "give a list, as in [a, b]"),
    "item": ({"pair": [1, 6]}, "give a number up to 5"),
    "dict_type": ({"weights": 5}, "give names with what belongs to them, as in name: ..."),
    "value": ({"weights": {"planner": "much"}}, "give a number"),
    "key": ({"weights": {5: 1.0}}, "give words, in quotation marks if need be"),
    "model_type": ({"part": 5}, "give keys with their values, as in key: value, or none"),
    "value_error": ({"even": 3}, "even numbers alone"),
}


@pytest.mark.parametrize("case", WRONG)
def test_remedy__says_what_a_value_should_be(case: str) -> None:
    values, wanted = WRONG[case]
    with pytest.raises(ValidationError) as caught:
        Whole(**values)
    faults = caught.value.errors()
    assert validation_message(faults[-1 if case == "item of a union" else 0], Whole, "give") == wanted


def test_keys__are_those_beside_one_another() -> None:
    assert keys_at(Whole, ("numbre",))[:2] == ("number", "least")
    assert keys_at(Whole, ("part", "rat")) == ("rate",)
    assert keys_at(Whole, ("weights", "planner")) == ()
