"""Options: mistakes are one clear line, and only rule options count as rules."""

import pickle

import pytest
from pydantic import ValidationError
from toy_game.game import NightMail, NightMailOptions

from railgym.envs.catalog import GAMES, game_type, make_game
from railgym.envs.core.errors import DataError, OptionsError, RailgymError


def message(**options: object) -> str:
    with pytest.raises(OptionsError) as caught:
        NightMail(**options)
    text = str(caught.value)
    assert "\n" not in text
    return text


def test_unknown_option__is_named_with_the_nearest() -> None:
    assert message(wagon=5) == "unknown option 'wagon': did you mean wagons?"


def test_unknown_option__that_resembles_none_lists_them_all() -> None:
    assert message(xyz=1) == "unknown option 'xyz': there are: num_players, wagons, rounds, remember, preset"


def test_preset__sets_the_options_that_are_not_given_themselves() -> None:
    """A group of options by name; the rules are those of a game with the same options."""
    short = NightMail(preset="short").options
    assert (short.wagons, short.rounds, short.num_players) == (3, 5, 2)
    assert short.rules_hash == NightMail(wagons=3, rounds=5).options.rules_hash
    own = NightMail(preset="short", rounds=7).options
    assert (own.wagons, own.rounds) == (3, 7)


@pytest.mark.parametrize("word", [None, "none"])
def test_preset__may_be_unset(word: object) -> None:
    assert NightMail(preset=word).options == NightMail().options


def test_preset__that_is_unknown_is_named_with_those_there_are() -> None:
    assert message(preset="long") == "option preset='long': give 'short'"
    assert message(preset=["short"]) == "option preset=['short']: give 'short'"


def test_preset__of_a_game_without_any_is_an_unknown_option() -> None:
    with pytest.raises(OptionsError, match=r"^unknown option 'preset'"):
        make_game("railbot_v0", preset="tournament")


@pytest.mark.parametrize(("id", "name"), [(id, name) for id in GAMES for name in game_type(id).options_type.presets])
def test_preset__of_every_game_makes_a_game_of_other_rules(id: str, name: str) -> None:
    """Every option of it has another value than by default."""
    plain, game = make_game(id).options, make_game(id, preset=name).options
    for option, value in game_type(id).options_type.presets[name].items():
        assert getattr(game, option) == value != getattr(plain, option)


def test_value_out_of_range__is_named_with_its_bound() -> None:
    assert message(num_players=4) == "option num_players=4: give a whole number from 2 to 3"


def test_value_of_another_kind__is_named() -> None:
    assert message(rounds="many") == "option rounds='many': give a whole number from 1 to 20"


@pytest.mark.parametrize("word", ["None", "none", None])
def test_option__without_a_value_is_unset(word: object) -> None:
    assert make_game("rail_baron_cards_v0", purchases_per_arrival=word).options.purchases_per_arrival is None


def test_option__may_have_none_among_its_words() -> None:
    assert make_game("rail_baron_cards_v0", bids="none").options.bids == "none"


def test_unknown_option__survives_pickling() -> None:
    """Environments in other processes send their errors home."""
    with pytest.raises(OptionsError) as caught:
        NightMail(wagon=5)
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


def test_faults_of_data__survive_pickling() -> None:
    error = DataError("the map has 2 faults:", ["a.csv:1: one", "b.csv:2: two"])
    assert (
        str(pickle.loads(pickle.dumps(error))) == str(error) == "the map has 2 faults:\n  a.csv:1: one\n  b.csv:2: two"
    )
    assert error.in_a_line("check it") == "a.csv:1: one; and 1 more, see: check it"
    assert error.in_a_line() == "a.csv:1: one; and 1 more, shown when this one is fixed"
    assert DataError("the map has a fault:", ["a.csv:1: one"]).in_a_line() == "a.csv:1: one"


def test_options_errors__are_the_callers_to_mend() -> None:
    assert issubclass(OptionsError, RailgymError) and issubclass(OptionsError, ValueError)


def test_options__are_frozen() -> None:
    with pytest.raises(ValidationError, match="frozen"):
        NightMailOptions().wagons = 3


def test_rules_hash__leaves_out_harmless_options() -> None:
    plain = NightMailOptions()
    assert plain.rules() == {"num_players": 2, "wagons": 5, "rounds": 10}
    assert NightMailOptions(remember=False).rules_hash == plain.rules_hash
    assert NightMailOptions(wagons=4).rules_hash != plain.rules_hash


def test_every_option__is_documented() -> None:
    assert all(field.description for field in NightMailOptions.model_fields.values())


def test_options_that_are_numbers__are_parameters_of_the_same_names() -> None:
    game = NightMail(num_players=3, wagons=4, remember=False)
    assert game.params.dtype.names == ("game", "num_players", "wagons", "rounds", "remember")
    assert game.params[0].tolist()[1:] == (3, 4, 10, 0)
    assert game.params["game"][0] == game.options.identity
