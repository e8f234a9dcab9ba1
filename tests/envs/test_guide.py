"""The texts for players: how to play, and the glossary, against the rules and the displays of each game."""

import random
import re
from collections.abc import Iterator
from importlib.resources import files

import pytest

from railgym.envs.catalog import GAMES, make_game
from railgym.envs.core.errors import UnknownNameError
from railgym.envs.core.glossary import Glossary, Term, explain_titles, read_glossary
from railgym.envs.core.sheets import Sheet
from railgym.envs.guide import TAG, guide_of

MOST_LINES = 90
WORDS = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine", 16: "sixteen"}
BLOCK = re.compile(r"\n\n|\n(?= *(?:[-|]|\d\.))")


def numbers_in(text: str) -> set[str]:
    """The numbers in a text, in digits; "one" is no number, for it is also "a"."""
    words = {str(n) for n, word in WORDS.items() if re.search(rf"\b{word}\b", text, re.I)}
    digits = re.findall(r"(?<![\w.-])\d[\d,]*(?=\b|th)", re.sub(r"^ *\d\. ", "", TAG.sub("", text)))
    return words | {number.replace(",", "") for number in digits} - {"0", "1"}


@pytest.fixture(params=GAMES)
def id(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_how_to_play__is_short(id: str) -> None:
    assert len(guide_of(id).how_to_play.splitlines()) <= MOST_LINES


def test_how_to_play__states_the_numbers_of_the_rules(id: str) -> None:
    """Every number is in a rule that its paragraph names, in brackets or in the last cell of a row."""
    guide, wrong = guide_of(id), []
    for block in BLOCK.split(guide.how_to_play):
        rules = " ".join(guide.rules[tag].text for tag in TAG.findall(block))
        for number in numbers_in(block) - numbers_in(rules):
            wrong.append(f"{number} in: {block.strip()}")
    assert wrong == []


def test_how_to_play__has_the_same_chapters_first(id: str) -> None:
    """The aim comes first, and each page tells the turn and the end."""
    heads = re.findall(r"^## (.+)$", guide_of(id).how_to_play, re.M)
    assert heads[0] == "Aim"
    assert [any(word in head.lower() for head in heads) for word in ("turn", "end")] == [True, True]


@pytest.mark.parametrize("package", sorted({entry.package for entry in GAMES.values()}))
def test_glossary__names_rules_that_exist(package: str) -> None:
    """No entry is overlooked, no name is there twice, and each entry ends with a full stop."""
    terms = read_glossary(package).terms
    text = files(package).joinpath("guide", "glossary.md").read_text(encoding="utf-8")
    assert len(terms) == len(re.findall(r"^- ", text, re.M)) > 20
    rules = {tag for id, entry in GAMES.items() if entry.package == package for tag in guide_of(id).rules}
    assert [tag for term in terms for tag in term.tags if tag not in rules] == []
    names = [name.lower() for term in terms for name in term.names]
    assert len(names) == len(set(names))
    assert [term.name for term in terms if not re.fullmatch(r"[^.]+\.", term.sentence)] == []


@pytest.mark.parametrize("package", sorted({entry.package for entry in GAMES.values()}))
def test_glossary__states_the_numbers_of_the_rules(package: str) -> None:
    rules = {tag: rule.text for id in GAMES if GAMES[id].package == package for tag, rule in guide_of(id).rules.items()}
    wrong = []
    for term in read_glossary(package).terms:
        said = numbers_in(" ".join(rules[tag] for tag in term.tags))
        wrong += [f"{term.name}: {number}" for number in numbers_in(term.sentence) - said]
    assert wrong == []


def sheets_of(id: str) -> Iterator[Sheet]:
    """The sheets of some positions of random games."""
    game, chance = make_game(id), random.Random(5)
    for seed in range(2):
        position = game.new_position(seed)
        while not position.is_over and position.ply < 700:
            if position.ply % 7 == 0:
                yield from position.view().sheets()
            position.play(chance.choice(position.legal_actions))
        yield from position.view(-1).sheets()


def test_glossary__explains_every_heading_of_the_sheets(id: str) -> None:
    """Row labels and the titles of sheets, except the table's, the players' and those that are a ticket."""
    glossary, names = guide_of(id).glossary, make_game(id).seat_names
    headings = {row.label for sheet in sheets_of(id) for row in sheet.rows}
    headings |= {sheet.title for sheet in sheets_of(id) if not sheet.title.startswith(("Table", *names))}
    tickets = {heading for heading in headings if re.search(r" - .*\(\d+\)$", heading)}
    assert sorted(heading for heading in headings - tickets if not glossary.terms_in(heading)) == []


def test_glossary__explains_the_marks_of_the_legend(id: str) -> None:
    """All entries with a term; colours, open land and the price of a second tile explain themselves."""
    svg = make_game(id).new_position(1).view().svg()
    entries = re.findall(r"class='key'><title>([^<]*)</title>", svg)
    plain = [entry for entry in entries if "\n" not in entry]
    clear = re.compile(r"(red|blue|yellow|purple|black|open|a second tile)\b")
    assert [entry for entry in plain if not clear.match(entry)] == []
    assert len(entries) > len(plain) or id.startswith("ticket_to_ride")


LINE = Term(("line",), ("XY-1.1",), "A way.")
TERMS = Glossary([LINE, Term(("major line", "long line"), ("XY-1.2", "ZZ-1.2"), "A long way & more.")])


def test_terms__are_found_by_name_plural_and_part() -> None:
    assert TERMS.find("Major Lines") == TERMS.find("long line") != TERMS.find("line")
    assert TERMS.find("minor line") is None
    assert [term.name for term in TERMS.like("long way")] == ["major line"]
    assert [term.name for term in TERMS.terms_in("major lines, a line, and another line")] == ["major line", "line"]
    assert TERMS.terms_in("outlines") == []


def test_terms__of_a_game_have_its_tags_only() -> None:
    assert [(term.name, term.tags) for term in TERMS.of_rules(("ZZ",)).terms] == [("major line", ("ZZ-1.2",))]


def test_titles__of_pictures_explain_their_terms() -> None:
    svg = "<title>major line A &amp; B</title><title>nothing</title>"
    explained = "<title>major line A &amp; B\nmajor line: A long way &amp; more.</title><title>nothing</title>"
    assert explain_titles(svg, TERMS) == explained


def test_look_up__finds_rules_and_terms(id: str) -> None:
    guide = guide_of(id)
    tag = next(iter(guide.rules))
    assert guide.look_up(tag.lower()).startswith(f"{tag}: ")
    term = guide.glossary.terms[0]
    assert guide.look_up(term.name).endswith(f"({', '.join(term.tags)})")
    with pytest.raises(UnknownNameError, match="no term or rule 'zeppelin'; there are: "):
        guide.look_up("zeppelin")
