"""Empire Builder and Resourceful Rails, two games of one family: so far their maps."""
