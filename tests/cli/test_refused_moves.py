"""Illegal actions that a player types are refused with the rule, at the terminal's prompt and in the browser."""

from io import StringIO
from typing import Any

import numpy as np
import pytest
from playing import GAMES_TRIED, NAMES_TRIED, sampled_positions
from reading import reading
from rich.console import Console

from railgym.agents.human.screen import Screen
from railgym.agents.human.terminal import Terminal
from railgym.agents.human.web.table import WebGame
from railgym.envs.catalog import make_game
from railgym.envs.core.errors import IllegalActionError
from railgym.envs.core.game import Array, Game
from railgym.envs.core.position import Position
from railgym.envs.core.recording import Recording

SOME = 5  # illegal actions of a position that are named


def some_illegal(game: Game, state: Array, rng: np.random.Generator) -> list[int]:
    """Illegal actions, of as many blocks of the table as there are."""
    illegal = rng.permutation(np.flatnonzero(game.rules.legal(state) == 0)).tolist()
    first_of_block = {game.actions.block_of(action).name: action for action in reversed(illegal)}
    return list(dict.fromkeys([*first_of_block.values(), *illegal]))[:SOME]


def refusal(game: Game, view: Array, action: int) -> str:
    reason = reading(game, view).why_illegal(action)
    assert reason, game.actions.labels[action]
    return f"{reading(game, view).action_words(action)} is not legal now: {reason}"


@pytest.mark.parametrize(("id", "options"), GAMES_TRIED, ids=NAMES_TRIED)
def test_action__that_is_not_legal_is_refused_with_its_rule(id: str, options: dict[str, Any]) -> None:
    """Given a position of any phase, an illegal action by its label or its words: both prompts tell the rule, and
    so does the command that asks for reasons; nothing is played."""
    game, rng = make_game(id, **options), np.random.default_rng(5)
    recording = Recording(game, 5, ("human",) * game.num_players)
    table = WebGame("refused", recording)
    for state in sampled_positions(game, seed=5):
        recording.position, seat = Position(game, state), int(state["current_player"][0])
        view, mask = game.rules.view(state, seat), game.rules.legal(state)
        lines, legal_words = [], {reading(game, view).action_words(int(a)) for a in np.flatnonzero(mask)}
        for action in some_illegal(game, state, rng):
            label, told = game.actions.labels[action], refusal(game, view, action)
            lines.append((label, told))
            words_here = reading(game, view).action_words(action)
            names = {label, label.upper(), words_here} - legal_words  # cards that are alike have the same words
            for words in names:
                with pytest.raises(IllegalActionError) as caught:
                    table.named(seat, 0, words)
                assert str(caught.value) == told
        assert prompted(game, view, mask, lines) == int(np.flatnonzero(mask)[0])


def prompted(game: Game, view: Array, mask: Array, lines: list[tuple[str, str]]) -> int:
    """Type each line and ask why it cannot be done; every answer is the one expected. Returns the move typed last."""
    typed = "".join(f"{line}\nwhy {line}\n" for line, _ in lines)
    out = StringIO()
    person = Terminal(game, Screen(game, Console(file=out, width=10_000)), StringIO(f"{typed}1\n"))
    person._shown = int(view["current_player"][0]), int(view["turn"][0])  # the board is not what is looked at
    action = person.act(reading(game, view))
    told_back = [line.strip() for line in out.getvalue().split("your move (? for help): ")[1:]]
    for i, (line, told) in enumerate(lines):
        asked = told.replace(" is not legal now: ", "; ")
        assert told_back[2 * i : 2 * i + 2] == [told, f"not now: {asked}"], line
    return action


@pytest.mark.parametrize(("id", "options"), GAMES_TRIED, ids=NAMES_TRIED)
def test_why__explains_actions_of_every_phase_by_a_part_of_their_words(id: str, options: dict[str, Any]) -> None:
    """Given a position of any phase and the first word of illegal actions, of this phase or another, the answer is the
    rule of each that is told; it never says that there is no such action, or that it is legal."""
    game, rng = make_game(id, **options), np.random.default_rng(7)
    for state in list(sampled_positions(game, seed=7))[::10]:
        seat = int(state["current_player"][0])
        view, mask = game.rules.view(state, seat), game.rules.legal(state)
        rules: dict[str, set[str]] = {}
        for action in some_illegal(game, state, rng):
            word = reading(game, view).action_words(action).split()[0].lower()
            rules.setdefault(word, set()).add(reading(game, view).why_illegal(action))
        legal = {reading(game, view).action_words(int(action)).lower() for action in np.flatnonzero(mask)}
        for word in rules.keys() - legal:
            told = answers(game, view, mask, f"why {word}")[0].splitlines()
            assert told[0].startswith("not now: "), told
            reasons = {line.rpartition("; ")[2] for line in told}
            if len(told) <= 20:
                assert all(any(rule.endswith(reason) for reason in reasons) for rule in rules[word]), (told, rules)
        assert "nothing is ruled out" not in answers(game, view, mask, "why")[0]
        assert "why TEXT explains any action" in answers(game, view, mask, "why")[0]


def answers(game: Game, view: Array, mask: Array, *lines: str) -> list[str]:
    """What the prompt answers to lines, before a move is made."""
    out, typed = StringIO(), "".join(f"{line}\n" for line in lines)
    person = Terminal(game, Screen(game, Console(file=out, width=10_000)), StringIO(f"{typed}1\n"))
    person._shown = int(view["current_player"][0]), int(view["turn"][0])
    person.act(reading(game, view))
    return [answer.strip() for answer in out.getvalue().split("your move (? for help): ")[1:]]


def test_label__of_an_illegal_action_plays_no_other_move_that_begins_so() -> None:
    """Given a hand with which red can be laid only among three colours, "lay red" is refused, though one legal move
    begins with these words."""
    game = make_game("ticket_to_ride_card_v0")
    state = game.rules.new_state(1)
    while game.phases[int(state["phase"][0])] != "take one action":
        game.rules.apply(state, int(np.flatnonzero(game.rules.legal(state))[0]))
    hand = state["players"]["hand"][0, int(state["current_player"][0])]
    hand[:] = 0
    hand[[4, 5, 6]] = 1
    recording = Recording(game, 1, ("human", "human"))
    recording.position = Position(game, state)
    table = WebGame("three", recording)
    assert table.named(0, 0, "lay red, ") == game.actions.ids["lay red, blue, purple"]
    with pytest.raises(IllegalActionError, match="two or more cards of red have to be laid"):
        table.named(0, 0, "lay red")
