"""Empire Builder and Resourceful Rails."""
