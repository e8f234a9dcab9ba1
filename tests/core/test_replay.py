"""Replays: what is written is read, plays again to the last byte, and any damage is named by file and line."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from recordings import PLAYERS, play_on

from railgym.envs.catalog import GAMES, game_of, make_game
from railgym.envs.core.errors import IllegalActionError, ReplayError
from railgym.envs.core.game import Game
from railgym.envs.core.header import FULL, PUBLIC
from railgym.envs.core.recording import Recording
from railgym.envs.core.replay import Header, Move, Replay, load_replay, write_whole

SETUP = 12  # decisions upon first tickets of two seats


@pytest.fixture(scope="module")
def game() -> Game:
    return make_game("ticket_to_ride_card_v0", edition="published")


@pytest.fixture(scope="module")
def finished(game: Game) -> Recording:
    return play_on(Recording(game, 7, PLAYERS, "made by a test"))


@pytest.fixture
def file(finished: Recording, tmp_path: Path) -> Path:
    path = tmp_path / "game.jsonl"
    path.write_text(finished.replay.text(), encoding="utf-8")
    return path


# --- writing and reading ----------------------------------------------------------------------------------------------


def test_replay__is_read_as_it_was_written(finished: Recording, file: Path) -> None:
    """The file holds header, moves with events, and result."""
    replay = load_replay(file)
    assert (replay.header, replay.moves) == (finished.header, tuple(finished.moves))
    assert replay.result == finished.replay.result
    assert replay.text() == file.read_text(encoding="utf-8")
    assert replay.header.seed == 7
    assert replay.header.players == PLAYERS


def test_replay__plays_again_to_the_same_bytes(finished: Recording, file: Path) -> None:
    """Header and actions are enough to get the final state back, in a game made from the file alone."""
    replay = load_replay(file)
    assert replay.verify(game_of(replay)).record.tobytes() == finished.position.record.tobytes()


def test_replay__gives_every_position(game: Game, finished: Recording, file: Path) -> None:
    """The position after n moves is that in which move n + 1 was made."""
    replay = load_replay(file)
    for moves in (0, 20, len(replay.moves)):
        assert replay.position(game, moves).ply == moves
    assert replay.position(game, len(replay.moves)).record.tobytes() == finished.position.record.tobytes()
    assert [action for _, action in replay.positions(game)] == finished.actions


def test_replay__needs_no_events(game: Game, finished: Recording, file: Path) -> None:
    """Events may be left out, so a replay can be written by hand."""
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    for line in lines:
        line.pop("events", None)
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    assert load_replay(file).verify(game).record.tobytes() == finished.position.record.tobytes()


def test_recording__is_on_disk_after_every_move(game: Game, finished: Recording, tmp_path: Path) -> None:
    """A crash at any time loses nothing."""
    path = tmp_path / "growing.jsonl"
    recording = Recording(game, 7, PLAYERS, "made by a test")
    recording.keep_in(path)
    for action in finished.actions:
        recording.play(action)
        assert path.read_bytes().endswith(b"}\n")
        if len(recording.moves) in (1, 2, 50):
            assert load_replay(path).moves == tuple(recording.moves)
    assert path.read_text(encoding="utf-8") == finished.replay.text()


@pytest.mark.parametrize("kept", [1, 2, 9, 60, -2, -1])
@pytest.mark.parametrize("tail", [b"", b'{"ply":'])
def test_recording__goes_on_from_a_truncated_file(
    game: Game, finished: Recording, file: Path, kept: int, tail: bytes
) -> None:
    """A file without its end is an unfinished game; the same moves make it the same file again."""
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join(lines[:kept]) + tail)
    replay = load_replay(file)
    assert replay.result is None
    assert replay.cut == bool(tail)
    recording = Recording.resume(game, replay)
    recording.keep_in(file)
    for action in finished.actions[len(replay.moves) :]:
        recording.play(action)
    assert recording.position.record.tobytes() == finished.position.record.tobytes()
    assert file.read_bytes() == b"".join(lines)


def test_recording__refuses_an_illegal_action_untouched(game: Game) -> None:
    """Nothing is recorded of an action that is not legal, or that does not exist."""
    recording = Recording(game, 1, PLAYERS)
    before = recording.position.record.tobytes()
    for action in (game.actions.ids["pass"], -1, len(game.actions)):
        with pytest.raises(IllegalActionError):
            recording.play(action)
    assert (recording.moves, recording.position.record.tobytes()) == ([], before)


def test_write_whole__leaves_the_old_file_when_it_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Saving is all or nothing, and a failure leaves no litter."""

    def full_disk(_: int) -> None:
        raise OSError(28, "No space left on device")

    path = tmp_path / "game.jsonl"
    path.write_text("old")
    monkeypatch.setattr("os.fsync", full_disk)
    with pytest.raises(OSError, match=r"No space left.*game\.jsonl"):
        write_whole(path, "new")
    assert [file.read_text() for file in tmp_path.iterdir()] == ["old"]


