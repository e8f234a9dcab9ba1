"""The rules of the card game, one module a chapter.

A turn: ``solo.advance_clock`` (solo) -> ``move.move_cards`` -> one action (``draw_trains``, ``lay_trains`` or
``draw_tickets``) -> ``cards.refill_display``; the deck's end and the scoring: ``decks``, ``scoring``.
"""
