"""Fields of a written position that follow from the others."""

from railgym.envs.core.kernel import entry_point
from railgym.envs.crayon_rails.rules.incidents import apply_effects
from railgym.envs.crayon_rails.rules.networks import choose_home, close_city, find_components, measure_home
from railgym.envs.crayon_rails.rules.regions import label_regions, relabel_regions

__all__ = ["rebuild"]


@entry_point("P[1] S[1] W[1] i8")
def rebuild(params, states, scratches, relabel):
    """Compute all fields that follow from the track, the events in force, and each seat's ``home_milepost``, which
    is chosen where it is -1. With ``relabel`` 1, regions keep the numbers that ``region`` has at one of their
    mileposts."""
    state = states[0]
    apply_effects(params[0], state)
    find_components(params[0], state)
    for player in range(params[0].num_players):
        if state.players[player].home_milepost < 0:
            choose_home(params[0], state, player)
        measure_home(params[0], state, scratches[0], player)
    for city in range(params[0].num_cities):
        close_city(params[0], state, city)
    if relabel == 1:
        relabel_regions(params[0], state, scratches[0])
    else:
        label_regions(params[0], state, scratches[0])
