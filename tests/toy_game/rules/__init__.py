"""The rules of Night Mail, one module a chapter.

A turn: one action, ``load`` or ``look`` -> ``end.game_is_over`` -> the next seat that is still in; see ``turn``.
"""
