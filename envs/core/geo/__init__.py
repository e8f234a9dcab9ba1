"""Maps made from public geography: hexagonal grids, projections, plane shapes, and YAML files with all their faults.

Only what builds a map needs the library shapely, the extra ``maps``; a game is played without it.
"""