# --- damage -----------------------------------------------------------------------------------------------------------

Edit = Callable[[dict], object]
DAMAGE: dict[str, tuple[int, Edit, str]] = {
    "unknown format": (1, lambda line: line.update(format=9), "format is 9"),
    "no format": (1, lambda line: line.pop("format"), "its first line has no key format"),
    "another game": (1, lambda line: line.update(game="chess_v0"), "unknown game 'chess_v0'"),
    "unknown option": (1, lambda line: line["options"].update(speed=2), "unknown option 'speed'"),
    "wrong option": (1, lambda line: line["options"].update(edition="manual"), "changed since this game was recorded"),
    "wrong options hash": (1, lambda line: line.update(options_hash="0"), "the rules for these options have changed"),
    "wrong actions hash": (1, lambda line: line.update(actions_hash="0"), "actions_hash is 0 in the file"),
    "a player too few": (1, lambda line: line.update(players=["random"]), "players is 1 in the file and 2 here"),
    "no seed": (1, lambda line: line.pop("seed"), "seed: Field required"),
    "huge seed": (1, lambda line: line.update(seed=2**80), "seed: Input should be less"),
    "unknown key": (1, lambda line: line.update(colour=1), "colour: Extra inputs are not permitted"),
    "another seed": (1, lambda line: line.update(seed=8), ""),
    "unknown words": (5, lambda line: line.update(words="dance"), "no legal action 'dance'"),
    "illegal words": (5, lambda line: line.update(words="pass"), "'pass' is not legal now"),
    "wrong seat": (5, lambda line: line.update(seat=1), "seat 1 moves, but it is the turn of seat 0"),
    "a line missing": (5, lambda line: line.update(ply=4), "ply 3 expected, but it is 4: lines are missing"),
    "a line twice": (5, lambda line: line.update(ply=2), "ply 3 expected, but it is 2: that move is there twice"),
    "wrong event": (5, lambda line: line["events"][0]["data"].__setitem__(0, 45), "event 1 is"),
    "an event too few": (5, lambda line: line.update(events=[]), "0 events in the file and 1 when played again"),
    "no words": (5, lambda line: line.pop("words"), "words: Field required"),
    "wrong scores": (-1, lambda line: line["scores"].__setitem__(0, 999), "scores is (999, "),
    "wrong payoff": (-1, lambda line: line["payoff"].reverse(), "payoff is"),
    "wrong end": (-1, lambda line: line.update(end_reason="it rained"), "end_reason is it rained in the file"),
    "wrong digest": (-1, lambda line: line.update(digest="f" * 64), "digest is ffff"),
}


@pytest.mark.parametrize("older", [{"record": "f00"}, {}], ids=["other fields", "no record"])
def test_digest__of_other_fields_is_not_compared(file: Path, older: dict[str, str]) -> None:
    """Given a replay from before a position got another field, moves and result are compared, and the digest is not."""
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    del lines[-1]["record"]
    lines[-1] |= {"digest": "f" * 64, **older}
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    replay = load_replay(file)
    replay.verify(game_of(replay))
    lines[-1]["scores"][0] = 999
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    replay = load_replay(file)
    with pytest.raises(ReplayError, match="scores is"):
        replay.verify(game_of(replay))


