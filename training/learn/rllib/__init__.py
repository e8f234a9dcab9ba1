"""Ray RLlib as a second engine of ``railgym train``: games are played by runners on a cluster."""
