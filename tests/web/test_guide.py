"""Rules pages, help and guided first games as the server sends them."""

import json
import re

import pytest
from web_server import Message, Person, Server

from railgym.agents.human.web.markdown import to_html
from railgym.envs.catalog import GAMES
from railgym.envs.guide import guide_of
from railgym.envs.guided_game import guided_game

CARD = "ticket_to_ride_card_v0"


@pytest.mark.parametrize("id", GAMES)
def test_rules_page__has_every_rule_at_its_tag(id: str, server: Server) -> None:
    """Each tag is an anchor, each link inside the page leads to one, and nothing is loaded from elsewhere."""
    answer = server.http.get(f"/rules/{id}")
    assert answer.status_code == 200
    assert "default-src 'self'" in answer.headers["Content-Security-Policy"]
    page, guide = answer.text, guide_of(id)
    anchors = re.findall(r' id="([^"]+)"', page)
    assert len(anchors) == len(set(anchors))
    assert set(guide.rules) <= set(anchors)
    links = re.findall(r'(?:href|src)="([^"]+)"', page)
    assert {link for link in links if link.startswith("#")} <= {f"#{anchor}" for anchor in anchors}
    assert all(link.startswith(("#", "/")) for link in links)
    assert page.count("<dfn>") == sum(len(term.names) for term in guide.glossary.terms)
    assert "<script>" not in page and "style=" not in page


def test_rules_page__of_no_game_is_refused(server: Server) -> None:
    for path in ("/rules/chess", "/api/guide/chess"):
        answer = server.http.get(path)
        assert answer.status_code == 404
        assert answer.json()["error"].startswith("unknown game 'chess'")


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("/rules/chess", "Unknown game &#x27;chess&#x27;"),
        ("/nosuch", "There is nothing at /nosuch"),
        ("/static/x", "/x"),
    ],
)
def test_page__that_is_missing_links_to_the_lobby(path: str, words: str, server: Server) -> None:
    """In a browser; programs get a line of JSON."""
    answer = server.http.get(path, headers={"Accept": "text/html,*/*;q=0.8"})
    assert answer.status_code == 404 and answer.headers["content-type"].startswith("text/html")
    assert words in answer.text and '<a href="/">' in answer.text
    program = server.http.get(path)
    assert program.status_code == 404 and set(program.json()) == {"error"}


def test_guide__has_the_terms_and_looks_words_up(server: Server) -> None:
    guide = server.http.get(f"/api/guide/{CARD}").json()
    assert f'<a class="tag" href="/rules/{CARD}#TC-1.1">TC-1.1</a>' in guide["how"]
    assert "railyard" in [name for term in guide["terms"] for name in term["names"]]
    assert server.http.get(f"/api/guide/{CARD}?words=tc-4.2").json()["text"].startswith("TC-4.2: One card")
    refused = server.http.get(f"/api/guide/{CARD}?words=zeppelin")
    assert refused.json()["nothing"].startswith("no term or rule 'zeppelin'")


def test_guide__of_a_table_is_that_of_its_options(server: Server) -> None:
    """RB-R15.1: with destinations by dice nothing is chosen from a hand."""
    baron = "rail_baron_cards_v0"
    links = server.deal(baron, "human", "random", options=["destinations=dice", "bids=none"])
    usual, own = (server.http.get(f"/api/guide/{baron}{query}").json() for query in ("", f"?table={links['id']}"))
    assert "The cards in your hand" in usual["how"] and "The cards in your hand" not in own["how"]
    assert "<code>bids=none</code>: Who pays a bid" in own["how"]
    assert server.http.get(f"/api/guide/{baron}?table={links['id']}&words=rb-r15").json()["text"].count("\n") == 5
    page = server.http.get(own["rules"]).text
    assert "The cards in your hand" not in page and "<code>bids=none</code>: Who pays a bid" in page
    assert f'href="{own["rules"]}#RB-1.1"' in own["how"] and 'id="RB-1.1"' in page
    for path in (f"/api/guide/{baron}", f"/rules/{baron}"):
        assert server.http.get(f"{path}?table=nothing").status_code == 404


def begin(server: Server, id: str) -> tuple[Message, Person, Message]:
    """A guided game: its links, its player, and their first turn."""
    links = server.http.post("/api/guided", json={"game": id}).json()
    person = server.sit(links["seats"][0])
    return links, person, person.turn()


def choose(person: Person, turn: Message, words: str) -> Message:
    """Play the move with these words, or this label, of the present turn; returns the answer."""
    return person.ask(do="say", ply=turn["ply"], words=words)


@pytest.mark.parametrize("id", GAMES)
def test_guided_game__leads_through_its_steps(id: str, server: Server) -> None:
    guided = guided_game(id)
    links, person, turn = begin(server, id)
    names = server.table(links).names
    for number, step in enumerate(guided.steps, 1):
        assert (turn["guide"]["number"], turn["guide"]["of"]) == (number, len(guided.steps))
        assert turn["guide"]["look"] == names.in_text(step.look)
        assert choose(person, turn, step.move)["type"] == "done"
        if number < len(guided.steps):
            turn = person.turn()
    told = [json.loads(text).get("guide") for text in person.seen]
    assert names.in_message(guided.told(len(guided.steps))) in told


def test_guided_game__answers_every_other_move(server: Server) -> None:
    """A wrong move is refused with its reason, an illegal one with its rule, and the game stays as it is."""
    links, person, turn = begin(server, CARD)
    step = guided_game(CARD).steps[0]
    wrong, reason = next(iter(step.wrong.items()))
    assert choose(person, turn, wrong)["reason"] == server.table(links).names.in_text(reason)
    assert "not legal now" in choose(person, turn, "lay red")["reason"]
    assert server.table(links).ply == 0


def test_guided_game__only_goes_on(server: Server) -> None:
    _, person, turn = begin(server, CARD)
    choose(person, turn, guided_game(CARD).steps[0].move)
    assert person.ask(do="undo", whole=False)["reason"].startswith("a guided game only goes on")


def test_guided_game__is_one_again_when_it_is_opened_again(server: Server) -> None:
    links, person, turn = begin(server, CARD)
    choose(person, turn, guided_game(CARD).steps[0].move)
    server.lobby.store.put_away(links["id"])
    table = server.lobby.store.open(links["id"])
    assert table.guide is not None and table.guide["number"] == 2


def test_other_games__have_no_guide(server: Server) -> None:
    person = server.sit(server.deal(CARD, "human", "random")["seats"][0])
    assert person.turn()["guide"] is None
    refused = server.http.post("/api/guided", json={"game": "chess"})
    assert (refused.status_code, json.loads(refused.text)["error"][:20]) == (400, "unknown game 'chess'")


def test_markdown__becomes_html() -> None:
    text = "# A *b*\n\nSome `<x>` of [it](y.md), EB-5.2.\n\n- one\n  more\n  - **in**\n- two\n\n1. first"
    assert to_html(f"{text}\n\n| a | b |\n|---|---|\n| c | d |", 2).split("\n") == [
        "<h2>A <em>b</em></h2>",
        '<p>Some <code>&lt;x&gt;</code> of it, <a class="tag" href="#EB-5.2">EB-5.2</a>.</p>',
        "<ul><li>one more<ul><li><b>in</b></li></ul></li><li>two</li></ul>",
        "<ol><li>first</li></ol>",
        "<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>c</td><td>d</td></tr></tbody></table>",
    ]
