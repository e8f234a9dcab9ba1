"""The text that names a random map: ``random:SEED``, and after it optional settings as ``:name=value``.

Settings are separated by colons, as in the codes of agents. Commas are accepted, too.
"""

import re
from dataclasses import dataclass
from difflib import get_close_matches

from railgym.envs.core.errors import OptionsError, meant, plain

__all__ = [
    "CLIMATES",
    "KEPT",
    "RANDOM",
    "SETTINGS",
    "SHAPES",
    "SIZES",
    "TEST_SEEDS",
    "TRAIN_SEEDS",
    "WorldSettings",
    "canonical",
    "is_random",
]

RANDOM = "random:"  # how the text begins
KEPT = 256  # random maps of a game in memory

TRAIN_SEEDS = range(10_000)
"""The seeds of the maps that agents train on."""
TEST_SEEDS = range(1_000_000, 2**32)
"""The seeds of the maps that agents are measured on. No agent trains on them."""

SIZES = ("small", "medium", "large")
SHAPES = ("island", "coast", "peninsula", "isthmus", "inland")
CLIMATES = ("temperate", "dry", "wet", "cold")
SETTINGS = {"size": SIZES, "shape": SHAPES, "climate": CLIMATES}


@dataclass(frozen=True)
class WorldSettings:
    """What determines a world. An empty shape or climate is drawn from the seed."""

    seed: int
    size: str = "medium"
    shape: str = ""
    climate: str = ""

    @classmethod
    def parse(cls, text: str) -> "WorldSettings":
        """The settings that a text names; raises OptionsError with one line that says what there is."""
        seed, *words = [word.strip() for word in re.split("[:,]", text.removeprefix(RANDOM))]
        if not re.fullmatch(r"[0-9]{1,10}", seed) or int(seed) >= 2**32:
            raise OptionsError(
                f"random map {plain(text)}: the seed is {plain(seed)}: write random:SEED, a whole number from 0 to "
                f"{2**32 - 1}, and then, if wanted, {_there()}"
            )
        chosen: dict[str, str] = {}
        for word in words:
            name, equals, value = (part.strip() for part in word.partition("="))
            if not equals or name not in SETTINGS:
                raise OptionsError(f"random map {plain(text)}: no setting {plain(word)}: {_hint(name)}")
            if name in chosen:
                raise OptionsError(f"random map {plain(text)}: {name} is there twice: write it once")
            if value not in SETTINGS[name]:
                raise OptionsError(
                    f"random map {plain(text)}: no {name} {plain(value)}: {meant(value, SETTINGS[name])}"
                )
            chosen[name] = value
        return cls(int(seed), **chosen)

    def __str__(self) -> str:
        """The shortest text that names the same map; settings come in a fixed order."""
        given = {"size": self.size if self.size != "medium" else "", "shape": self.shape, "climate": self.climate}
        return f"{RANDOM}{self.seed}" + "".join(f":{name}={value}" for name, value in given.items() if value)


def is_random(name: str) -> bool:
    """Whether the name of a map is that of a random one."""
    return name.startswith(RANDOM)


def canonical(name: str) -> str:
    """The name of a map; that of a random one as the shortest that means the same."""
    return str(WorldSettings.parse(name)) if is_random(name) else name


def _hint(name: str) -> str:
    near = get_close_matches(name, SETTINGS, 1)
    return f"did you mean :{near[0]}={'|'.join(SETTINGS[near[0]])}?" if near else f"there are {_there()}"


def _there() -> str:
    return ", ".join(f":{name}={'|'.join(values)}" for name, values in SETTINGS.items())
