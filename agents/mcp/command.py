"""``railgym mcp``: games as tools of a language model, over standard input and output or HTTP on this machine."""

import logging
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Annotated, Any

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

import railgym
from railgym.agents.mcp.tools import GameTools
from railgym.agents.registry import parse_agent
from railgym.agents.seating import split_codes
from railgym.envs.core.command_line import Option
from railgym.envs.core.errors import RailgymError
from railgym.envs.core.limits import Limits

__all__ = ["McpArgs", "main", "make_server"]

LOOPBACK = "127.0.0.1"
INSTRUCTIONS = (
    "Railway board games. Read game_info of a game once: it has the rules and the form of an action. Then start_game, "
    "and play_action until current_player is -4. Each play_action returns the next observation."
)


@dataclass(frozen=True)
class McpArgs:
    """Serve all games as tools of the Model Context Protocol. For example, in the settings of a client:

      {"mcpServers": {"railgym": {"command": "railgym", "args": ["mcp"]}}}

    Without --http the client starts this command, and talks to it over standard input and output.
    """

    http: bool = False
    """serve over HTTP on this machine, at http://127.0.0.1:PORT/mcp"""
    port: Annotated[int, Option("N"), Limits(1, 65_535)] = 8_765
    """with --http: the port"""
    agents: Annotated[str | None, Option("CODE,CODE,...")] = None
    """agents of this machine that clients may name as opponents, such as file:runs/mine/agent or cmd:./mybot"""


def main(args: McpArgs) -> int:
    """Serve until the client leaves, or until Ctrl-C; returns the exit code. Raises RailgymError."""
    server = make_server(split_codes(args.agents) if args.agents else ())
    logging.getLogger("mcp").setLevel(logging.WARNING)
    if args.http:
        print(f"http://{LOOPBACK}:{args.port}/mcp, Ctrl-C ends it", file=sys.stderr)
        server.run("streamable-http", host=LOOPBACK, port=args.port)
    else:
        server.run("stdio")
    return 0


def make_server(allowed: tuple[str, ...] = ()) -> MCPServer:
    """The server with all tools; ``allowed``: codes of agents of this machine that clients may name."""
    for code in allowed:
        parse_agent(code)
    server = MCPServer("railgym", version=railgym.__version__, instructions=INSTRUCTIONS, log_level="WARNING")
    for tool in GameTools(allowed).all:
        server.add_tool(_with_reasons(tool))
    return server


def _with_reasons(tool: Callable[..., Any]) -> Callable[..., Any]:
    """A tool whose errors tell the client what is wrong; of other exceptions it learns only that there was one."""

    @wraps(tool)
    def told(*words: Any, **named: Any) -> Any:
        try:
            return tool(*words, **named)
        except RailgymError as error:
            raise ToolError(" ".join(str(error).split())) from None

    return told
