"""What follows from the track and the events of a written position."""

from railgym.envs.core.kernel import entry_point
from railgym.envs.crayon_rails.rules.incidents import impose
from railgym.envs.crayon_rails.rules.networks import choose_home, close_city, join_all, measure_home
from railgym.envs.crayon_rails.rules.regions import label_regions, relabel_regions

__all__ = ["rebuild"]


@entry_point("P[1] S[1] W[1] i8")
def rebuild(params, states, scratches, relabel):
    """Work out all that follows from the track, the events in force, and each seat's ``home``, which is found where it
    is -1. With ``relabel`` regions keep the numbers that ``region`` holds at one of their mileposts."""
    state = states[0]
    impose(params[0], state)
    join_all(params[0], state)
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
