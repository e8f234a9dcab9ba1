"""Language models as agents, against a server on loopback that answers well, slowly, wrongly, in half sentences, with
errors and with rate limits."""

import json
import re
import socket
from pathlib import Path
from typing import Any

import pytest
from chat_server import Answer, ChatServer, Handler, chat_server, first_action

import railgym
from railgym.agents.llm.agent import LanguageModelAgent
from railgym.agents.llm.client import ModelError
from railgym.agents.llm.estimate import estimate
from railgym.agents.llm.settings import Settings, read_settings
from railgym.cli import main
from railgym.envs.catalog import GAMES
from railgym.envs.core.agent import ForfeitError
from railgym.envs.core.errors import OptionsError, UnknownNameError
from railgym.training.evaluate.command import evaluate

CARD_GAME = "ticket_to_ride_card_v0"


def code_of(server: ChatServer, **settings: Any) -> str:
    given = {"address": server.address, "wait": 0.001, "seconds": 5, **settings}
    return "llm:scripted?" + "&".join(f"{name}={value}" for name, value in given.items())


def agent_of(server: ChatServer, **settings: Any) -> LanguageModelAgent:
    agent = railgym.make_agent(code_of(server, **settings), railgym.make_game(CARD_GAME))
    assert isinstance(agent, LanguageModelAgent)
    agent.reset(0, 1)
    return agent


def act(agent: LanguageModelAgent) -> int:
    """The first decision: 14 keeps a ticket, 15 returns it."""
    return agent.act(agent.game.new_position(seed=1).view())


@pytest.mark.parametrize("id", GAMES)
def test_model__plays_a_whole_game_by_the_text_alone(id: str) -> None:
    """Of every game: a scripted model that reads numbers from the observation."""
    game = railgym.make_game(id)
    with chat_server(lambda number, messages: first_action(messages)) as server:
        agents = [
            railgym.make_agent(code_of(server), game),
            *(railgym.make_agent("random", game) for _ in game.roles[1:]),
        ]
        position = game.new_position(seed=2)
        for seat, agent in enumerate(agents):
            agent.reset(seat, 3)
        while not position.is_over and position.ply < 150:
            position.play(agents[position.current_player].act(position.view()))
        used = agents[0].usage
        assert used["calls"] == len(server.requests) > 3
        assert (used["tokens_in"], used["tokens_out"]) == (900 * used["calls"], 7 * used["calls"])
        assert not used["illegal"] and not used["retries"]


@pytest.mark.long
@pytest.mark.parametrize(
    ("id", "options"), [("empire_builder_v0", {"max_rounds": 25}), ("railways_of_the_world_v0", {"num_players": 2})]
)
def test_model__plays_a_long_game_to_its_end(id: str, options: dict[str, Any]) -> None:
    """Against a bot, without an illegal reply; prompts do not grow with the game."""
    game = railgym.make_game(id, **options)
    with chat_server(lambda number, messages: first_action(messages)) as server:
        report = evaluate(game, (code_of(server), "greedy"), 1, 3)
        longest = max(sum(len(message["content"]) for message in request["messages"]) for request in server.requests)
    (model, _) = report["agents"]
    assert report["games"] == 2 and "forfeits" not in model
    assert model["usage"]["calls"] == len(server.requests) > 50 and "illegal" not in model["usage"]
    assert longest < 20_000


def test_request__has_the_card_the_observation_and_the_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "secret")
    with chat_server(lambda number, messages: "ACTION 15") as server:
        assert act(agent_of(server, temperature=0.5, max_tokens=77)) == 15
        [request] = server.requests
    assert (request["path"], request["key"]) == ("/v1/chat/completions", "Bearer secret")
    assert (request["model"], request["temperature"], request["max_tokens"]) == ("scripted", 0.5, 77)
    card, observation = request["messages"]
    assert card["role"] == "system" and card["content"].startswith("# How to play Ticket to Ride")
    assert observation["role"] == "user" and "14=keep Dallas - New York (11)" in observation["content"]


def test_wrong_replies__are_refused_with_the_rule_and_then_forfeit() -> None:
    replies = ["Let me think.\nThe best move is prob", "ACTION 0", "ACTION lay black", "ACTION 14"]
    with chat_server(lambda number, messages: replies[number - 1]) as server:
        agent = agent_of(server)
        assert act(agent) == 14
        assert agent.usage["illegal"] == 3
        last = server.requests[-1]["messages"]
    assert [message["role"] for message in last] == ["system", "user", *["assistant", "user"] * 3]
    assert last[3]["content"].startswith("Refused: no action found")
    assert "the first turn begins when all first tickets are chosen" in last[5]["content"]
    with chat_server(lambda number, messages: "I resign") as server:
        agent = agent_of(server, illegal=1)
        with pytest.raises(
            ForfeitError, match="2 replies without a legal action, the last one: no legal action 'I resign'"
        ):
            act(agent)
        assert agent.faults[0].startswith("2 replies without a legal action")


