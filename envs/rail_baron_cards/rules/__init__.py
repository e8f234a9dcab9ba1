"""The rules of Rail Baron, one module a chapter.

A game: ``setup`` (hands, starts, sealed bids), then turns (``turn`` draws the sequence): ``move`` with ``routes`` and
``track``, ``fees``, on arrival ``purchase`` and ``hand``, in debt ``sale``; ``end`` says how it is over.
"""
