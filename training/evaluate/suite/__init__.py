"""Suites: fixed lists of games, seats, agents and paired seeds, which measure agents the same way everywhere.

``definition.py`` reads a suite, ``units.py`` cuts it into units and plays one, with ``referee.py`` watching the agents,
``folder.py`` keeps what was played, ``schedule.py`` plays what is missing on processes or on a Ray cluster,
``summary.py`` says what came out, and ``command.py`` is ``railgym suite``. The results folder::

    suite.yaml                the suite as it is played
    run.json                  command, commit, versions
    games/TABLE/LINEUP-K.npz  the games of one unit: part K of the paired seeds of one line-up
    summary.json              ratings, cross tables and the rest, of all that was played
"""
