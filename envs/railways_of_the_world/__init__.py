"""Railways of the World, for several players and alone against the Railbot."""
