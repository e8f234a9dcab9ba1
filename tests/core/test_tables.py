"""Action tables, observation layouts, events, bit sets and ranks."""

import numpy as np
import pytest
from jit import call
from toy_game.display import NightMailDisplay
from toy_game.game import NightMail
from toy_game.state import STATE
from toy_game.tables import EVENTS

from railgym.envs.core import bits, events
from railgym.envs.core.actions import ActionTable
from railgym.envs.core.errors import UnknownNameError
from railgym.envs.core.header import leave, pay_by_rank, pay_rest_by_rank
from railgym.envs.core.observation import ObservationLayout

TABLE = ActionTable([("pass", ["pass"]), ("load", ["load coal", "load mail"]), ("look", ["look"])])
PIECES = [("flag", (1,), 0, 1, "a flag"), ("board", (2, 3), -2, 2, "a board")]


def test_action_table__numbers_its_blocks_in_order() -> None:
    assert [(block.name, block.start, block.stop) for block in TABLE] == [
        ("pass", 0, 1),
        ("load", 1, 3),
        ("look", 3, 4),
    ]
    assert len(TABLE) == 4
    assert TABLE.ids == {"pass": 0, "load coal": 1, "load mail": 2, "look": 3}


def test_action_table__knows_the_block_of_an_action() -> None:
    assert [TABLE.block_of(action).name for action in range(4)] == ["pass", "load", "load", "look"]
    for action in (-1, 4):
        with pytest.raises(UnknownNameError, match=r"outside 0\.\.3"):
            TABLE.block_of(action)


def test_action_table__refuses_the_same_words_twice() -> None:
    with pytest.raises(ValueError, match="same label 'go'"):
        ActionTable([("a", ["go"]), ("b", ["go"])])


def test_action_table__hash_changes_with_order_and_words() -> None:
    same = ActionTable([(block.name, block.labels) for block in TABLE])
    longer = ActionTable([*((block.name, block.labels) for block in TABLE), ("more", ["stop"])])
    swapped = ActionTable([("pass", ["pass"]), ("load", ["load mail", "load coal"]), ("look", ["look"])])
    assert same.hash == TABLE.hash
    assert len({TABLE.hash, longer.hash, swapped.hash}) == 3


def test_layout__lays_pieces_one_after_another() -> None:
    layout = ObservationLayout("vector", PIECES)
    assert layout.size == 7
    assert (layout["board"].start, layout["board"].stop, layout["board"].size) == (1, 7, 6)
    low, high = layout.bounds()
    assert (low.dtype, low.tolist(), high.tolist()) == (np.float32, [0] + [-2] * 6, [1] + [2] * 6)


def test_layout__splits_one_observation_or_a_batch() -> None:
    layout = ObservationLayout("vector", PIECES)
    batch = np.arange(21).reshape(3, 7)
    assert layout.split(batch[0])["board"].tolist() == [[1, 2, 3], [4, 5, 6]]
    assert layout.split(batch)["board"].shape == (3, 2, 3)
    assert layout.split(batch)["flag"][:, 0].tolist() == [0, 7, 14]


def test_layout__hash_changes_with_everything_a_network_reads() -> None:
    layouts = [
        ObservationLayout("vector", PIECES),
        ObservationLayout("nodes", PIECES),
        ObservationLayout("vector", PIECES[::-1]),
        ObservationLayout("vector", [PIECES[0], ("board", (3, 2), -2, 2, "a board")]),
        ObservationLayout("vector", [PIECES[0], ("board", (2, 3), -2, 3, "a board")]),
        ObservationLayout("vector", [PIECES[0], ("board", (2, 3), -2, 2, "another board")]),
    ]
    assert len({layout.hash for layout in layouts}) == 6
    assert ObservationLayout("vector", list(PIECES)).hash == layouts[0].hash


def test_events__are_read_back_as_written() -> None:
    buffer = events.new_events()
    call(events.emit, buffer[0], 0b10, 3, 1, 7, -8)
    call(events.emit, buffer[0], events.EVERYONE, 4, -1)
    found = events.read_events(buffer, ("", "", "", "drew", "reshuffled"))
    assert found == [
        events.Event(3, 1, 0b10, (7, -8, 0, 0), "drew"),
        events.Event(4, -1, events.EVERYONE, (0, 0, 0, 0), "reshuffled"),
    ]
    assert [repr(event) for event in found] == [
        "Event('drew', player=1, data=(7, -8, 0, 0), visible_to=[1])",
        "Event('reshuffled', player=-1, data=(0, 0, 0, 0))",
    ]


