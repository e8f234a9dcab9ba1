"""Options of Night Mail and the record of parameters that the kernels read."""

from typing import Any, ClassVar

import numpy as np
from pydantic import Field

from railgym.envs.core.options import GameOptions

__all__ = ["PARAMS", "NightMailOptions", "build_params"]


class NightMailOptions(GameOptions):
    """Night Mail for 2 or 3 players."""

    cosmetic_options: ClassVar[frozenset[str]] = frozenset({"remember"})

    num_players: int = Field(2, ge=2, le=3, description="How many seats play: 2 or 3.")
    wagons: int = Field(5, ge=2, le=6, description="The train that first has so many wagons arrives.")
    rounds: int = Field(10, ge=1, le=20, description="After so many rounds the night is over.")
    remember: bool = Field(True, description="Whether seats remember the wagons they put under the deck.")


PARAMS = np.dtype([("game", "u8"), ("num_players", "i8"), ("wagons", "i8"), ("rounds", "i8"), ("remember", "i8")])


def build_params(options: NightMailOptions) -> np.ndarray[Any, Any]:
    """The parameters of a game: an array of one record of dtype ``PARAMS``."""
    params = np.zeros(1, PARAMS)
    params["game"] = options.identity
    for name in PARAMS.names[1:]:
        params[name] = getattr(options, name)
    return params
