"""Maps of hexes: built from public geography, read from tables, checked and drawn.

``loading.load_map`` gives a map to the rules. All the rest makes maps.
"""