def test_details__are_shown_and_limited() -> None:
    def answer(number: int, messages: list[dict[str, str]]) -> Answer:
        return "DETAIL player_1" if number == 1 else "DETAIL Xanadu" if number == 2 else "ACTION 14"

    with chat_server(answer) as server:
        agent = agent_of(server)
        assert act(agent) == 14
        assert agent.usage["details"] == 2
        told = [message["content"] for message in server.requests[-1]["messages"]]
        assert told[3].startswith("player_1: ") and told[5].startswith("no detail 'Xanadu'")
    with (
        chat_server(lambda number, messages: "DETAIL map") as server,
        pytest.raises(ForfeitError, match="requests for"),
    ):
        act(agent_of(server, details=1, illegal=1))


def limited(handler: Handler) -> None:
    handler.send(429, '{"error": "slow down"}', Retry_After="0")


@pytest.mark.parametrize(
    ("fault", "reason"),
    [
        (limited, "HTTP status 429"),
        ((500, "oops"), "HTTP status 500: oops"),
        ((503, ""), "HTTP status 503"),
        (b"<html>not JSON", "which is not JSON"),
        ({"error": {"message": "overloaded"}}, "the response has no choices[0].message"),
        ({"choices": []}, "the response has no choices[0].message"),
        ({"choices": [{"message": {"content": [3]}}]}, "the response has no choices[0].message"),
        (lambda handler: handler.connection.shutdown(socket.SHUT_RDWR), "chat/completions: "),
        (Handler.drip, "no reply in 0.5 s"),
    ],
)
def test_faults_of_the_server__are_tried_again_and_then_forfeit(fault: Any, reason: str) -> None:
    """A call succeeds after a fault; with faults alone the game is lost, with the reason."""
    with chat_server(lambda number, messages: fault if number == 1 else "ACTION 14") as server:
        agent = agent_of(server, seconds=0.5 if fault is Handler.drip else 5)
        assert act(agent) == 14
        assert (agent.usage["retries"], agent.usage["calls"]) == (1, 1)
    with chat_server(lambda number, messages: fault) as server:
        agent = agent_of(server, retries=1, seconds=0.3 if fault is Handler.drip else 5)
        with pytest.raises(ForfeitError, match=r"^llm:[^\n]* forfeits: [^\n]*, 2 times$") as error:
            act(agent)
        assert reason.replace("0.5", "0.3") in str(error.value)
        assert len(server.requests) == 2
        assert agent.faults == [str(error.value).partition(" forfeits: ")[2]]


