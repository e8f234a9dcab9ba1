"""Adaptive agents: their estimates from results, their skill levels, and the win rates of their opponents."""

from typing import Any

import numpy as np
import pytest

from railgym.agents.adaptive import AdaptiveAgent, Skill, SkillCurve
from railgym.agents.adaptive.skill import REACH
from railgym.agents.learned.artifact import SkillLevel, SkillLevels, shipped_agents
from railgym.agents.registry import make_agent
from railgym.agents.scripted.railways_of_the_world.skilled_railbot import SkilledRailbot
from railgym.envs.catalog import make_game
from railgym.envs.core.errors import RoleError, UnknownNameError
from railgym.envs.core.game import Game
from railgym.training.evaluate.adapt import meet
from railgym.training.evaluate.matches import paired_seeds, play_games

pytest.importorskip("onnxruntime")

CARD, RAILBOT = "ticket_to_ride_card_v0", "railbot_v0"
RATED = [name for name, card in shipped_agents().items() if card.skill_levels[0].levels[0].rating is not None]
AGENT = {"railbot": "agent", "map": "nordic"}


@pytest.fixture(scope="module")
def two() -> Game:
    return make_game(CARD)


@pytest.fixture(scope="module")
def railbot() -> Game:
    return make_game(RAILBOT, **AGENT)


def curve() -> SkillCurve:
    return SkillCurve(np.array([0.0, 0.5, 1.0]), np.array([0.0, 1.0, 5.0]))


def simulate(strength: float, games: int, target: float = 0.5, seed: int = 1) -> tuple[Skill, list[float]]:
    """A player of this strength plays game after game at the level that the target requires. Returns the estimate of
    their skill, and the results."""
    rng, results = np.random.default_rng(seed), list[float]()
    agent = AdaptiveAgent(make_game(CARD), "adaptive", Named(0), curve(), target)
    low, high = agent.curve.ratings[0], agent.curve.ratings[-1]
    for _ in range(games):
        chance = 1 / (1 + np.exp(np.clip(agent.rating, low, high) - strength))
        results.append(float(rng.random() < chance))
        agent.skill = agent.learned(agent.skill, results[-1])
    return agent.skill, results


# --- what is learned from results ---------------------------------------------------------------------------------


@pytest.mark.parametrize("strength", [0.5, 2.0, 4.5])
def test_skill__finds_a_strength_from_simulated_games(strength: float) -> None:
    """After 30 games within a deviation or two of the truth, over many people."""
    found = [simulate(strength, 30, seed=seed)[0] for seed in range(40)]
    assert np.mean([skill.mean for skill in found]) == pytest.approx(strength, abs=0.3)
    assert np.mean([abs(skill.mean - strength) < 2 * skill.deviation for skill in found]) > 0.85


@pytest.mark.parametrize("target", [0.3, 0.5, 0.7])
@pytest.mark.parametrize("strength", [0.9, 2.5, 4.0])
def test_skill__holds_simulated_people_at_the_target(strength: float, target: float) -> None:
    """In the 200 games after 30."""
    rates = [np.mean(simulate(strength, 230, target, seed)[1][30:]) for seed in range(10)]
    assert np.abs(np.array(rates) - target).max() < 0.1


def test_skill__follows_a_player_who_learns() -> None:
    known = curve()
    skill = Skill(0.0, 0.4)
    for _ in range(100):
        skill = known.learn(skill, skill.mean, float(skill.mean < 3.0))  # wins whatever is easier than strength 3
    assert skill.mean == pytest.approx(3.0, abs=0.5)


@pytest.mark.parametrize("result", [0.0, 1.0])
def test_skill__stays_in_range_for_a_player_who_always_wins_or_loses(result: float) -> None:
    known, skill = curve(), curve().stranger()
    for _ in range(300):
        skill = known.learn(skill, skill.mean, result)
    assert known.ratings[0] - REACH < skill.mean < known.ratings[-1] + REACH
    for _ in range(60):
        skill = known.learn(skill, skill.mean, 1 - result)
    assert skill.mean < known.ratings[-1] if result else skill.mean > known.ratings[0]


