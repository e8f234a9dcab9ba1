"""Maps of hexes: built from public geography, read from tables, checked and drawn.

The rules get a map by ``loading.load_map``. The other modules make maps.
"""
