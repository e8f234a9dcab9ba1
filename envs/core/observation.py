"""Observations are named pieces laid out one after another in one float32 vector."""

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any

import numpy as np

from railgym.envs.core.kernel import kernel

__all__ = ["ObservationLayout", "Piece", "write"]


@dataclass(frozen=True)
class Piece:
    """One part of an observation: ``shape`` floats from ``start`` on, each within ``low .. high``."""

    name: str
    shape: tuple[int, ...]
    low: float
    high: float
    meaning: str
    start: int

    @property
    def size(self) -> int:
        return prod(self.shape)

    @property
    def stop(self) -> int:
        return self.start + self.size


class ObservationLayout:
    """The pieces of one encoder, in order; ``encoder`` is its name."""

    def __init__(self, encoder: str, pieces: Iterable[tuple[str, tuple[int, ...], float, float, str]]) -> None:
        self.encoder = encoder
        self.pieces: dict[str, Piece] = {}
        self.size = 0
        for name, shape, low, high, meaning in pieces:
            self.pieces[name] = Piece(name, shape, low, high, meaning, self.size)
            self.size = self.pieces[name].stop

    def __iter__(self) -> Iterator[Piece]:
        return iter(self.pieces.values())

    def __getitem__(self, name: str) -> Piece:
        return self.pieces[name]

    def split(self, observation: np.ndarray[Any, Any]) -> dict[str, np.ndarray[Any, Any]]:
        """Cut a flat observation (or a batch of them, last axis flat) into named, shaped views."""
        lead = observation.shape[:-1]
        return {p.name: observation[..., p.start : p.stop].reshape(*lead, *p.shape) for p in self}

    def bounds(self) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
        """Float32 vectors of the least and greatest value of every entry."""
        low = np.concatenate([np.full(p.size, p.low, np.float32) for p in self])
        high = np.concatenate([np.full(p.size, p.high, np.float32) for p in self])
        return low, high

    @cached_property
    def hash(self) -> str:
        """Stored in trained agents; equal hashes mean the same entries in the same order."""
        text = self.encoder + "".join(f"|{p.name}{p.shape}{p.low}{p.high}{p.meaning}" for p in self)
        return hashlib.sha256(text.encode()).hexdigest()[:12]


@kernel
def write(out, start, values, unit):
    """Write ``values`` x ``unit`` (float32) into the observation ``out`` from ``start`` on."""
    for i in range(len(values)):
        out[start + i] = np.float32(values[i]) * unit
