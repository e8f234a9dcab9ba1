"""Matches, tournaments, suites, ratings, exploiters and adaptation: how strong agents are."""
