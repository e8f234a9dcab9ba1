"""Agents: whatever can sit in a seat. :func:`make_agent` builds one from its code."""

from railgym.agents.registry import AGENTS, AgentKind, agent_codes, make_agent

__all__ = ["AGENTS", "AgentKind", "agent_codes", "make_agent"]
