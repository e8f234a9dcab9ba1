"""The rules of the card game. Read ``turn.py`` first: it has the phases, and the functions of each.

The modules, in the order of the manual:

=========================================================== =================================================
module                                                      rules
=========================================================== =================================================
``setup.py``                                                dealing a game (chapter 3)
``turn.py``                                                 the sequence of a turn (chapter 4)
``move.py``, ``draw_trains.py``, ``lay_trains.py``,         its steps and actions (chapters 4 and 5)
``draw_tickets.py``
``solo.py``                                                 the station clock and its robberies (chapter 4)
``cards.py``                                                single train cards, the draw area
``decks.py``                                                the end of a train deck, the second deck (chapter 6)
``scoring.py``                                              tickets, bonuses, the winner (chapter 6)
``ticket_assignment.py``, ``prices.py``                     which tickets a stack completes: the best choice
``phases.py``                                               the kinds of decision, how a game can end
=========================================================== =================================================
"""
