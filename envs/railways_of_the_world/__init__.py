"""Railways of the World, among players and alone against the Railbot."""
