"""Language models as agents: ``llm:MODEL`` at any address that speaks OpenAI's protocol for chats."""

from typing import TYPE_CHECKING

from railgym.agents.spec import AgentSpec

if TYPE_CHECKING:
    from railgym.agents.llm.agent import LanguageModelAgent
    from railgym.envs.core.game import Game

__all__ = ["make_language_model"]


def make_language_model(game: "Game", spec: AgentSpec, role: str) -> "LanguageModelAgent":
    """``llm:MODEL``, ``llm:FILE.yaml``. Raises UnknownNameError or OptionsError; asks no model."""
    from railgym.agents.llm.agent import LanguageModelAgent
    from railgym.agents.llm.settings import read_settings

    return LanguageModelAgent(game, spec.code, read_settings(spec.code, spec.model))