@pytest.mark.parametrize("damage", DAMAGE)
def test_damage__is_named_by_file_and_line(file: Path, damage: str) -> None:
    """Whatever is changed in a replay is found, and the message says where and what."""
    number, edit, message = DAMAGE[damage]
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    edit(lines[number - (number > 0)])
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    line = number if number > 0 else len(lines)
    with pytest.raises(ReplayError) as caught:
        replay = load_replay(file)
        replay.verify(game_of(replay))
    where, _, what = str(caught.value).partition(": ")
    assert message in what
    assert where == f"{file}:{line}" or damage == "another seed"
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("line", "text", "message"),
    [
        (3, b'{"ply":1,"seat"\n', "damaged line"),
        (3, b"\xff\xfe\n", "damaged line"),
        (3, b"\n", "damaged line"),
        (3, b"[1, 2]\n", "not a JSON object"),
        (1, b"hello\n", "damaged line"),
    ],
)
def test_damaged_line__is_named(file: Path, line: int, text: bytes, message: str) -> None:
    """A line that is no JSON object is refused, unless it is the last and incomplete."""
    lines = file.read_bytes().splitlines(keepends=True)
    lines[line - 1] = text
    file.write_bytes(b"".join(lines))
    with pytest.raises(ReplayError, match=f"game.jsonl:{line}: .*{message}"):
        load_replay(file)


@pytest.mark.parametrize("content", [b"", b'{"format":1,"game"'])
def test_file_without_header__is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "empty.jsonl"
    path.write_bytes(content)
    with pytest.raises(ReplayError, match=r"empty\.jsonl:1: this is no replay"):
        load_replay(path)


def test_missing_file__is_a_replay_error(tmp_path: Path) -> None:
    with pytest.raises(ReplayError, match=r"none\.jsonl: No such file"):
        load_replay(tmp_path / "none.jsonl")


def test_lines_beyond_the_end__are_refused(game: Game, finished: Recording, file: Path) -> None:
    """Neither may a move follow the end of the game, nor a result stand before it."""
    *moves, result = file.read_text(encoding="utf-8").splitlines(keepends=True)
    extra = json.dumps({"ply": len(moves) - 1, "seat": 0, "words": "pass"}) + "\n"
    file.write_text("".join([*moves, extra]), encoding="utf-8")
    with pytest.raises(ReplayError, match=f":{len(moves) + 1}: a move after the end of the game"):
        load_replay(file).verify(game)
    file.write_text("".join([*moves[:20], result]), encoding="utf-8")
    with pytest.raises(ReplayError, match=":21: a result, but the game is not over"):
        load_replay(file).verify(game)


def test_other_options__are_named(file: Path) -> None:
    """A replay checked against a game of other options names the option."""
    with pytest.raises(ReplayError, match=":1: option edition is 'published' in the file and 'manual' here"):
        load_replay(file).check(make_game("ticket_to_ride_card_v0"))
    with pytest.raises(ReplayError, match=":1: this is a replay of ticket_to_ride_card_v0, not of"):
        load_replay(file).check(make_game("ticket_to_ride_card_solo_v0"))


@pytest.mark.parametrize("id", GAMES)
def test_option__that_a_replay_does_not_name_has_its_default(id: str) -> None:
    """Given a replay written before an option was added, it is one of a game that leaves the option alone."""
    game = make_game(id)
    for name in game.options.rules():
        older = [option for option in game.options.rules() if option != name]
        options = {option: game.options.rules()[option] for option in older}
        header = Header.of(game, 1, game.num_players * ("random",)).model_copy(
            update={"options": options, "options_hash": game.options.rules_hash_of(older)}
        )
        Replay("old.jsonl", header, ()).check(game)
    with pytest.raises(ReplayError, match="changed since this game was recorded"):
        Replay("old.jsonl", header.model_copy(update={"options_hash": game.options.rules_hash}), ()).check(game)


@pytest.mark.parametrize(("option", "other"), [("reverse_at_dead_ends", False), ("goal", 99)])
def test_option__that_a_replay_does_not_name_is_named_where_it_was_chosen(option: str, other: object) -> None:
    header = Header.of(make_game("empire_builder_v0"), 1, PLAYERS)
    options = {name: value for name, value in header.options.items() if name != option}
    replay = Replay("old.jsonl", header.model_copy(update={"options": options}), ())
    with pytest.raises(ReplayError, match=f"option {option} is {header.options[option]} in the file and {other} here"):
        replay.check(make_game("empire_builder_v0", **{option: other}))


