"""The crayon-rail games as the shared parts see them: tables of plans and steps, encoders, and the map as a graph."""

import pickle
from typing import Any

import numpy as np
import pytest
from crayon_rails.moves import city, edge, from_post, line, post
from given import given, play

from railgym.envs.aec import make_raw_env
from railgym.envs.catalog import make_game
from railgym.envs.core.errors import OptionsError
from railgym.envs.core.game import Array
from railgym.envs.core.position import Position
from railgym.envs.crayon_rails.game import CrayonRails, EmpireBuilder
from railgym.envs.crayon_rails.observation_nodes import BUILDER, CAME_FROM, FLOODED, FREE, OWN_TRAIN, RIVALS, WEATHER
from railgym.envs.crayon_rails.state import SEATS


@pytest.fixture(scope="module")
def plans() -> CrayonRails:
    """The small map for two, by plans alone."""
    return EmpireBuilder(map="test")


def test_table__of_a_full_seat_begins_with_the_plans(plans: CrayonRails, two: CrayonRails) -> None:
    assert two.actions.labels[: len(plans.actions)] == plans.actions.labels
    assert plans.actions.num_plans == two.actions.num_plans == len(plans.actions) < len(two.actions)
    assert plans.actions.plans_hash == two.actions.plans_hash == plans.actions.hash != two.actions.hash


def test_games__share_one_map_but_not_their_engines() -> None:
    """Either game plays on any map, with its own names and defaults."""
    one, other = (make_game(id, map="test") for id in ("empire_builder_v0", "resourceful_rails_v0"))
    assert one.observation_layout.hash == other.observation_layout.hash
    assert len(one.actions) == len(other.actions) and one.actions.hash != other.actions.hash
    assert "upgrade to Fast Freight" in one.actions.ids and "upgrade to fast train" in other.actions.ids


# --- by milepost and edge -----------------------------------------------------------------------------------------


def test_encoder__by_node_is_chosen_by_name_and_kept(plans: CrayonRails) -> None:
    nodes = plans.encoded_by("nodes")
    state = plans.rules.new_state(1)
    observation = nodes.rules.encode(nodes.rules.view(state, 0), 0)
    vector = plans.rules.encode(plans.rules.view(state, 0), 0)
    assert len(observation) == nodes.observation_layout.size > len(vector)
    assert (observation[: len(vector)] == vector).all()
    copy = pickle.loads(pickle.dumps(nodes))
    assert copy.observation_layout.encoder == "nodes"
    assert (copy.rules.encode(copy.rules.view(state, 0), 0) == observation).all()
    assert nodes.encoded_by("vector").observation_layout.hash == plans.observation_layout.hash


def test_environment__observes_by_node_when_asked(plans: CrayonRails) -> None:
    env = make_raw_env("empire_builder_v0", map="test", encoder="nodes")
    space: Any = env.observation_space("player_0")
    assert space["observation"].shape == (plans.encoded_by("nodes").observation_layout.size,)
    with pytest.raises(OptionsError, match="encoder='posts': choose 'vector' or 'plans' or 'nodes'"):
        make_raw_env("resourceful_rails_v0", encoder="posts")


def by_node(position: Position, player: int) -> tuple[Array, Array]:
    """The rows of mileposts and edges, as a seat observes them."""
    game = position.game.encoded_by("nodes")
    pieces = game.observation_layout.split(game.rules.encode(game.rules.view(position.record, player), player))
    return pieces["mileposts"], pieces["edges"]


def marked(rows: Array, fact: int) -> set[int]:
    return set(np.flatnonzero(rows[:, fact]).tolist())


