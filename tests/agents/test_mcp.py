"""The server of the Model Context Protocol, through the official client: in one process, over pipes and over HTTP."""

import asyncio
import socket
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from processes import started

import railgym
from railgym.agents.mcp.session import OVER, Session
from railgym.agents.mcp.tools import GameTools
from railgym.cli import main
from railgym.envs.catalog import GAMES
from railgym.envs.core.errors import IllegalActionError, OptionsError, RailgymError, UnknownNameError

pytest.importorskip("mcp")
from mcp import Client, StdioServerParameters

from railgym.agents.mcp.command import make_server

OPEN_SPIEL = (
    "list_games", "game_info", "start_game", "reset_game", "current_player", "legal_actions", "play_action",
    "get_return", "get_observation",
)  # fmt: skip
CARD_GAME = "ticket_to_ride_card_v0"
RAILGYM = [sys.executable, "-m", "railgym.cli", "mcp"]


def with_client(server: Any, play: Callable[[Client], Awaitable[Any]]) -> Any:
    async def run() -> Any:
        async with Client(server, read_timeout_seconds=120) as client:
            return await play(client)

    return asyncio.run(run())


async def call(client: Client, tool: str, **arguments: Any) -> Any:
    """The result of a tool; raises RuntimeError with the text of an error."""
    answer = await client.call_tool(tool, arguments)
    text = answer.content[0].text if answer.content else ""
    if answer.is_error:
        raise RuntimeError(text)
    return answer.structured_content["result"] if "result" in (answer.structured_content or {}) else (
        answer.structured_content if answer.structured_content is not None else text)  # fmt: skip


async def play_to_the_end(client: Client, id: str, most: int, **arguments: Any) -> tuple[int, float]:
    """Play the first legal action, up to ``most`` times; returns the current player and the result."""
    session = await call(client, "start_game", game_name=id, **arguments)
    for _ in range(most):
        if await call(client, "current_player", session_id=session) == OVER:
            break
        [first, *_] = await call(client, "legal_actions", session_id=session)
        await call(client, "play_action", session_id=session, action=first)
    return (
        await call(client, "current_player", session_id=session),
        await call(client, "get_return", session_id=session),
    )


def test_tools__have_the_names_and_arguments_of_open_spiel() -> None:
    """And some more of our own, each with a description."""

    async def look(client: Client) -> Any:
        return (await client.list_tools()).tools

    tools = {tool.name: tool for tool in with_client(make_server(), look)}
    assert set(OPEN_SPIEL) | {"hint", "why_illegal", "position"} == set(tools)
    assert all(tool.description for tool in tools.values())
    assert {"game_name", "player_id"} <= set(tools["start_game"].input_schema["properties"])
    assert set(tools["play_action"].input_schema["properties"]) == {"session_id", "action"}


@pytest.mark.parametrize("id", GAMES)
def test_game__is_played_to_its_end(id: str) -> None:
    """Of each game, or for a while, where it is long."""

    async def play(client: Client) -> None:
        assert id in await call(client, "list_games")
        info = await call(client, "game_info", game_name=id)
        assert info["short_name"] == id and info["rules"].startswith("# How to play")
        player, result = await play_to_the_end(client, id, 120, player_id=0, opponents="random", seed=5)
        assert -1 <= result <= 1
        assert player == OVER or (player, result) == (0, 0)

    with_client(make_server(), play)


