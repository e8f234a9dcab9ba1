"""Worlds drawn at random from a seed: land, heights, rivers, sites of cities, and names.

Each kind of map turns a `world.World` into its own tables. A world is the same on every machine: floats are only added,
subtracted, multiplied and divided and their roots taken; random numbers are whole numbers from `rolls`. A world needs
NumPy and no geometry library.
"""
