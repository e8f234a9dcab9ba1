"""Data of Ticket to Ride: The Card Game: both ticket tables and the big-city bonuses (see SOURCES.md)."""
