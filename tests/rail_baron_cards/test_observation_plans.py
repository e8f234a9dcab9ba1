"""The observation by plans says what the planner goes by, in whole games, and what a railroad is worth to rivals."""

from collections import Counter

import numpy as np
import pytest
from given import given
from reading import view_of

from railgym.agents.registry import make_agent
from railgym.envs.catalog import make_game
from railgym.envs.core.game import Array, Game
from railgym.envs.core.position import Position
from railgym.envs.rail_baron_cards.rules import phases
from railgym.envs.rail_baron_cards.weights import ACCESS, MONOPOLY, RENT, TRAFFIC, TWO

GAIN, BEST = 1, 2
WORTH, OF_RIVAL = 0, 3
TURNS, CASH, ENGINE, LOT = 0, 1, 2, 3  # of the outlook


def pieces(game: Game, state: Array, player: int) -> dict[str, Array]:
    return game.observation_layout.split(game.rules.encode(game.rules.view(state, player), player))


def told(position: Position, player: int) -> dict[str, Array]:
    """The observation of a player."""
    return position.game.observation_layout.split(position.view(player).observation)


@pytest.mark.parametrize(("bots", "games", "bids"), [(("planner",) * 2, 8, 0), (("planner", "greedy") * 2, 6, 5)])
def test_planner__chooses_by_the_estimates_of_the_observation(bots: tuple[str, ...], games: int, bids: int) -> None:
    """Rides, purchases and bids of whole games; and every number lies within the bounds of its piece. Greedy bots have
    to sell railroads at auction, which planners hardly ever have to."""
    game = make_game("rail_baron_cards_v0", num_players=len(bots)).encoded_by("plans")
    players = [make_agent(bot, game) for bot in bots]
    blocks, labels, seen = game.actions.blocks, game.actions.labels, Counter[int]()
    for seed in range(games):
        state = game.rules.new_state(seed)
        for seat, player in enumerate(players):
            player.reset(seat, seed)
        while not state["terminated"][0]:
            seat = int(state["current_player"][0])
            mask = game.rules.legal(state).copy()
            action = players[seat].act(view_of(game, state, seat))
            if bots[seat] != "planner":
                game.rules.apply(state, action)
                continue
            told = pieces(game, state, seat)
            for piece in game.observation_layout:
                assert told[piece.name].min() >= piece.low and told[piece.name].max() <= piece.high, piece.name
            rides = np.flatnonzero(told["best_ride"])
            if state["phase"][0] == phases.MOVE:
                places = [0, *range(blocks["ride"].start, blocks["ride"].stop)]
                assert [places[i] for i in rides] == [action], labels[action]
                assert told["rides"][rides] == 1 and not told["rides"][1:][~mask[places[1:]].astype(bool)].any()
            else:
                assert not len(rides) and not told["rides"].any()
            if state["phase"][0] == phases.PURCHASE and labels[action].startswith("buy the"):
                assert told["outlook"][ENGINE] >= max([0, *told["worth"][told["worth"][:, BEST] > 0, GAIN]])
            elif state["phase"][0] == phases.PURCHASE:
                affordable = np.flatnonzero(told["worth"][:, BEST] * mask[blocks["buy"].start : blocks["buy"].stop])
                assert list(affordable) == [action - blocks["buy"].start] * (action >= blocks["buy"].start)
            if state["phase"][0] == phases.AUCTION:
                assert (told["outlook"][LOT] >= 0) == (labels[action] != "bid no more")
            seen[int(state["phase"][0])] += 1
            game.rules.apply(state, action)
    assert seen[phases.MOVE] > 500 and seen[phases.PURCHASE] > 100 and seen[phases.AUCTION] >= bids, seen


def test_outlook__depends_on_debt_and_engine_of_the_observer(small: Game) -> None:
    """The fees of another's turn leave its cash alone; where there is no next engine, none earns anything."""
    game = small.encoded_by("plans")
    seats = {"run": ["Chicago", "Milwaukee"], "engine": "Superchief"}, {"run": ["Peoria", "Wausau"]}
    position = given(game, players=seats, pips=5)
    before = [told(position, player)["outlook"] for player in (0, 1)]
    owing = given(game, players=seats, pips=5, due_to_bank=1_000)
    after = [told(owing, player)["outlook"] for player in (0, 1)]
    assert after[0][CASH] == pytest.approx(before[0][CASH] - 1 / 40) and after[1][CASH] == before[1][CASH]
    assert before[0][ENGINE] == -1 < before[1][ENGINE]


def test_worth__of_a_railroad_depends_on_the_others_owned(small: Game) -> None:
    """The lines that a seat has are worth to it what it would lose; a rival who has none gains what the line serves."""
    game = small.encoded_by("plans")
    position = given(
        game,
        players=[{"run": ["Chicago", "Milwaukee"], "railroads": ["GLP", "GBS"]}, {"run": ["Peoria", "Wausau"]}],
        pips=5,
    )
    lines = [line.abbreviation for line in game.board.railroads]
    first, second = (told(position, player)["worth"] for player in (0, 1))
    assert (first[:, WORTH] == second[:, OF_RIVAL]).all() and (first[:, OF_RIVAL] == second[:, WORTH]).all()
    turns, params = told(position, 0)["outlook"][TURNS] * 20, game.params[0]
    for k, line in enumerate(lines):
        for row, owned in ((first[k], {"GLP", "GBS"} - {line}), (second[k], set())):
            assert row[WORTH] == pytest.approx(min(earned(game, k, owned, turns) / 40, 3), rel=1e-4), line
    assert not first[[lines.index("GLP"), lines.index("GBS")], BEST].any()
    np.testing.assert_allclose(
        first[:, GAIN],
        np.minimum(first[:, WORTH] / (params["price"][: len(lines)] / 40_000) - 1, 3),
        rtol=1e-4,
        atol=1e-4,
    )


def earned(game: Game, railroad: int, owned: set[str], turns: float) -> float:
    """What a railroad earns beside those owned against one rival, in thousands, city by city."""
    params, board = game.params[0], game.board
    lines = [line.abbreviation for line in board.railroads]
    new = alone = 0
    for city, copies in zip(board.cities, params["city_copies"], strict=False):
        serve = {line for n, line in enumerate(lines) if int(params["dot_railroads"][city.dot]) >> n & 1}
        new += int(copies) * (lines[railroad] in serve and not serve & owned)
        alone += int(copies) * (not serve - owned - {lines[railroad]} and bool(serve - owned))
    traffic, cards = params["traffic"][railroad], params["cards"]
    rent = TWO[RENT] * traffic + TWO[MONOPOLY] * alone / cards
    return float(turns * (rent + TWO[TRAFFIC] * traffic + TWO[ACCESS] * new / cards))
