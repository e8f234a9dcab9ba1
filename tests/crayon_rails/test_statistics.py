"""The statistics of the crayon-rail games: what they count is what happened."""

from collections import Counter, defaultdict

import numpy as np
import pytest
from crayon_rails.eager_play import play

from railgym.envs.core.events import EVENT_DTYPE, Event
from railgym.envs.core.game import Array
from railgym.envs.crayon_rails import event_kinds
from railgym.envs.crayon_rails.game import CrayonRails, EmpireBuilder, ResourcefulRails

FORMS = {
    "three on the small map": EmpireBuilder(num_players=3, map="test", majors=2, goal=80),
    "four": ResourcefulRails(num_players=4, events=True, max_rounds=40),
}


def game_of(game: CrayonRails, seed: int) -> tuple[Array, list[Event]]:
    """The last position of a game, and all that happened."""
    played = list(play(game, seed))
    last, action, _ = played[-1]
    game.rules.apply(last, action)
    return last, [event for _, _, events in played for event in events]


def rows(events: list[Event]) -> Array:
    """Events as the rules write them."""
    return np.array([(e.kind, e.player, e.visible_to, e.data) for e in events], EVENT_DTYPE)


@pytest.mark.parametrize("form", FORMS)
def test_statistics__agrees_with_games_counted_event_by_event(form: str) -> None:
    game = FORMS[form]
    statistics, counts, sums, goods = (
        game.display.statistics(),
        Counter[int](),
        Counter[str](),
        defaultdict[int, list[int]](list),
    )
    places, played = Counter[int](), [game_of(game, seed) for seed in range(3)]
    for last, events in played:
        statistics.add(last, rows(events))
        sums["rounds"] += int(last["round"][0])
        best = last["payoff"][0][: game.num_players].max()
        winners = [p for p in range(game.num_players) if last["payoff"][0][p] == best]
        for p in winners:
            places[last["order"][0].tolist().index(p) + 1] += 1 / len(winners)
        for event in events:
            counts[event.kind] += 1
            if event.kind == event_kinds.DELIVERED:
                goods[event.data[1]].append(event.data[2])
            if event.kind == event_kinds.STRUCK:
                sums[game.board.events[event.data[0]].kind] += 1
            if event.kind in (event_kinds.BUILT, event_kinds.UPGRADED, event_kinds.PAID):
                sums[event_kinds.EVENT_KINDS[event.kind]] += event.data[1]
    found = {table.title: {row[0]: row[1:] for row in table.rows} for table in statistics.tables()}
    means, players = found["a game"], 3 * game.num_players
    assert means["rounds"][0] == pytest.approx(sums["rounds"] / 3)
    assert means["deliveries of a player"][0] == pytest.approx(counts[event_kinds.DELIVERED] / players)
    assert means["a player pays for track"][0] == pytest.approx(sums["built"] / players)
    assert means["a player pays for engines"][0] == pytest.approx(sums["upgraded"] / players)
    assert means["a player pays the others in fees"][0] == pytest.approx(sums["paid"] / players)
    paid = [payout for payouts in goods.values() for payout in payouts]
    assert means["a player earns by deliveries"][0] == pytest.approx(sum(paid) / players)
    assert found["deliveries"]["mean payout"][0] == pytest.approx(np.mean(paid))
    assert found["deliveries by good"] == {
        game.board.goods[good].name: pytest.approx((len(payouts) / 3, np.mean(payouts)))
        for good, payouts in goods.items()
    }
    assert found["events"] == {
        k: pytest.approx((n / 3,)) for k, n in sums.items() if k in {e.kind for e in game.board.events}
    }
    assert found["by place in the order of play"] == {
        place: pytest.approx((places[place] / 3,)) for place in range(1, game.num_players + 1)
    }


def test_statistics__counts_the_track_that_lies_at_the_end() -> None:
    game = FORMS["four"]
    last, events = game_of(game, 1)
    statistics = game.display.statistics()
    statistics.add(last, rows(events))
    means = {table.title: dict(table.rows) for table in statistics.tables()[:1]}["a game"]
    segments = int((last["track"][0][: len(game.board.edges)] >= 0).sum())
    assert means["segments of a player"] == pytest.approx(segments / 4)
    if all(last["players"]["one_network"][0, :4]):
        joined = [len(game.display.words.members(last["players"]["linked_cities"][0, p])) for p in range(4)]
        assert means["cities that a player has joined"] == pytest.approx(sum(joined) / 4)
    assert 0 < means["major cities that a player has joined"] <= len(game.board.majors)


def test_statistics__of_games_without_a_delivery_has_all_its_tables() -> None:
    game = EmpireBuilder(num_players=2, map="test", max_rounds=1)
    state = game.rules.new_state(1)
    happened: list[Event] = []
    while not state["terminated"][0]:
        done = 0 if game.rules.legal(state)[0] else int(np.flatnonzero(game.rules.legal(state))[0])
        happened += game.rules.apply(state, done)
    statistics = game.display.statistics()
    statistics.add(state, rows(happened))
    found = {table.title: table.rows for table in statistics.tables()}
    assert found["deliveries"] == [("mean payout", 0)] and found["deliveries by good"] == []
    assert dict(found["a game"])["segments of a player"] == 0
    for table in statistics.tables():
        for row in table.rows:
            assert all(format(value, how) for value, how in zip(row, table.columns.values(), strict=True))
