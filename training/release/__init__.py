"""For maintainers: how agents are chosen, measured and shipped."""