def test_harmless_options__do_not_matter(game: Game, file: Path) -> None:
    """What a seat remembers changes no rule, so it may differ."""
    load_replay(file).verify(make_game("ticket_to_ride_card_v0", edition="published", memory="human"))


# --- what a viewer may download -------------------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", [PUBLIC, 0, 1])
def test_redacted_log__tells_only_what_the_viewer_knows(game: Game, viewer: int) -> None:
    """No seed, no words of others, and of their first tickets not one."""
    recording = play_on(Recording(game, 1234567, PLAYERS, "railgym play --seed 1234567"), SETUP)
    text = recording.replay.redacted(game, viewer)
    header, *lines = map(json.loads, text.splitlines())
    assert "1234567" not in text
    assert header["viewer"] == viewer
    assert [line["seat"] for line in lines] == [move.seat for move in recording.moves]
    for move, line in zip(recording.moves, lines, strict=True):
        ticket = move.words.partition(" ")[2]
        assert (ticket in text) == (move.seat == viewer)
        assert line.get("words") == (move.words if move.seat == viewer else None)


def test_redacted_log__is_refused_as_a_replay(game: Game, tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_text(play_on(Recording(game, 1, PLAYERS), 20).replay.redacted(game, 0), encoding="utf-8")
    with pytest.raises(ReplayError, match=r"log\.jsonl:1: this is the log of one viewer"):
        load_replay(path)


def test_sentences__hide_nothing_from_the_full_viewer(game: Game) -> None:
    """After the game, a replay shows everything to every viewer."""
    move = Recording(game, 1, PLAYERS).play(game.actions.ids["return the ticket"])
    assert move.sentences(game, PUBLIC) == move.sentences(game, 1) == ["player_0 decides upon a ticket"]
    assert move.sentences(game, FULL) == move.sentences(game, 0) != move.sentences(game, PUBLIC)


def test_recording__that_cannot_be_written_stays_as_it_was(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In memory and, when there is room again, on disk, though a part of a line was written."""
    recording, path = Recording(game, 3, PLAYERS), tmp_path / "game.jsonl"
    recording.keep_in(path)
    play_on(recording, 5)
    state, text = recording.position.record.tobytes(), path.read_text(encoding="utf-8")

    def full(recording: Recording, last: Move) -> None:
        path.write_text(text + last.line()[:20], encoding="utf-8")
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(Recording, "_write", full)
        with pytest.raises(OSError, match="No space"):
            play_on(recording, 1)
    assert (recording.position.record.tobytes(), len(recording.moves), len(recording.actions)) == (state, 5, 5)
    play_on(recording, 2)
    assert path.read_text(encoding="utf-8") == recording.replay.text() and len(load_replay(path).moves) == 7


def test_resume__refuses_what_does_not_play_as_recorded(game: Game, finished: Recording) -> None:
    replay = finished.replay
    other = Replay(replay.file, replay.header.model_copy(update={"seed": 8}), replay.moves)
    with pytest.raises(ReplayError):
        Recording.resume(game, other)


def test_names__of_players_are_written_and_resumed(game: Game, tmp_path: Path) -> None:
    recording = Recording(game, 3, PLAYERS)
    names = tuple(f"name {seat}" for seat in range(game.num_players))
    recording.keep_in(tmp_path / "named.jsonl")
    recording.name_players(names)
    replay = load_replay(tmp_path / "named.jsonl")
    assert replay.header.names == names == Recording.resume(game, replay).header.names
    assert replay.verify(game).record.tobytes() == recording.position.record.tobytes()


def test_go_back__leaves_the_moves_that_led_to_the_position(game: Game, finished: Recording, tmp_path: Path) -> None:
    recording = Recording.resume(game, finished.replay)
    recording.keep_in(tmp_path / "back.jsonl")
    recording.go_back(finished.replay.position(game, 5), 5)
    replay = load_replay(tmp_path / "back.jsonl")
    assert replay.moves == finished.replay.moves[:5] and replay.result is None
    recording.play(recording.position.legal_actions[0])
    assert load_replay(tmp_path / "back.jsonl").verify(game).record.tobytes() == recording.position.record.tobytes()
