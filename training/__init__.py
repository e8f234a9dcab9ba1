"""Training, self-play, tournaments, ratings and reports."""
