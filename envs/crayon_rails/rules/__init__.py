"""The rules of the crayon-rail games, one module per chapter. Read ``turn.py`` first: it draws the sequence of a turn.

``setup`` deals a game. ``operate`` runs trains, ``cargo`` handles loads, ``cards`` the hand and loans, ``build`` and
``segments`` lay track, ``incidents`` are the event cards, ``end`` finds the winner. ``networks`` and ``regions`` keep
what follows from the track. ``routes`` and ``best_run`` search for runs, ``paths`` and ``joining`` for track to build.
"""