@pytest.mark.long
@pytest.mark.parametrize(
    ("id", "options"), [("empire_builder_v0", {"max_rounds": 25}), ("railways_of_the_world_v0", {"num_players": 2})]
)
def test_long_game__is_played_to_its_end(id: str, options: dict[str, Any]) -> None:
    """By a client that takes the middle one of the legal actions; the result is that of a finished game."""

    async def play(client: Client) -> None:
        session = await call(client, "start_game", game_name=id, opponents="greedy", seed=5, options=options)
        for _ in range(5_000):
            if await call(client, "current_player", session_id=session) == OVER:
                break
            legal = await call(client, "legal_actions", session_id=session)
            await call(client, "play_action", session_id=session, action=legal[len(legal) // 2])
        assert await call(client, "current_player", session_id=session) == OVER
        assert await call(client, "get_return", session_id=session) in (-1, 0, 1)
        assert await call(client, "legal_actions", session_id=session) == []

    with_client(make_server(), play)


def test_play__over_standard_input_and_output() -> None:
    """As clients start it."""

    async def play(client: Client) -> None:
        player, result = await play_to_the_end(client, CARD_GAME, 300, opponents=["greedy"], seed=1)
        assert player == OVER and result in (-1, 0, 1)

    with_client(StdioServerParameters(command=RAILGYM[0], args=RAILGYM[1:]), play)


def test_play__over_http_by_several_clients_at_once() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"http://127.0.0.1:{port}/mcp"

    async def one(seed: int) -> tuple[int, float]:
        async with Client(address, read_timeout_seconds=120) as client:
            return await play_to_the_end(client, CARD_GAME, 300, opponents="random", seed=seed)

    async def several() -> list[tuple[int, float]]:
        return list(await asyncio.gather(*(one(seed) for seed in range(3)), one(0)))

    with started([*RAILGYM, "--http", "--port", str(port)]):
        for _ in range(300):
            with socket.socket() as probe:
                if not probe.connect_ex(("127.0.0.1", port)):
                    break
            time.sleep(0.1)
        found = asyncio.run(several())
    assert all(player == OVER for player, _ in found)
    assert found[0] == found[3], "the same seed deals the same game"


def test_errors__are_one_line_and_change_nothing() -> None:
    async def play(client: Client) -> None:
        session = await call(client, "start_game", game_name=CARD_GAME, seed=1)
        before = await call(client, "position", session_id=session)
        for tool, arguments, message in (
            ("play_action", {"action": "lay black"}, "the first turn begins when all first tickets are chosen"),
            ("play_action", {"action": "DETAIL map"}, "details are read with get_observation"),
            ("get_observation", {"detail": "Xanadu"}, "no detail 'Xanadu'"),
            ("hint", {"agent": "plannr"}, "did you mean planner?"),
        ):
            with pytest.raises(RuntimeError, match=r"^[^\n]*$") as error:
                await call(client, tool, session_id=session, **arguments)
            assert message in str(error.value)
        with pytest.raises(RuntimeError, match="no session 'nope'; start_game begins one"):
            await call(client, "get_return", session_id="nope")
        for wrong, message in (
            ({"game_name": "chess"}, "unknown game 'chess'"),
            ({"game_name": CARD_GAME, "player_id": 7}, "has the players 0 to 1"),
            ({"game_name": CARD_GAME, "opponents": "random,random"}, "name one agent, or 1"),
            ({"game_name": CARD_GAME, "options": {"num_player": 3}}, "unknown option 'num_player'"),
        ):
            with pytest.raises(RuntimeError, match=r"^[^\n]*$") as error:
                await call(client, "start_game", **wrong)
            assert message in str(error.value)
        assert await call(client, "position", session_id=session) == before

    with_client(make_server(), play)


def test_hints_and_reasons() -> None:
    async def play(client: Client) -> None:
        session = await call(client, "start_game", game_name=CARD_GAME, seed=1, options={"num_players": 3})
        [best, *_] = await call(client, "hint", session_id=session, agent="planner")
        assert best["words"] in await call(client, "legal_actions", session_id=session)
        assert await call(client, "why_illegal", session_id=session, action=best["words"]) == ""
        reason = await call(client, "why_illegal", session_id=session, action="lay black")
        assert "the first turn begins when all first tickets are chosen" in reason
        assert "player_2" in await call(client, "get_observation", session_id=session)
        told = await call(client, "play_action", session_id=session, action=str(best["action"]))
        assert "Since your last decision" in told
        assert await call(client, "get_observation", session_id=session) == told
        await call(client, "reset_game", session_id=session)
        assert "Since your last decision" not in await call(client, "get_observation", session_id=session)

    with_client(make_server(), play)


@pytest.mark.parametrize("id", GAMES)
def test_answers__hold_nothing_hidden(id: str) -> None:
    """In another world that agrees with the player's view, a client gets the same answers."""
    session = Session(id, 0, "random" if id != "railbot_v0" else "", seed=4)
    for number in range(12):
        if session.position.is_over:
            break
        answers = [session.view.to_dict(), session.view.legal_actions, session.text.detail(session.view, "position")]
        kept, session.position = session.position, session.view.sample(number)
        other = [session.view.to_dict(), session.view.legal_actions, session.text.detail(session.view, "position")]
        assert other == answers
        session.position = kept
        session.play(str(session.view.legal_actions[0]))


@pytest.mark.parametrize("id", [id for id, entry in GAMES.items() if entry.most > 1 and id != "railbot_v0"])
def test_events__tell_a_player_nothing_hidden(id: str) -> None:
    """What another player does reads the same in every world that looks the same afterwards, as when a card is drawn
    that the player does not see."""
    game, tried = railgym.make_game(id), 0
    bot = railgym.make_agent("planner", game)
    position = game.new_position(seed=6)
    while not position.is_over and position.ply < 60:
        seat = position.current_player
        if seat == 1:
            world = position.view(0).sample(position.ply).record.copy()
            world["key"] = position.record["key"]  # dice are open to all, and shall fall alike
            twin = railgym.Position(game, world)
            for action in sorted(set(position.legal_actions) & set(twin.legal_actions))[:5]:
                here, there = position.copy(), twin.copy()
                here.play_id(action)
                there.play_id(action)
                if here.view(0) == there.view(0):
                    assert here.event_words(0) == there.event_words(0)
                    tried += 1
        bot.reset(seat, 1)
        position.play(bot.act(position.view()))
    assert tried > 5


def test_clients__may_not_start_what_is_on_this_machine(tmp_path: Path) -> None:
    """A model that is misled must run no program, read no file and ask no other model."""
    note = tmp_path / "started"
    for code in (f"cmd:touch {note}", "py:os:system", "file:/etc", "llm:some-model", "human", "mcts:99999"):
        with pytest.raises(RailgymError):
            Session(CARD_GAME, 0, code)
    with pytest.raises(OptionsError, match="only what comes with railgym"):
        Session("railways_of_the_world_v0", 0, options={"map": "/etc/passwd"})
    session = Session(CARD_GAME, 0, "random", seed=1)
    with pytest.raises(UnknownNameError, match="this server was not started with it"):
        session.hint(f"cmd:touch {note}")
    assert not note.exists()
    assert Session(CARD_GAME, 0, "cmd:cat", allowed=("cmd:cat",)).bots[1].code == "cmd:cat"


def test_sessions__are_limited_and_finished_ones_make_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("railgym.agents.mcp.tools.MOST_SESSIONS", 2)
    tools = GameTools()
    first, second = (tools.start_game("rail_baron_cards_v0", 0, "random", seed) for seed in (1, 2))
    with pytest.raises(OptionsError, match="2 games are going on"):
        tools.start_game(CARD_GAME)
    while tools.current_player(second) != OVER:
        tools.play_action(second, tools.legal_actions(second)[0])
    third = tools.start_game(CARD_GAME)
    assert tools.current_player(third) == tools.current_player(first) == 0
    with pytest.raises(UnknownNameError, match="no session"):
        tools.get_return(second)


def test_finished_game__says_how_it_ended() -> None:
    session = Session(CARD_GAME, 1, "random", seed=3)
    while session.current_player != OVER:
        session.play(str(session.view.legal_actions[0]))
    assert f"Game over: {session.position.result.words}" in session.observation()
    with pytest.raises(IllegalActionError, match="reset_game deals another one"):
        session.play("0")
    session.begin()
    assert session.current_player == 1


def test_command__checks_its_agents(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["mcp", "--agents", "plannr"]) == 2
    assert "did you mean planner?" in capsys.readouterr().err
