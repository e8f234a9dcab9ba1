"""The pages of the Python reference: which public names each has, for Sphinx to fill in from their docstrings."""

from typing import NamedTuple

__all__ = ["REFERENCE", "Topic", "errors_page", "reference_page"]


class Topic(NamedTuple):
    """A page of the reference: its heading, a sentence, and the documented names under their headings."""

    title: str
    sentence: str
    names: dict[str, tuple[str, ...]]


REFERENCE = {
    "reference/games": Topic(
        "Games and positions",
        "How to make a game, play it and read it. ``import railgym`` is enough for the first four names.",
        {
            "Entry points": ("railgym.make_game", "railgym.make_agent"),
            "Positions and views": (
                "railgym.Position",
                "railgym.View",
                "railgym.envs.core.reading.Reading",
                "railgym.envs.core.reading.Result",
                "railgym.envs.core.events.Event",
            ),
            "Games": (
                "railgym.envs.core.game.Game",
                "railgym.envs.core.options.GameOptions",
                "railgym.envs.catalog.Entry",
                "railgym.envs.catalog.Role",
            ),
            "Rules over records": ("railgym.envs.core.rules.Rules",),
            "Actions and observations": (
                "railgym.envs.core.actions.ActionTable",
                "railgym.envs.core.actions.Block",
                "railgym.envs.core.observation.ObservationLayout",
                "railgym.envs.core.rows.Rows",
            ),
            "Words, pictures and JSON": (
                "railgym.envs.core.display.Display",
                "railgym.envs.core.sheets.Sheet",
                "railgym.envs.core.sheets.Row",
                "railgym.envs.core.sheets.Item",
                "railgym.envs.core.notation.Notation",
            ),
        },
    ),
    "reference/environments": Topic(
        "Environments",
        "The environments over any game, and batches of games.",
        {
            "PettingZoo": ("railgym.envs.aec.GameEnv",),
            "Gymnasium": (
                "railgym.agents.gymnasium_entry.make_single_seat",
                "railgym.envs.single_seat.SingleSeatEnv",
                "railgym.agents.gymnasium_entry.make_vector",
                "railgym.envs.vector.VectorGameEnv",
            ),
            "Self-play": ("railgym.make_selfplay", "railgym.envs.selfplay.SelfPlayEnv"),
            "Many games": ("railgym.envs.many_games.ManyGames",),
            "stable-baselines3": ("railgym.training.sb3.SB3VecEnv",),
            "Keywords and rewards": ("railgym.envs.config.EnvConfig", "railgym.envs.rewards.RewardTracker"),
            "Batches": (
                "railgym.envs.core.batch.Batch",
                "railgym.envs.core.batch.run_matches",
                "railgym.envs.core.bots.ScriptedBots",
                "railgym.envs.core.simulate.env_dtype",
                "railgym.envs.core.simulate.result_dtype",
            ),
        },
    ),
    "reference/agents": Topic(
        "Agents",
        "What an agent is, how codes name agents, and the agents that come with railgym.",
        {
            "The interface": ("railgym.envs.core.agent.Agent",),
            "Codes": ("railgym.agents.spec.AgentSpec", "railgym.agents.registry.parse_agent"),
            "Trained agents": (
                "railgym.agents.learned.LearnedAgent",
                "railgym.agents.learned.artifact.GameCard",
                "railgym.agents.learned.artifact.AgentCard",
                "railgym.agents.learned.artifact.SkillLevels",
                "railgym.agents.learned.artifact.SkillLevel",
                "railgym.agents.learned.artifact.shipped_agents",
            ),
        },
    ),
    "reference/training": Topic(
        "Training and evaluation",
        "The functions behind ``railgym train``, ``railgym evaluate`` and ``railgym suite``.",
        {
            "Training": (
                "railgym.training.learn.config.load_config",
                "railgym.training.learn.config.TrainConfig",
                "railgym.training.learn.train.run",
                "railgym.training.learn.dataset.write_dataset",
                "railgym.training.learn.dataset.DatasetCard",
            ),
            "Policies": ("railgym.win_rate", "railgym.training.evaluate.statistics.Interval"),
            "Matches": (
                "railgym.training.evaluate.matches.play_games",
                "railgym.training.evaluate.matches.make_agents",
            ),
            "Suites": (
                "railgym.training.evaluate.suite.definition.load_suite",
                "railgym.training.evaluate.suite.definition.Suite",
                "railgym.training.evaluate.suite.definition.SuiteGame",
            ),
            "Ratings": (
                "railgym.training.evaluate.ratings.bradley_terry",
                "railgym.training.evaluate.ratings.plackett_luce",
                "railgym.training.evaluate.ratings.Skill",
            ),
        },
    ),
}


def reference_page(topic: Topic) -> str:
    """The reStructuredText of a page."""
    parts = [f"{topic.title}\n{'=' * len(topic.title)}", topic.sentence]
    for heading, names in topic.names.items():
        parts.append(f"{heading}\n{'-' * len(heading)}")
        parts += [f".. {_directive(name)}:: {name}" for name in names]
    return "\n\n".join(parts) + "\n"


def errors_page() -> str:
    """The reference of all errors."""
    head = "Errors\n======\n\nEvery message is one line that says what is wrong, where, and what to do."
    return f"{head}\n\n.. automodule:: railgym.envs.core.errors\n   :show-inheritance:\n"


def _directive(name: str) -> str:
    return "autoclass" if name.rpartition(".")[2][0].isupper() else "autofunction"