@pytest.mark.parametrize("games", [6, 60])
@pytest.mark.parametrize("first", [0.0, 1.0])
@pytest.mark.parametrize("name", RATED)
def test_level__follows_a_player_who_recovers_within_three_games(
    two: Game, name: str, first: float, games: int
) -> None:
    """A stranger loses, or wins, every game on purpose, and then does the opposite."""
    for measured in shipped_agents()[name].skill_levels:
        agent = AdaptiveAgent(two, "adaptive", Named(0), SkillCurve.of(measured))
        agent.reset(0, 1)
        agent.person = 1
        lost, won = np.array([1.0, -1.0]), np.array([-1.0, 1.0])
        for _ in range(games):
            agent.finish(won if first else lost)
        end = agent.level
        assert end == agent.curve.levels[-1 if first else 0]
        for _ in range(3):
            agent.finish(lost if first else won)
        assert agent.level < end if first else agent.level > end


def test_level__of_a_known_player_rises_with_the_first_win_after_six_games_lost_on_purpose(two: Game) -> None:
    agent = AdaptiveAgent(two, "adaptive", Named(0), curve())
    agent.reset(0, 1)
    agent.person, agent.skill = 1, simulate(3.0, 40)[0]
    before = agent.level
    for _ in range(6):
        agent.finish(np.array([1.0, -1.0]))
    after = agent.level
    agent.finish(np.array([-1.0, 1.0]))
    assert after < agent.level < before


def test_skill__rises_with_every_win_and_more_with_one_that_was_not_expected() -> None:
    known, skill = curve(), curve().stranger()
    gains = [known.learn(skill, rating, 1.0).mean - skill.mean for rating in (0.0, 2.0, 4.0)]
    assert 0 < gains[0] < gains[1] < gains[2]
    assert known.learn(skill, 2.0, 0.0).mean < known.learn(skill, 2.0, 0.5).mean < known.learn(skill, 2.0, 1.0).mean


def test_curve__has_a_harder_setting_for_a_higher_rating() -> None:
    levels = [curve().level(rating) for rating in np.linspace(-1, 6, 50)]
    assert levels == sorted(levels) and (levels[0], levels[-1]) == (0.0, 1.0)
    assert curve().level(3.0) == pytest.approx(0.75)


def levels_of(*ratings: float) -> SkillLevels:
    steps = np.linspace(0, 1, len(ratings))
    levels = [SkillLevel(skill=d, win_rate=0.5, ci95=(0, 1), rating=r) for d, r in zip(steps, ratings, strict=True)]
    return SkillLevels(command="", options={}, games=1, levels=tuple(levels))


def test_curve__that_luck_has_dented_still_rises() -> None:
    assert (np.diff(SkillCurve.of(levels_of(0, 0.2, 0.1, 1)).ratings) > 0).all()


# --- shipped skill levels -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", shipped_agents())
def test_skill_levels__of_every_shipped_agent_is_monotone(name: str) -> None:
    """Its measured rate of wins rises with its strength, wherever it wins at all."""
    card = shipped_agents()[name]
    assert card.skill_levels, "measure it with python -m railgym.training.release.skill_levels"
    for measured in card.skill_levels:
        levels = measured.levels
        assert levels[0].skill == (-1 if card.role == "railbot" else 0) and levels[-1].skill == 1
        rates = np.array([level.win_rate for level in levels])
        assert (np.diff(rates) >= 0).all() and (np.diff(rates[rates > 0]) > 0).all()
        for level in levels:
            assert level.ci95[0] <= level.win_rate <= level.ci95[1] and level.ci95[0] < level.ci95[1]
            assert level.rating == (0 if level.skill == 0 else level.rating) or not level.against
        assert measured.options["num_players"] == 1 or (np.diff([level.rating for level in levels]) > 0).all()


@pytest.mark.long
def test_skill_levels__of_the_card_game_is_measured_alike_again() -> None:
    from railgym.training.release.skill_levels import measure_skill_levels

    card = shipped_agents()["ticket_to_ride_card"]
    found = measure_skill_levels(make_game(card.game, **card.options), card, 400, seed=77)
    for before, now in zip(card.skill_levels[0].levels, found.levels, strict=True):
        assert now.win_rate == pytest.approx(before.win_rate, abs=0.05)


