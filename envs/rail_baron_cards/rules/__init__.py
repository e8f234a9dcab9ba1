"""The rules of Rail Baron. Read ``turn.py`` first: it has every phase with its functions, and the sequence of a turn.

``setup.py`` is the set-up: hands, starts, sealed bids. The modules of a turn are ``move.py`` with ``routes.py`` and
``track.py``, ``fees.py``, on arrival ``purchase.py`` and ``hand.py``, and in debt ``sale.py``. ``end.py`` ends a game.
"""