def test_events__are_seen_by_whom_they_are_meant_for() -> None:
    secret, public = events.Event(0, 1, 0b10, ()), events.Event(0, 1, events.EVERYONE, ())
    assert [secret.seen_by(viewer) for viewer in (-1, 0, 1, 2)] == [False, False, True, False]
    assert all(public.seen_by(viewer) for viewer in (-1, 0, 7))


def test_events__beyond_the_capacity_are_dropped() -> None:
    """The buffer is never written past its end."""
    buffer = events.new_events()
    for i in range(events.CAPACITY + 5):
        call(events.emit, buffer[0], events.EVERYONE, 0, 0, i)
    assert [event.data[0] for event in events.read_events(buffer, ["moved"])] == list(range(events.CAPACITY))


def test_bits__are_sets_of_up_to_63_things() -> None:
    things = {0, 5, 31, 32, 62}
    mask = sum(int(call(bits.bit, i)) for i in things)
    assert mask == sum(1 << i for i in things)
    assert call(bits.count_bits, mask) == 5
    found = []
    while mask:
        found.append(int(call(bits.lowest, mask)))
        mask &= mask - 1
    assert found == sorted(things)


@pytest.mark.parametrize(
    "keys, payoff",
    [
        ([5, 3], [1, -1]),
        ([4, 4], [0, 0]),
        ([9, 1, 5], [1, -1, 0]),
        ([7, 7, 5], [0.5, 0.5, -1]),
        ([5, 7, 5], [-0.5, 1, -0.5]),
        ([-3, -3, -3], [0, 0, 0]),
    ],
)
def test_ranks__are_paid_evenly_spaced_and_sum_to_zero(keys: list[int], payoff: list[float]) -> None:
    """Ties get the mean of their ranks."""
    state = np.zeros(1, STATE)
    state["num_players"] = len(keys)
    call(pay_by_rank, state[0], np.array(keys))
    assert state["payoff"][0, : len(keys)].tolist() == payoff


def test_player_who_leaves__is_paid_at_once() -> None:
    """First to leave is last; those who stay share the ranks above, by their keys."""
    state = np.zeros(1, STATE)
    state["num_players"] = 3
    call(leave, state[0], 1)
    assert (state["out"][0].tolist(), state["payoff"][0].tolist()) == ([0, 1, 0], [0, -1, 0])
    call(pay_rest_by_rank, state[0], np.array([4, 9, 4]))
    assert state["payoff"][0].tolist() == [0.5, -1, 0.5]
    call(leave, state[0], 2)
    assert state["payoff"][0].tolist() == [0.5, -1, 0]


@pytest.mark.parametrize(
    ("sentence", "fault"),
    [
        (None, "'loaded' needs a sentence, or two"),
        ("", "'loaded' needs a sentence, or two"),
        (("{who} loads", "", ""), "'loaded' needs a sentence, or two"),
        (("{who} loads", None), "'loaded' needs a sentence, or two"),
        ("{who} loads {e}", "'loaded' uses the unknown name {e}; use {who}, {a}, {b}, {c} or {d}"),
        ("{who} loads {a:wagn}", "'loaded' uses the unknown term 'wagn'; the terms are wagon, time"),
        (("{who} loads {a:wagon}", "{who} loads {b:wagn}"), "'loaded' uses the unknown term 'wagn'"),
    ],
)
def test_sentence_of_an_event__is_checked_when_the_display_is_made(
    monkeypatch: pytest.MonkeyPatch, sentence: object, fault: str
) -> None:
    """Not when the event first happens."""
    monkeypatch.setattr(NightMailDisplay, "sentences", EVENTS | {"loaded": sentence})
    with pytest.raises(ValueError, match=r"NightMailDisplay\.sentences: the event ") as caught:
        NightMail().display  # noqa: B018
    assert fault in str(caught.value) and "\n" not in str(caught.value)


def test_kind_of_event_without_a_sentence__is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(NightMailDisplay, "sentences", dict(list(EVENTS.items())[1:]))
    with pytest.raises(ValueError, match="the event 'loaded' needs a sentence"):
        NightMail().display  # noqa: B018