class Named:
    """Says which it is by what it chooses."""

    skill = 1.0

    def __init__(self, action: int) -> None:
        self.code, self.action, self.skills = str(action), action, list[float]()

    def reset(self, seat: int, seed: int) -> None: ...

    def act(self, view: Any) -> int:
        self.skills.append(self.skill)
        return self.action

    def act_batch(self, views: Any, masks: Any, observations: Any, seats: Any) -> Any:
        self.skills.append(self.skill)
        return np.full(len(views), self.action)

    def policy_and_value(self, view: Any) -> tuple[Any, float]:
        return np.ones(1), 0.25


@pytest.mark.parametrize(("skill", "share"), [(-1.0, 1.0), (-0.25, 0.5), (0.0, 0.0), (0.25, 0.5), (1.0, 1.0)])
def test_skilled_railbot__is_kind_below_0_and_hard_above(skill: float, share: float) -> None:
    """The share of choices that are not left to the trained agent at skill 0."""
    trained, kind, hard = Named(0), Named(1), Named(2)
    agent = SkilledRailbot(make_game(RAILBOT, railbot="agent"), "skilled", trained, kind, hard, skill)
    agent.reset(1, 5)
    chosen = agent.act_batch(*[np.zeros(400)] * 4)
    assert np.mean(chosen == (1 if skill < 0 else 2)) == pytest.approx(share, abs=0.08)
    assert set(chosen) <= {0, 1 if skill < 0 else 2} and trained.skills == [0.0]
    assert agent.policy_and_value(None)[1] == 0.25


def test_skilled_railbot__is_the_trained_agent_above_0_where_no_bot_is_stronger() -> None:
    trained = Named(0)
    agent = SkilledRailbot(make_game(RAILBOT, railbot="agent"), "skilled", trained, Named(1), None, 0.5)
    assert set(agent.act_batch(*[np.zeros(400)] * 4)) == {0} and trained.skills == [0.5]


def test_railbots__skill_levels_were_measured_with_either_power() -> None:
    card = shipped_agents()["railbot_choices"]
    spans = []
    for power in ("cards", "slot"):
        measured = card.skill_levels_for(make_game(RAILBOT, railbot="agent", railbot_power=power).options.rules())
        assert measured and measured.options["railbot_power"] == power
        spans.append(measured.levels[-1].win_rate - measured.levels[0].win_rate)
    assert spans[1] > spans[0], "who chooses the card as well can do more"


# --- codes --------------------------------------------------------------------------------------------------------


def test_codes__say_the_target(two: Game, railbot: Game) -> None:
    for code, target in (("adaptive", 0.5), ("adaptive:0.6", 0.6)):
        agent = make_agent(code, two)
        assert isinstance(agent, AdaptiveAgent) and (agent.code, agent.target) == (code, target)
    agent = make_agent("railbot:adaptive:0.4", railbot, "railbot")
    assert isinstance(agent, AdaptiveAgent) and (agent.code, agent.target) == ("railbot:adaptive:0.4", 0.4)
    skilled = make_agent("railbot:-0.5", railbot, "railbot")
    assert isinstance(skilled, SkilledRailbot) and skilled.skill == -0.5


@pytest.mark.parametrize(
    ("game", "options", "code", "role", "message"),
    [
        (CARD, {}, "adaptive:2", None, "adaptive:2: the person's rate of wins is a number from 0.05 to 0.95"),
        (CARD, {}, "adaptive:hard", None, "adaptive:hard: the person's rate of wins is a number"),
        (CARD, {}, "railbot:adaptive", None, f"'railbot:adaptive' plays as railbot, not as player: {CARD} has no seat"),
        ("ticket_to_ride_card_solo_v0", {}, "adaptive", None, "this game for one has no opponents"),
        (RAILBOT, AGENT, "railbot:1.5", "railbot", "railbot:1.5: the skill is a number from -1 to 1"),
        (RAILBOT, AGENT, "railbot:adaptive:0", "railbot", "railbot:adaptive:0: the person's rate of wins is"),
        (RAILBOT, AGENT, "railbot:hard", "railbot", "railbot_v0 has no agent 'railbot:hard'"),
        (RAILBOT, AGENT, "adaptive", None, "the skill levels of the trained agent 'railbot' were not rated against"),
        (RAILBOT, {}, "railbot:adaptive", None, "has a seat for it with --option railbot=agent"),
    ],
)
def test_codes__that_cannot_play_get_one_line(
    game: str, options: dict[str, Any], code: str, role: str | None, message: str
) -> None:
    with pytest.raises((UnknownNameError, RoleError), match=r"^[^\n]+$") as caught:
        make_agent(code, make_game(game, **options), role)
    assert message in str(caught.value)


