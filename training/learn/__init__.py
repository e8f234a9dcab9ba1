"""Training: configs, the league, learners, networks and engines."""
