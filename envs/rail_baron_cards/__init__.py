"""Rail Baron with destination cards: rules, data, observations, words and pictures."""