# --- in games -----------------------------------------------------------------------------------------------------


def test_adaptive__gives_a_weak_stand_in_a_lower_level_than_a_strong_one(two: Game) -> None:
    """After 30 games without a profile, on average over a few people of each kind."""

    def level_of(code: str, seed: int) -> float:
        agent = make_agent("adaptive", two)
        assert isinstance(agent, AdaptiveAgent)
        meet(two, code, agent, 30, seed=seed)
        return agent.level

    random, trained = (np.mean([level_of(code, seed) for seed in range(4, 7)]) for code in ("random", "trained"))
    assert random + 0.2 < trained


def test_adaptive__learns_nothing_and_plays_in_the_middle_while_it_is_off(two: Game) -> None:
    agent = make_agent("adaptive", two)
    assert isinstance(agent, AdaptiveAgent)
    agent.adapts, before = False, agent.skill
    meet(two, "planner", agent, 3, seed=4)
    assert agent.skill == before and agent.level == agent._hand.skill == 0.5


class Foreseeing(Named):
    """Expects what it is told to."""

    def __init__(self, values: list[float]) -> None:
        super().__init__(0)
        self.values = list(values)

    def policy_and_value(self, view: Any) -> tuple[Any, float]:
        return np.ones(1), self.values.pop(0)


def test_adaptive__plays_harder_while_the_person_gains_and_milder_while_he_falls_behind(two: Game) -> None:
    """Wherever its value began."""
    for opening in (-0.5, 0.0, 0.8):
        hand = Foreseeing([opening, opening - 0.5, opening, opening + 0.5])
        agent = AdaptiveAgent(two, "adaptive", hand, curve())
        agent.reset(0, 1)
        for _ in range(4):
            agent.act(None)
        first, behind, level, ahead = hand.skills
        assert behind > first == level > ahead and first == agent.level


@pytest.mark.parametrize(("strength", "level"), [(-0.5, 0.0), (6.0, 1.0)])
def test_adaptive__keeps_to_the_end_of_its_range_for_a_person_beyond_it(
    two: Game, strength: float, level: float
) -> None:
    """Who loses to the weakest level too often does not meet a stronger one because they gain within a game."""
    hand = Foreseeing([0.0, -0.9, 0.9])
    agent = AdaptiveAgent(two, "adaptive", hand, curve())
    agent.skill = Skill(strength, 0.5)
    agent.reset(0, 1)
    for _ in range(3):
        agent.act(None)
    assert hand.skills == [level] * 3 and agent.current_level == level


def test_adaptive__counts_the_person_or_else_all_others_as_one() -> None:
    four = make_game(CARD, num_players=4)
    agent = AdaptiveAgent(four, "adaptive", Named(0), curve())
    agent.reset(1, 1)
    mine, his = np.array([-1.0, 1.0, 0.0, 0.0]), np.array([-1.0, 0.0, 0.0, 1.0])
    shared = np.array([1.0, 1.0, -1.0, -1.0])
    assert [agent.result(payoffs) for payoffs in (mine, his, shared)] == [0, 1, 0.5]
    agent.person = 0
    assert [agent.result(payoffs) for payoffs in (mine, his, shared)] == [0, 0, 0.5]


def test_matches__tell_an_agent_how_every_game_ended_in_order(two: Game) -> None:
    told = []

    class Listener:
        code = "listener"

        def reset(self, seat: int, seed: int) -> None: ...

        def act(self, view: Any) -> int:
            return int(view.legal_actions[0])

        def finish(self, payoffs: Any) -> None:
            told.append(payoffs.tolist())

    seating = np.array([[0, 1], [1, 0], [0, 1]])
    results = play_games(two, ("listener", "random"), paired_seeds(3, 3), seating, given={"listener": Listener()})
    assert told == results["payoff"][:, :2].tolist()
