"""Observations in words: what they show, what they leave out, and that nothing hidden is in them."""

import re

import numpy as np
import pytest
from text_games import TABLES, bot_positions, game_of_table, table_name

import railgym
from railgym.envs.catalog import GAMES, make_game
from railgym.envs.core.errors import ArgumentError, UnknownNameError
from railgym.envs.core.position import View
from railgym.envs.guide import TAG, guide_of
from railgym.envs.text import Choice, TextSeat, rules_card
from railgym.envs.text.card import MOST_LINES

NUMBERED = re.compile(r"(?:^ *|: |, |; )(\d+)=")
LEFT_OUT = re.compile(r"^Legal actions, as number=words; (.*) more by DETAIL actions:$", re.M)


def listed_actions(text: str) -> list[int]:
    """The numbers of the legal actions in an observation."""
    lines = text[text.index("Legal actions, ") :].splitlines()[1:]
    return [int(number) for line in lines for number in NUMBERED.findall(line)]


@pytest.mark.parametrize("table", TABLES, ids=table_name)
def test_observation__numbers_the_legal_actions(table: tuple[str, int]) -> None:
    """Each number is a legal action, each once, and those that are left out are counted."""
    game = game_of_table(table)
    for position in bot_positions(game, 1, 12):
        view, seat = position.view(), TextSeat(game)
        text = seat.observe(view)
        shown, left_out = listed_actions(text), LEFT_OUT.search(text)
        hidden = sum(map(int, re.findall(r"(\d+) [^\d,]", left_out[1]))) if left_out else 0
        assert len(shown) == len(set(shown)) > 0
        assert set(shown) <= set(view.legal_actions)
        assert len(shown) + hidden == len(view.legal_actions)
        assert [seat.read(view, f"ACTION {number}") for number in shown] == [Choice(number) for number in shown]


@pytest.mark.parametrize("id", GAMES)
def test_observation__has_what_ranks_each_player(id: str) -> None:
    game = make_game(id)
    for position in bot_positions(game, 2, 6):
        text = TextSeat(game).observe(position.view())
        for sheet in position.view().sheets():
            assert f"{sheet.title}: {sheet.value}"[:-1] in text or not sheet.value


@pytest.mark.parametrize("table", TABLES, ids=table_name)
def test_text__does_not_depend_on_hidden_information(table: tuple[str, int]) -> None:
    """In another world that agrees with the view, observations, changes and details are the same."""
    game, rng = game_of_table(table), np.random.default_rng(5)
    seats = [TextSeat(game) for _ in game.roles]
    twins = [TextSeat(game) for _ in game.roles]
    for position in bot_positions(game, 6, 8):
        for player in range(game.num_players):
            view = position.view(player)
            other = view.sample(int(rng.integers(2**62))).view(player)
            assert twins[player].observe(other) == seats[player].observe(view)
            for topic in ("position", "actions", f"{game.seat_names[-1]}"):
                assert TextSeat(game).detail(other, topic) == TextSeat(game).detail(view, topic)


def test_observation__tells_what_has_changed_since_the_last_decision() -> None:
    game = make_game("rail_baron_cards_v0")
    position, bot = game.new_position(seed=1), railgym.make_agent("planner", game)
    bot.reset(0, 1)
    seat = TextSeat(game)
    assert "Since your last decision" not in seat.observe(position.view(0))
    while position.turn < 8:
        bot.reset(position.current_player, 1)
        position.play(bot.act(position.view()))
    text = seat.observe(position.view(0))
    assert "Since your last decision:\n- player_1" in text
    assert "Since your last decision" not in seat.observe(position.view(0)), "nothing has happened"


def test_observation__tells_events_in_their_order_and_leaves_out_the_oldest() -> None:
    game = make_game("ticket_to_ride_card_v0")
    seat, view = TextSeat(game), game.new_position(seed=1).view(0)
    seat.tell(f"player_1 does thing number {n}" for n in range(40))
    lines = seat.observe(view).partition("Since your last decision:\n")[2].splitlines()
    assert re.fullmatch(r"- \(\d+ more are left out\)", lines[0])
    told = [line for line in lines if line.startswith("- player_1 does")]
    assert told == [f"- player_1 does thing number {n}" for n in range(40 - len(told), 40)]
    assert "player_1 does" not in seat.observe(view), "events are told once"


def test_observation__of_a_player_who_is_not_to_act_has_no_actions() -> None:
    game = make_game("ticket_to_ride_card_v0")
    text = TextSeat(game).observe(game.new_position(seed=1).view(1))
    assert "Legal actions" not in text
    assert "player_1 (you)" in text


@pytest.mark.parametrize("id", GAMES)
def test_rules_card__is_the_page_of_the_players_and_names_rules_that_exist(id: str) -> None:
    """Its numbers are checked against the tables of rules in the tests of that page."""
    guide, card = guide_of(id), rules_card(make_game(id))
    assert len(card.splitlines()) <= MOST_LINES
    assert set(TAG.findall(card)) == set(TAG.findall(guide.how_to_play)) <= set(guide.rules)
    words = guide.how_to_play.replace("**", "").split()
    assert card.split()[: len(words)] == words


def test_rules_card__names_options_that_differ() -> None:
    assert "Options: edition=published." in rules_card(make_game("ticket_to_ride_card_v0", edition="published"))
    assert "Players: player_0, player_1, player_2." in rules_card(make_game("rail_baron_cards_v0", num_players=3))


def test_detail__shows_a_player_a_name_a_rule_and_pages() -> None:
    game = make_game("railways_of_the_world_v0", num_players=4)
    view = list(bot_positions(game, 1, 20))[10].view()
    seat = TextSeat(game)
    city = game.display.board.cities[0].name
    assert seat.detail(view, "player_1").startswith("player_1")
    assert f"\n{city}, " in seat.detail(view, city)
    assert seat.detail(view, "RW-6.6").startswith("RW-6.6: ")
    first, second = seat.detail(view, "position"), seat.detail(view, "position 2")
    assert "(page 1 of " in first and "(page 2 of " in second
    assert first.splitlines()[0] != second.splitlines()[0]
    with pytest.raises(UnknownNameError, match="no detail 'Xanadu'; topics: position, actions, map, chart"):
        seat.detail(view, "Xanadu")


def test_text_seat__refuses_wrong_arguments_in_one_line() -> None:
    game = make_game("ticket_to_ride_card_v0")
    position = game.new_position(seed=1)
    other: View = make_game("rail_baron_cards_v0").new_position(1).view()
    seat = TextSeat(game)
    for wrong, message in (
        (lambda: TextSeat("ticket_to_ride_card_v0"), "TextSeat: game must be a game"),
        (lambda: seat.observe(position), "TextSeat.observe: view must be a view"),
        (lambda: seat.observe(other), "this is a view of rail_baron_cards_v0"),
        (lambda: seat.read(position.view(), 14), "TextSeat.read: reply must be the text"),
        (lambda: seat.detail(position.view(), None), "TextSeat.detail: topic must be the name"),
    ):
        with pytest.raises(ArgumentError, match=message) as error:
            wrong()
        assert "\n" not in str(error.value)