@pytest.mark.parametrize("status", [400, 401, 403, 404, 302])
def test_refused_key__ends_the_run_in_one_line(status: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Trying again costs time and helps nothing. The key is in no message, and follows no redirect."""
    monkeypatch.setenv("OPENAI_API_KEY", "secret")

    def refuse(handler: Handler) -> None:
        handler.send(status, "wrong key: secret", Location="http://127.0.0.1:9/")

    with chat_server(lambda number, messages: refuse) as server:
        with pytest.raises(ModelError, match=rf"^llm:[^\n]*: HTTP status {status}: wrong key: KEY$"):
            act(agent_of(server))
        assert len(server.requests) == 1


def test_address_elsewhere__needs_a_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    agent = railgym.make_agent("llm:some-model", railgym.make_game(CARD_GAME))
    agent.reset(0, 1)
    with pytest.raises(ModelError, match="llm:some-model: set the environment variable OPENAI_API_KEY"):
        agent.act(agent.game.new_position(1).view())


def test_evaluation__counts_forfeits_tokens_and_money(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In one line of a table, with the price from the file."""
    with chat_server(lambda number, messages: first_action(messages) if number % 7 else "hmm") as server:
        file = tmp_path / "mine.yaml"
        file.write_text(f"model: m\naddress: {server.address}\nprices:\n  m: {{input: 2, output: 1000}}\n")
        assert main(["evaluate", CARD_GAME, "--seats", f"llm:{file},random", "--games", "2", "--json"]) == 0
        [model, rival] = json.loads(capsys.readouterr().out)["agents"]
        used = model["usage"]
        assert used["calls"] == len(server.requests)
        assert used["cost"] == pytest.approx(used["calls"] * (900 * 2 + 7 * 1000) / 1e6)
        assert used["illegal"] == len(server.requests) // 7
        assert "usage" not in rival and "forfeits" not in model
        assert main(["evaluate", CARD_GAME, "--seats", f"llm:{file}?illegal=0,random", "--games", "2"]) == 0
        table = capsys.readouterr().out
    assert "forfeits and usage" in table and "1 replies without a legal action" in table


def test_budget__ends_the_run() -> None:
    settings = Settings(model="m", prices={"m": {"input": 1_000_000, "output": 0}}, budget=1_000)
    with chat_server(lambda number, messages: "ACTION 14") as server:
        settings = settings.model_copy(update={"address": server.address})
        agent = LanguageModelAgent(railgym.make_game(CARD_GAME), "llm:m", settings)
        agent.reset(0, 1)
        assert act(agent) == 14
        with pytest.raises(ModelError, match=r"its games have cost 1800.0000, the budget is 1000"):
            act(agent)


def test_suite__counts_what_a_model_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    with chat_server(lambda number, messages: first_action(messages)) as server:
        Path("m.yaml").write_text(f"model: m\naddress: {server.address}\n")
        table = f"{{name: t, game: {CARD_GAME}, agents: [random, 'llm:m.yaml'], paired_seeds: 1, seed: 1}}"
        Path("mine.yaml").write_text(f"name: mine\nversion: 1\nlimit: 60\ntables:\n  - {table}\n")
        assert main(["suite", "run", "mine.yaml", "--out", "out", "--workers", "1"]) == 0
        assert "tokens in" in capsys.readouterr().out
        [ratings] = [table["ratings"] for table in json.loads(Path("out/summary.json").read_text())["tables"]]
        used = next(rating["usage"] for rating in ratings if rating["agent"] == "llm:m.yaml")
        assert used["calls"] == len(server.requests)
        assert main(["suite", "report", "out"]) == 0
        assert "| illegal replies |" in Path("out/report.md").read_text()


def test_estimate__prints_prompts_and_cost_and_sends_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with chat_server(lambda number, messages: (500, "never asked")) as server:
        file = tmp_path / "mine.yaml"
        file.write_text(f"model: m\naddress: {server.address}\nprices: {{m: {{input: 2, output: 8}}}}\n")
        command = ["llm", "estimate", "rail_baron_cards_v0", "--agent", f"llm:{file}", "--games", "10"]
        assert main([*command, "--prompts", "1"]) == 0
        out = capsys.readouterr().out
        assert main([*command, "--json"]) == 0
        found = json.loads(capsys.readouterr().out)
        assert server.requests == []
    assert "--- prompt 1, system ---\n# How to play Rail Baron" in out
    assert "--- prompt 1, user ---" in out and "--- prompt 2" not in out
    assert found["cost"] == pytest.approx((2 * found["tokens_in"] + 8 * found["tokens_out"]) / 1e6)
    assert f"cost: at most {found['cost']:,.2f}\nnothing was sent to {server.address}" in out
    agent = railgym.make_agent("llm:free?address=http://localhost:1", railgym.make_game(CARD_GAME))
    assert estimate(agent.game, agent, 1, 0)["cost"] is None


@pytest.mark.parametrize(
    ("argument", "message"),
    [
        ("m?temperature", "llm:m?temperature: 'temperature': write key=value"),
        ("m?temperatur=1", "no setting 'temperatur'; did you mean temperature?"),
        ("m?key=secret", "no setting 'key' (put the API key into an environment variable)"),
        ("m?retries=many", "retries: Input should be a valid integer"),
        ("m?address=ftp://x", "address: write http://... or https://..."),
        ("m?budget=3", "budget: prices has no m"),
        ("no_such.yaml", "no_such.yaml: No such file or directory"),
    ],
)
def test_wrong_settings__are_refused_in_one_line(argument: str, message: str) -> None:
    with pytest.raises(OptionsError, match=r"^[^\n]{1,400}$") as error:
        read_settings(f"llm:{argument}", argument)
    assert message in str(error.value)


def test_code_without_a_model__is_refused() -> None:
    with pytest.raises(UnknownNameError, match=re.escape("llm:?a=1: write a model or a file")):
        railgym.make_agent("llm:?a=1", railgym.make_game(CARD_GAME))


def test_two_seats__of_one_model_play_each_other() -> None:
    """Each with its own usage."""
    with chat_server(lambda number, messages: first_action(messages)) as server:
        code = code_of(server)
        report = evaluate(railgym.make_game(CARD_GAME), (code, code), 1, seed=3)
        assert sum(agent["usage"]["calls"] for agent in report["agents"]) == len(server.requests)


def test_page__states_each_setting_with_its_meaning() -> None:
    page = (Path(__file__).parents[2] / "docs" / "language_models.md").read_text(encoding="utf-8")
    for name, field in Settings.model_fields.items():
        assert re.search(rf"^\| `{name}` \| [^|]*\| {re.escape(field.description or '')} \|$", page, re.M), name
