"""Where RLlib trains: a Ray cluster, somewhere else or one of its own on this machine. Importing this needs no ray."""

import logging
import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from railgym.agents.learned.artifact import is_agent
from railgym.envs.core.errors import MissingExtraError, RailgymError
from railgym.envs.core.host import usable_cores
from railgym.training.learn.config import ConfigError, TrainConfig

if TYPE_CHECKING:
    from railgym.training.learn.rllib.engine import RllibEngine
    from railgym.training.learn.trainer import Trainer

__all__ = ["Cluster", "ClusterError", "check_ray"]

PATIENCE = 5.0  # seconds that a machine has to answer
LONG_PATIENCE = 60.0  # seconds that a cluster has to accept a connection
ASK = "import sys, ray; ray.init(sys.argv[1], logging_level=50, log_to_driver=False)"
OBJECT_STORE = 1 << 30  # bytes for rollouts on their way; Ray would take a third of the memory
QUIET = {
    "PYTHONWARNINGS": "ignore",
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
    "RAY_BACKEND_LOG_LEVEL": "fatal",
    "RAY_USAGE_STATS_ENABLED": "0",
}


class ClusterError(RailgymError, OSError):
    """A Ray cluster that cannot be used."""


def check_ray() -> None:
    """Raise MissingExtraError if ray is not installed. A folder named ray, such as /tmp/ray, does not count."""
    found = find_spec("ray")
    if found is None or found.origin is None:
        raise MissingExtraError("distributed", "ray", " in a separate environment")


@dataclass(frozen=True)
class Cluster:
    """``address`` is ``HOST:PORT`` of a cluster (default: one is started here); ``runners`` play games there (default:
    one per core, except the learner's)."""

    address: str | None = None
    runners: int | None = None

    @property
    def words(self) -> tuple[str, ...]:
        """The cluster in words of the command line."""
        address = ("--address", self.address) if self.address else ()
        runners = ("--runners", str(self.runners)) if self.runners else ()
        return ("--engine", "rllib", *address, *runners)

    def check(self, config: TrainConfig) -> None:
        """Raise ConfigError for a key that RLlib cannot honour, MissingExtraError without ray, and ClusterError if
        no cluster answers at the address."""
        check_keys(config)
        self.look()

    def look(self) -> None:
        """Raise OptionsError for a number of runners that cannot be, MissingExtraError without ray, and ClusterError if
        no cluster answers at the address."""
        if self.runners is not None and self.runners < 1:
            raise ConfigError(f"--runners is {self.runners}: write a whole number of at least 1")
        if self.runners is not None and not self.address and self.runners > (cores := usable_cores()):
            raise ClusterError(f"this machine has {cores} cores, too few for --runners {self.runners}")
        check_ray()
        if self.address:
            knock(self.address)
            ask(self.address)

    @contextmanager
    def connected(self) -> Iterator[None]:
        """Be connected to the cluster, which :meth:`check` has found, or to a new one; raises ClusterError if that
        fails."""
        os.environ |= {name: value for name, value in QUIET.items() if name not in os.environ}
        import ray

        where: dict[str, Any] = {"address": self.address}
        if not self.address:
            size = {"num_cpus": self.count_here() + 1, "object_store_memory": OBJECT_STORE}
            where = {"address": "local", "include_dashboard": False, **size}
        try:
            with hushed():
                ray.init(**where, logging_level=logging.CRITICAL, log_to_driver=False)
        except (RuntimeError, OSError, ValueError) as error:
            reason = " ".join(str(error).split())[:200]
            raise ClusterError(f"cannot use Ray {self.address or 'on this machine'}: {reason}") from None
        try:
            self.count()
            yield
        finally:
            ray.shutdown()

    def count_here(self) -> int:
        """How many runners a cluster of this machine alone has."""
        return self.runners or max(1, usable_cores() - 1)

    def count(self) -> int:
        """How many runners the cluster that we are connected to has; raises ClusterError for more than it has cores."""
        import ray

        cores = int(ray.cluster_resources().get("CPU", 0))
        if (self.runners or 1) > cores:
            raise ClusterError(f"the cluster has {cores} cores, too few for --runners {self.runners or 1}")
        return self.runners or max(1, cores - 1)

    def engine(self, trainer: "Trainer") -> "RllibEngine":
        """What trains here after the trainer's learner has imitated."""
        from railgym.training.learn.rllib.engine import RllibEngine

        logging.getLogger("ray.rllib").setLevel(logging.CRITICAL)  # importing it has set another
        return RllibEngine(trainer, self.count())


@contextmanager
def hushed() -> Iterator[None]:
    """Keep what compiled code writes to standard error off the terminal."""
    kept, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)


def check_keys(config: TrainConfig) -> None:
    """Raise ConfigError for a key that this engine cannot honour."""
    for key, value in (
        ("other_tables", list(config.other_tables) or None),
        ("maps", f"random maps of seeds {config.maps.seeds}" if config.maps else None),
        ("league.exploiters.every", config.league.exploiters.every),
        ("ppo.target_kl", config.ppo.target_kl),
        ("device", None if config.device == "cpu" else config.device),
        ("league.agents", config.league.agents or None),
        ("opponents", ", ".join(filter(is_agent, config.opponents)) or None),
    ):
        if value is not None:
            raise ConfigError(f"{key} is {value}: --engine rllib cannot do that; leave it out, or train without it")


def knock(address: str) -> None:
    """Raise ClusterError unless a server listens at ``HOST:PORT``: Ray would try for minutes."""
    host, colon, port = address.rpartition(":")
    if not colon or not re.fullmatch(r"\d{1,5}", port):
        raise ClusterError(f"--address {address}: write HOST:PORT, as `ray start --head` prints it")
    try:
        socket.create_connection((host.strip("[]"), int(port)), PATIENCE).close()
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or error
        raise ClusterError(f"--address {address}: no Ray cluster answers there: {reason}") from None


def ask(address: str) -> None:
    """Raise ClusterError unless what listens there is a cluster that lets us in. Another process asks, for Ray waits
    for ever where something else listens."""
    try:
        command = [sys.executable, "-c", ASK, address]
        subprocess.run(
            command, env=os.environ | QUIET, capture_output=True, text=True, timeout=LONG_PATIENCE, check=True
        )
    except subprocess.TimeoutExpired:
        raise ClusterError(f"--address {address}: what answers there is no Ray cluster") from None
    except subprocess.CalledProcessError as error:
        reason = (error.stderr.strip().splitlines() or ["no reason was given"])[-1]
        raise ClusterError(f"--address {address}: {reason} (is RAY_AUTH_TOKEN the cluster's?)") from None
