"""Ticket to Ride: The Card Game, for 2 to 4 players and solo against the station clock."""
