"""The demand cards: how often cities and goods are asked for, and what is paid."""

import shutil
from collections import Counter
from pathlib import Path

import pytest

from railgym.envs.core.command_line import UsageError, read_command_line
from railgym.envs.core.errors import DataError
from railgym.envs.core.geo.hexagons import distance
from railgym.envs.crayon_rails.data import make_cards
from railgym.envs.crayon_rails.maps import cards
from railgym.envs.crayon_rails.maps.loading import DATA, MAPS, Deck, load_map, read_map
from railgym.envs.crayon_rails.maps.model import Demand, Map

NAMES = MAPS.names
NEAREST = {"europe": 6, "india": 6, "north_america": 6, "pacific_northwest": 6, "test": 4}


@pytest.fixture(params=NAMES)
def board(request: pytest.FixtureRequest) -> Map:
    return load_map(request.param)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the test map, to be changed."""
    return Path(shutil.copytree(DATA / "test", tmp_path / "copy"))


def demands(board: Map) -> list[Demand]:
    return [demand for card in board.cards for demand in card.demands]


def away(board: Map, demand: Demand) -> int:
    """How far the nearest source is, counted anew."""
    here = board.mileposts[board.cities[demand.city].mileposts[0]]
    sources = [city for city in board.cities if demand.good in city.goods]
    return min(distance(here.hex, board.mileposts[city.mileposts[0]].hex) for city in sources)


def asked(board: Map, size: str) -> list[int]:
    often = Counter(demand.city for demand in demands(board))
    return sorted(often[i] for i, city in enumerate(board.cities) if city.size == size)


def test_cards__are_as_many_as_the_game_has() -> None:
    """EB-R3, RR-R1.5."""
    assert {name: len(load_map(name).cards) for name in NAMES} == {**dict.fromkeys(NAMES, 136), "test": 36}


def test_cities__are_asked_by_their_size() -> None:
    """EB-R3: 12 demands of a major city, 8 or 9 of a medium and 5 of a small one."""
    america = load_map("north_america")
    assert asked(america, "major") == [12] * 7
    assert asked(america, "medium") == [8] * 7 + [9] * 7
    assert asked(america, "small") == [5] * 41


def test_cities__are_asked_in_proportion_on_other_maps(board: Map) -> None:
    weights = {"major": 12, "medium": 8.5, "small": 5}
    share = len(demands(board)) / sum(weights[city.size] for city in board.cities)
    for size, weight in weights.items():
        assert all(abs(number - weight * share) < 1 for number in asked(board, size))


def test_goods__are_asked_equally(board: Map) -> None:
    often = Counter(demand.good for demand in demands(board))
    assert len(often) == len(board.goods)
    assert max(often.values()) - min(often.values()) <= 1


def test_card__names_no_city_and_no_good_twice(board: Map) -> None:
    for card in board.cards:
        assert len({demand.city for demand in card.demands}) == len({demand.good for demand in card.demands}) == 3


def test_demand__is_there_once(board: Map) -> None:
    """On the small map some have to be there oftener."""
    often = Counter((demand.city, demand.good) for demand in demands(board))
    assert max(often.values()) == 1 if board.name != "test" else max(often.values()) <= 4


def test_demand__is_for_a_good_from_afar(board: Map) -> None:
    for demand in demands(board):
        assert demand.good not in board.cities[demand.city].goods
        assert away(board, demand) >= NEAREST[board.name]


def test_payout__grows_with_the_distance(board: Map) -> None:
    """EB-R3, RR-R4: 2.2 + 0.97 per milepost, 6 % more for a single source, at random up to 8 % more or less."""
    ratios = []
    for demand in demands(board):
        mean = (2.2 + 0.97 * away(board, demand)) * (1.06 if len(board.sources[demand.good]) == 1 else 1)
        assert 0.92 * mean - 0.5 <= demand.payout <= 1.08 * mean + 0.5
        assert cards.mean_payout(board, demand.city, demand.good) == pytest.approx(mean)
        ratios.append(demand.payout / mean)
    assert sum(ratios) / len(ratios) == pytest.approx(1, abs=0.02)


def test_deck__is_another_with_another_seed() -> None:
    small = load_map("test")
    deck = Deck(number=36, nearest=4)
    assert cards.make_cards(small, deck, 1) == small.cards != cards.make_cards(small, deck, 2)


@pytest.mark.parametrize("nearest", [11, 20])
def test_deck__that_cannot_be_is_given_up(nearest: int) -> None:
    assert cards.make_cards(load_map("test"), Deck(number=36, nearest=nearest), 1) is None


def script(*words: str) -> int:
    """The exit code of the script."""
    return make_cards.main(read_command_line(make_cards.MakeCardsArgs, "make_cards", words))


@pytest.mark.parametrize("name", NAMES)
def test_script__makes_the_cards_that_are_there(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert script(name, "--check") == 0
    report = capsys.readouterr().out.removesuffix("cards.csv is what the script makes\n")
    assert f"```\n{report}```" in (DATA / "SOURCES.md").read_text(encoding="utf-8")


def test_script__makes_new_cards_for_a_changed_map(copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cities = copy / "cities.csv"
    cities.write_text(cities.read_text(encoding="utf-8").replace("Elm,medium,Grain", "Elm,medium,Grain;Tools"))
    assert script(str(copy), "--check") == 1
    assert "is NOT" in capsys.readouterr().out
    (copy / "cards.csv").unlink()
    assert script(str(copy)) == 0
    assert len(read_map(copy).cards) == 36
    assert script(str(copy), "--check") == 0


def test_script__explains_itself(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        script("--help")
    said = capsys.readouterr().out
    assert "Make the demand cards of a map" in said and "make_cards north_america --check" in said


def test_script__says_what_is_wrong(copy: Path) -> None:
    with pytest.raises(UsageError, match="missing: MAP; see make_cards --help"):
        script()
    (copy / "map.json").write_text('{"kind": "crayon", "title": "Far", "deck": {"nearest": 15}}')
    with pytest.raises(DataError, match=r"map\.json: no deck was found that keeps its rules: lower nearest or number"):
        script(str(copy))
    (copy / "goods.csv").unlink()
    with pytest.raises(DataError, match=r"goods\.csv: the file is missing"):
        script(str(copy))
