"""Railways of the World, among players and alone against the Railbot: so far its maps and rules."""
