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


VARIANTS = [
    (id, *file.name.removeprefix(f"{id}.").removesuffix(".md").split("."))
    for id, entry in GAMES.items()
    for file in files(entry.package).joinpath("guide").iterdir()
    if file.name.startswith(f"{id}.") and file.name.endswith(".md") and file.name != f"{id}.md"
]


@pytest.fixture(params=GAMES)
def id(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_how_to_play__is_short(id: str) -> None:
    assert len(guide_of(id).how_to_play.splitlines()) <= MOST_LINES


@pytest.mark.parametrize("game", [*GAMES, *VARIANTS], ids=str)
def test_how_to_play__states_the_numbers_of_the_rules(game: str | tuple[str, str, str]) -> None:
    """Every number is in a rule that its paragraph names, in brackets or in the last cell of a row."""
    id, options = (game, {}) if isinstance(game, str) else (game[0], {game[1]: game[2]})
    guide, wrong = guide_of(make_game(id, **options)), []
    for block in BLOCK.split(guide.how_to_play):
        rules = " ".join(guide.rules[tag].text for tag in TAG.findall(block))
        for number in numbers_in(block) - numbers_in(rules):
            wrong.append(f"{number} in: {block.strip()}")
    assert wrong == []


def test_page__says_that_a_switch_is_off() -> None:
    """Its description says what it does if it is on."""
    page = guide_of(make_game("railways_of_the_world_v0", barons=False)).page
    assert "- `barons=False`: Off. When on: Every player keeps one of two" in page


@pytest.mark.parametrize(("id", "option", "value"), VARIANTS)
def test_how_to_play__of_a_variant_has_other_sections(id: str, option: str, value: str) -> None:
    """In the place of those with the same headings, so none of them is left over."""
    usual, variant = (guide_of(game).how_to_play for game in (id, make_game(id, **{option: value})))
    assert re.findall(r"^## .+$", usual, re.M) == re.findall(r"^## .+$", variant, re.M)
    assert usual.partition("\n")[0] != variant.partition("\n")[0]
    assert len(variant.splitlines()) <= MOST_LINES


def test_how_to_play__without_cards_explains_none() -> None:
    """RB-R15.1: no hand, deck or card is explained before the section that names other variants."""
    page = guide_of(make_game("rail_baron_cards_v0", destinations="dice")).how_to_play.partition("## Variants")[0]
    assert re.findall(r"[^ ]+ (?:cards?|hand|deck)\b", page) == ["no cards"]
    assert {"RB-R15.1", "RB-R15.2", "RB-R15.3", "RB-R15.4", "RB-R15.5"} <= set(TAG.findall(page))


def test_page__begins_with_the_options_that_are_not_the_usual_ones(id: str) -> None:
    assert guide_of(make_game(id)).page == guide_of(id).how_to_play
    game = make_game("rail_baron_cards_v0", preset="base_game", num_players=3)
    before = guide_of(game).page.partition("## Aim")[0]
    assert "override the rest of this page" in before
    given = game.options.presets["base_game"]
    assert re.findall(r"^- `(\w+)=(\w+)`: .+\.$", before, re.M) == [
        (name, str(given[name])) for name in type(game.options).model_fields if name in given
    ]


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


def test_look_up__finds_every_rule_by_its_tag_and_by_the_beginning_of_its_tag(id: str) -> None:
    """A chapter, and a ruling of several parts, show all of their rules."""
    guide = guide_of(id)
    for tag in guide.rules:
        assert guide.look_up(tag).startswith(f"{tag}: ")
        whole = guide.look_up(tag.partition(".")[0])
        assert f"\n{tag}: " in f"\n{whole}"
    assert len(guide.rules) > len({tag.partition(".")[0] for tag in guide.rules})


def test_look_up__finds_words_of_the_rules_and_names_what_is_near() -> None:
    guide = guide_of(make_game("rail_baron_cards_v0", destinations="dice"))
    assert guide.look_up("odds").startswith("odds: With destinations by dice, ")
    assert guide.look_up("creditors").startswith("RB-R8.4: ")
    assert re.search(r"\nAlso in RB-[\w., -]+\.$", guide.look_up("option"))
    for wrong, near in (("superchef", "Superchief"), ("rb-r15.9", "RB-R15.6")):
        with pytest.raises(UnknownNameError, match=f"^no term or rule '{wrong}'; did you mean .*{near}.*\\?$"):
            guide.look_up(wrong)
