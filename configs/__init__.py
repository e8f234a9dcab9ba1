"""Settings of environments, training runs and tournaments, as YAML read from the package."""
