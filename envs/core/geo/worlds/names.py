"""Names of places and rivers, made from the syllables of invented languages."""

from dataclasses import dataclass

from railgym.envs.core.geo.worlds.rolls import Rolls

__all__ = ["LANGUAGES", "Language", "NameMaker"]


@dataclass(frozen=True)
class Language:
    """The sounds of a language: how words begin, go on and end, and what towns and rivers are called after."""

    first: tuple[str, ...]
    middle: tuple[str, ...]
    town: tuple[str, ...]
    river: tuple[str, ...]


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


LANGUAGES = (
    Language(
        _words("Hal Bren Stor Vald Ask Grim Torn Eld Ling Ras Skar Mar Fin Karl Hov Sten Bjal Dag Rand Svel"),
        _words("e a er en ers ings ar"),
        _words("stad by vik borg lund sund hamn holm dal mark tuna fors"),
        _words("elv aa an"),
    ),
    Language(
        _words("Ash Brook Wen Thorn Hazel Marl Kings Elm Stan Win Brad Holl Oak Cald Fern Lang Wick Hart Dun Penn"),
        _words("en er ing ley le al"),
        _words("ton ford ham bury field wick mouth bridge stead well worth dale"),
        _words("bourne water brook"),
    ),
    Language(
        _words("Val Mon Cor Bel Sar Tor Ver Cas Lor Mir Gal Pal Ram Sol Vil Fon Alm Tar Mel Oru"),
        _words("a e i o ande ere ore ali esi"),
        _words("ona ara ella eda illo anto osa iva encia ales ina adro"),
        _words("ora enza ano"),
    ),
    Language(
        _words("Kor Vol Dob Zel Bor Nov Str Plav Mor Gran Rad Svit Tar Lub Drag Kam Brez Jas Vel Ostr"),
        _words("o e a i ov en in"),
        _words("grad itsa ovo sk ice nik polje ava ina ets brod gora"),
        _words("ava na ica"),
    ),
    Language(
        _words("Ka Sho Mi To Na Ha Ya Ki Ta Mori Aki Su Oda Fu Haru Ishi Kuro Hoshi Umi Nori"),
        _words("na ri to ma shi ka ra mi no"),
        _words("hama saki mura yama tani zawa moto gawa shima hara bata nobe"),
        _words("gawa nai zuki"),
    ),
    Language(
        _words("Ain Bel Caer Dun Gar Inver Kil Lan Mael Pen Ros Tre Aber Bryn Cor Dol Glen Lis Mor Tull"),
        _words("a o y wen mor an ae"),
        _words("dren wyn more nish lough rick gar van ach loch mena feth"),
        _words("wy annon eth"),
    ),
)
# Roots of endings that would make well-known names, and names of people and firms.
AVOID = frozenset(
    _words("Lenin Stalin Volvo Toyota Honda Nokia Nikon Canon Sony Mazda Belgrade Belgrad Novgorod Yokohama")
)
LONGEST = 12


class NameMaker:
    """Makes names that differ from all before. A world speaks two languages: one in its west, one in its east."""

    def __init__(self, seed: int) -> None:
        self._rolls = Rolls(seed, "names")
        self._given: set[str] = set(AVOID)
        self._languages = self._rolls.shuffled(LANGUAGES)[:2]

    def town(self, east: bool) -> str:
        """The name of a city in the east or the west."""
        return self._new(self._languages[east], "town")

    def river(self, east: bool) -> str:
        """The name of a river."""
        return self._new(self._languages[east], "river")

    def land(self) -> str:
        """The name of the whole country."""
        return self._new(self._languages[0], "land")

    def _new(self, language: Language, kind: str) -> str:
        for _ in range(200):
            name = self._make(language, kind)
            if 4 <= len(name) <= LONGEST and name not in self._given and not _is_clumsy(name):
                break
        else:
            name = next(f"{name} {word}" for word in ("Major", "Minor", "Nova") if f"{name} {word}" not in self._given)
        self._given.add(name)
        return name

    def _make(self, language: Language, kind: str) -> str:
        rolls = self._rolls
        root = rolls.choice(language.first)
        if rolls.unit() < 0.4 and kind != "land":
            root += rolls.choice(language.middle)
        if kind == "land":
            return root + rolls.choice(("ia", "onia", "land", "mark", "aria"))
        return root + rolls.choice(language.town if kind == "town" else language.river)


def _is_clumsy(name: str) -> bool:
    """Whether a name is hard to say: four consonants or three vowels in a row, or a letter three times."""
    low = name.lower()
    vowels = "".join("v" if letter in "aeiouy" else "c" for letter in low)
    return "cccc" in vowels or "vvv" in vowels or any(3 * letter in low for letter in set(low))
