"""The tree of a small game, and the information states in it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from railgym.envs.catalog import make_game
from railgym.envs.game_tree import CHANCE, OVER, Node, write_efg


@pytest.fixture(scope="module")
def root() -> Node:
    return Node.root(make_game("ticket_to_ride_card_v0", edition="tiny"))


def nodes(node: Node, own: tuple[tuple[object, ...], ...] = ((), ())) -> Iterator[tuple[Node, tuple[object, ...]]]:
    """All nodes below a node, each with what its player went through: their information states and actions."""
    yield node, own[node.player] if node.player >= 0 else ()
    for action in node.legal_actions:
        after = list(own)
        if node.player >= 0:
            after[node.player] = (*own[node.player], node.information_states[node.player], action)
        yield from nodes(node.child(action), tuple(after))


def test_information_states__have_perfect_recall(root: Node) -> None:
    """All nodes of an information state have the same legal actions, and the same own decisions before them."""
    known: dict[tuple[int, bytes], object] = {}
    ends = 0
    for node, own in nodes(root):
        ends += node.player == OVER
        if node.player >= 0:
            state = (node.player, node.information_states[node.player])
            assert known.setdefault(state, (node.legal_actions, own)) == (node.legal_actions, own)
    assert (len(known), ends) == (8793, 12_312)


def test_information_state__hides_what_its_player_cannot_see(root: Node) -> None:
    """Players with the same cards before them cannot tell which cards the others hold."""
    first = {node.information_states[0] for node, _ in root.outcomes}
    assert 1 < len(first) < len(root.outcomes)


def test_children__are_made_once(root: Node) -> None:
    deal = root.child(0)
    assert root.player == CHANCE and deal.child(deal.legal_actions[0]) is deal.child(deal.legal_actions[0])


def test_efg__has_a_line_for_every_node(root: Node, tmp_path: Path) -> None:
    """Chance nodes with probabilities, decisions with numbered information sets, ends with zero-sum payoffs."""
    write_efg(root, tmp_path / "game.efg")
    header, *lines = (tmp_path / "game.efg").read_text(encoding="utf-8").splitlines()
    assert header == 'EFG 2 R "Ticket to Ride: The Card Game" { "player_0" "player_1" } ""'
    assert len(lines) == sum(1 for _ in nodes(root))
    assert lines[0].startswith('c "" 1 "" { "0" 0.00') and lines[1] == 'p "" 1 1 "" { "14" } 0'
    ends = [line.split("{ ")[1].split() for line in lines if line.startswith("t ")]
    assert all(float(end[0]) == -float(end[1]) for end in ends)
