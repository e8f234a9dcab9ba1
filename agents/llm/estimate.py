"""``railgym llm estimate``: the prompts of a language model and their cost, before anything is sent."""

import json
from dataclasses import dataclass
from typing import Annotated, Any

from railgym.agents.llm.agent import LanguageModelAgent
from railgym.agents.llm.client import CHARACTERS
from railgym.agents.llm.settings import Settings
from railgym.agents.registry import make_agent
from railgym.agents.seating import best_bot, game_for_seats, parse_options
from railgym.envs.core.command_line import Option, Positional
from railgym.envs.core.errors import OptionsError
from railgym.envs.core.game import Game
from railgym.envs.core.limits import GAME_COUNT, SEED, Limits

__all__ = ["EstimateArgs", "estimate", "main"]


@dataclass(frozen=True)
class EstimateArgs:
    """Show what a language model would be asked, and estimate tokens and money. Nothing is sent. For example:

      railgym llm estimate rail_baron_cards_v0 --agent llm:mine.yaml --games 20

    A game of the game's best bots is played, and each decision of a seat is counted as one call. A token is taken for
    three characters. Replies are counted at their longest.
    """

    game: Annotated[str, Positional("GAME")]
    """the game, as `railgym list` names it"""
    agent: Annotated[str, Option("CODE")]
    """the language model, as in llm:MODEL or llm:FILE.yaml"""
    games: Annotated[int, Option("N"), GAME_COUNT] = 1
    """the games to estimate"""
    seats: Annotated[int | None, Option("N"), Limits(1, 10)] = None
    """seats at the table"""
    seed: Annotated[int, Option("N"), SEED] = 0
    """the seed of the game that is played"""
    prompts: Annotated[int, Option("N"), Limits(0, 1_000)] = 2
    """prompts to print"""
    option: Annotated[tuple[tuple[str, ...], ...], Option("KEY=VALUE")] = ()
    """options of the game"""
    json: bool = False
    """print one JSON object, with the prompts"""


def main(args: EstimateArgs) -> int:
    """Run the command; returns the exit code. Raises RailgymError."""
    options = parse_options((pair for words in args.option for pair in words), args.game)
    game = game_for_seats(args.game, args.seats, options)
    agent = make_agent(args.agent, game)
    if not isinstance(agent, LanguageModelAgent):
        raise OptionsError(f"--agent {args.agent}: name a language model, as in llm:MODEL")
    found = estimate(game, agent, args.games, args.seed)
    if args.json:
        print(json.dumps(found | {"prompts": found["prompts"][: args.prompts]}))
        return 0
    for number, messages in enumerate(found["prompts"][: args.prompts], 1):
        for message in messages:
            print(f"--- prompt {number}, {message['role']} ---\n{message['content']}\n")
    print(_summary(found, agent.settings))
    return 0


def estimate(game: Game, agent: LanguageModelAgent, games: int, seed: int) -> dict[str, Any]:
    """The ``prompts`` of one game in the first seat, and for all ``games``: ``calls``, ``tokens_in``, ``tokens_out`` at
    most, and ``cost`` at most (None without a price)."""
    bots = [make_agent(best_bot(game, role), game, role) for role in game.roles]
    for seat, bot in enumerate(bots):
        bot.reset(seat, seed)
    agent.reset(0, seed)
    position, prompts = game.new_position(seed), []
    while not position.is_over:
        view = position.view()
        if position.current_player == 0:
            messages = agent.prompt(view)
            prompts += [messages] * (len(view.legal_actions) > 1)
        position.play_id(bots[position.current_player].act(view))
    characters = sum(len(message["content"]) for messages in prompts for message in messages)
    calls, tokens_in = games * len(prompts), games * characters // CHARACTERS
    tokens_out = calls * agent.settings.max_tokens
    cost = agent.settings.cost(tokens_in, tokens_out) if agent.settings.price else None
    totals = {"games": games, "calls": calls, "tokens_in": tokens_in, "tokens_out": tokens_out, "cost": cost}
    return {"game": game.id, "agent": agent.code, **totals, "prompts": prompts}


def _summary(found: dict[str, Any], settings: Settings) -> str:
    cost = f"at most {found['cost']:,.2f}" if found["cost"] is not None else f"unknown: no price of {settings.model}"
    return (
        f"{found['agent']} in {found['game']}, {found['games']:,} games: {found['calls']:,} calls, about "
        f"{found['tokens_in']:,} tokens in, at most {found['tokens_out']:,} tokens out; cost: {cost}\n"
        f"nothing was sent to {settings.address}"
    )
