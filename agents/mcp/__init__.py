"""A server of the Model Context Protocol: games as tools of language models."""
