"""A person and adaptive agents at one table: their profile is read before the game and updated after it."""

from collections.abc import Sequence
from datetime import datetime

from railgym.agents.adaptive.agent import AdaptiveAgent
from railgym.agents.adaptive.profile import Played, Profile, ProfileFile, Record, key_of
from railgym.envs.core.agent import Agent
from railgym.envs.core.game import Array, Game

__all__ = ["Sitting"]


class Sitting:
    """One game of the person in seat ``person`` against adaptive agents, which get the person's profile.

    ``note`` is a message for the person before the game, or empty. A game that is not played to its end does not count.
    """

    def __init__(self, game: Game, agents: Sequence[AdaptiveAgent], person: int, file: ProfileFile) -> None:
        self._game, self._agents, self._file = game, agents, file
        try:
            profile, self.note = file.load()
        except OSError as error:
            profile = Profile()
            self.note = (
                f"your profile cannot be read, so this game does not count: {file.path}: {error.strerror or error}"
            )
        record = profile.records.get(key_of(game))
        for agent in agents:
            agent.person, agent.adapts = person, profile.on
            agent.skill = record.skill if record else agent.skill
        if not profile.on:
            off = f"your profile is off: {agents[0].code} plays at skill {agents[0].level:g}, and nothing is recorded"
            self.note = "; ".join(filter(None, [self.note, off]))

    @classmethod
    def of(cls, game: Game, seats: Sequence[Agent], people: Sequence[int]) -> "Sitting | None":
        """The sitting of one person and adaptive agents; None for any other table, because the target applies to one
        person."""
        agents = [agent for agent in seats if isinstance(agent, AdaptiveAgent)]
        return cls(game, agents, people[0], ProfileFile()) if agents and len(people) == 1 else None

    def close(self, payoffs: Array, seed: int, resumed: bool = False) -> str:
        """Record the result of the game dealt from ``seed``, payoffs (P,) or longer, and return a message of one line.
        ``resumed``: the game was continued from a file, so it may have been recorded before."""
        try:
            return self._record(payoffs, seed, resumed)
        except OSError as error:
            reason = error.strerror or error
            return f"your profile cannot be written, so this game does not count: {self._file.path}: {reason}"

    def _record(self, payoffs: Array, seed: int, resumed: bool) -> str:
        profile, note = self._file.load()  # another process may have changed it meanwhile
        agent = self._agents[0]  # they count as one
        if not (profile.on and agent.adapts):
            off = "this game was not counted, because your profile is off; railgym profile on switches it on"
            return "; ".join(filter(None, [note, off]))
        known = profile.records.get(key_of(self._game)) or self._new_record(agent)
        if resumed and seed in known.seeds:
            return "this game was not counted, because it has been counted before"
        date = datetime.now().astimezone().isoformat(timespec="seconds")
        played = Played(date=date, opponent=agent.code, level=agent.level, result=agent.result(payoffs))
        agent.skill = agent.learned(known.skill, played.result)
        record = known.after(agent.skill, played, seed)
        self._file.save(profile.model_copy(update={"records": profile.records | {key_of(self._game): record}}))
        won = f"your profile: {record.wins:g} of {record.games} won here"
        line = f"{won}; {agent.code} continues at skill {agent.level:.2f}"
        return "; ".join(filter(None, [note, line]))

    def _new_record(self, agent: AdaptiveAgent) -> Record:
        options = self._game.options.model_dump(mode="json", exclude_defaults=True)
        skill = agent.curve.stranger()
        return Record(game=self._game.id, options=options, strength=skill.mean, deviation=skill.deviation)
