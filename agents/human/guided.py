"""A guided first game at the terminal: ``railgym play GAME --guided``."""

from typing import TextIO

from railgym.agents.human.names import called
from railgym.agents.human.screen import Screen
from railgym.agents.human.terminal import LeaveError, Terminal
from railgym.agents.seating import usual_players
from railgym.envs.core.recording import Recording
from railgym.envs.guided_game import GUIDED, GuidedGame, guided_game

__all__ = ["guided_recording", "play_guided"]


def guided_recording(guided: GuidedGame) -> Recording:
    """The recording of a guided game that begins; its bots can play on after the last step."""
    game = guided.make_game()
    return Recording(game, 0, usual_players(game), GUIDED, guided.position)


def play_guided(id: str, screen: Screen | None = None, stdin: TextIO | None = None) -> int:
    """Play the guided first game of a game; returns the exit code. Raises UnknownNameError."""
    guided = guided_game(id)
    recording = guided_recording(guided)
    terminal = Terminal(recording.game, screen, stdin)  # without the recording: there is nothing to undo or save
    terminal.screen.name_players(called(id, recording.header.players))
    try:
        for number in range(len(guided.steps)):
            _play_step(guided, number, recording, terminal)
    except LeaveError as error:
        terminal.screen.line(f"{error}; begin again with:  railgym play {id} --guided")
        return 0
    _tell(guided, len(guided.steps), terminal.screen)
    terminal.screen.line(f"play a whole game with:  railgym play {id}")
    return 0


def _play_step(guided: GuidedGame, number: int, recording: Recording, terminal: Terminal) -> None:
    """Ask until the person finds the move of a step, and play it with those that follow."""
    viewer = recording.position.current_player
    _tell(guided, number, terminal.screen)
    while answer := guided.answer(number, recording.position, action := terminal.act(recording.position.view())):
        terminal.screen.line(answer, "yellow")
    terminal.screen.happened(recording.play(action), viewer)
    for words in guided.follow_ups(number):
        terminal.screen.happened(recording.play(recording.position.action_id(words)), viewer)


def _tell(guided: GuidedGame, number: int, screen: Screen) -> None:
    """What the step before has shown, and what to look for now."""
    told = guided.told(number)
    screen.line()
    screen.line(told["told"], "green")
    screen.line()
    step = f"{told['number']} of {told['of']}: " if told["move"] else ""
    screen.line(f"{step}{told['look']}", "bold")