def test_mileposts__tell_whose_track_they_touch_and_where_trains_stand(three: CrayonRails) -> None:
    """From the seat of each observer, who comes first."""
    track = "Dogwood - 9.1 - 7.1 - Alder 5"
    first = {"track": [track], "train": "7.1", "came_from": "Alder 5"}
    position = given(three, players=[first, {"train": "Elm"}, {"train": "Elm"}])
    posts, inside = set(line(position, track)), set(three.board.cities[city(position, "Alder")].mileposts)
    for player in range(3):
        rows, _ = by_node(position, player)
        place = (0 - player) % 3
        assert marked(rows, 1 + place) == posts
        assert not rows[:, [1 + i for i in range(SEATS) if i != place]].any()
        assert marked(rows, OWN_TRAIN) == {post(position, "7.1" if player == 0 else "Elm")}
        assert marked(rows, CAME_FROM) == ({post(position, "Alder 5")} if player == 0 else set())
        assert marked(rows, 0) == (posts | inside if player == 0 else set())
        assert not rows[:, BUILDER].any() and not rows[:, WEATHER:].any()
    rows, _ = by_node(position, 0)
    assert rows[post(position, "Elm"), RIVALS] == pytest.approx(0.4)


def test_milepost__from_which_a_single_segment_leads_is_told(two: CrayonRails) -> None:
    position = given(two, players=[{"track": ["Dogwood - 9.1"]}], phase="build")
    play(position, from_post(position, "9.1"))
    for player in range(2):
        assert marked(by_node(position, player)[0], BUILDER) == {post(position, "9.1")}


def test_edges__tell_their_owners(three: CrayonRails) -> None:
    position = given(three, players=[{"track": ["Dogwood - 9.1"]}, {"track": ["9.1 - 7.1"]}])
    first, second = edge(position, "Dogwood - 9.1"), edge(position, "9.1 - 7.1")
    inside = {i for i, there in enumerate(three.board.edges) if there.city >= 0}
    for player in range(3):
        _, rows = by_node(position, player)
        assert [marked(rows, (owner - player) % 3) for owner in range(3)] == [{first}, {second}, set()]
        assert marked(rows, FREE) == set(range(len(rows))) - inside - {first, second}
        assert not rows[:, FLOODED].any()


def test_events__are_told_at_the_mileposts_and_edges_that_they_strike(two: CrayonRails) -> None:
    """A hand thrown away brings up a flood, snow and a storm."""
    position = given(two, deck=["The Heron rises", "Snow in the High Range", "Storm in the north", "..."])
    play(position, "discard the hand")
    board = position.game.board
    river = board.rivers.index("Heron")
    zones = {event.title: set(board.zone(event)) for event in board.events}
    snow, storm = zones["Snow in the High Range"], zones["Storm in the north"]
    peaks = {post for post in snow if board.mileposts[post].mountain}
    for player in range(2):
        posts, edges = by_node(position, player)
        assert marked(edges, FLOODED) == {i for i, edge in enumerate(board.edges) if river in edge.rivers}
        building, moving, slow = (marked(posts, WEATHER + i) for i in range(3))
        assert (building, moving, slow) == (storm | peaks, peaks, snow | storm)
        assert peaks and storm


def test_graph__is_the_map(plans: CrayonRails) -> None:
    board, graph = plans.board, plans.graph
    assert {name: array.dtype for name, array in graph.items() if array.dtype != np.int32} == {"positions": np.float32}
    assert graph["edges"].T.tolist() == [[edge.a, edge.b] for edge in board.edges]
    assert graph["inside"].tolist() == [int(edge.city >= 0) for edge in board.edges]
    assert graph["water"].tolist() == [2 if edge.rivers or edge.lakes else 0 for edge in board.edges]
    assert graph["cities"].tolist() == [post.city for post in board.mileposts]
    assert graph["mountains"].tolist() == [int(post.mountain) for post in board.mileposts]
    assert graph["positions"].tolist() == [[post.row, post.col] for post in board.mileposts]
    price = {"small": 3, "medium": 3, "major": 5}
    for cost, there in zip(graph["costs"].tolist(), board.mileposts, strict=True):
        assert cost == (price[board.cities[there.city].size] if there.city >= 0 else 2 if there.mountain else 1)
