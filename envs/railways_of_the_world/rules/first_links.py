"""The cheapest links between near cities, searched from nothing."""

from railgym.envs.core.arrays import copy_array
from railgym.envs.core.bits import bit
from railgym.envs.core.kernel import entry_point, kernel
from railgym.envs.railways_of_the_world.rules.near_links import refresh_near_links
from railgym.envs.railways_of_the_world.state import NO_PIECE, OPEN_RUN

__all__ = ["find_near_links"]


@entry_point("P[1] S[1] W[1]")
def find_near_links(params, states, scratches):
    """Search for the cheapest links of positions. Known links of the empty map are the start; then the track of the
    position is laid link by link, as in the game, with open runs last."""
    state = states[0]
    copy_array(state.near_tiles, params[0].near_tiles, len(params[0].near_tiles))
    copy_array(state.near_price, params[0].near_price, len(params[0].near_price))
    copy_array(state.near_way, params[0].near_way, len(params[0].near_way))
    copy_array(state.near_hexes, params[0].near_hexes, len(params[0].near_hexes))
    state.near_stale[:] = params[0].near_unknown
    state.track_changed = params[0].near_unknown
    pieces, runs = state.track.copy(), state.num_runs
    state.track[:] = NO_PIECE
    state.num_runs = 0
    refresh_near_links(params[0], state, scratches[0])
    for link in range(state.num_links):
        _lay(params[0], state, pieces, link)
        refresh_near_links(params[0], state, scratches[0])
    state.num_runs = runs
    _lay(params[0], state, pieces, OPEN_RUN)
    refresh_near_links(params[0], state, scratches[0])


@kernel
def _lay(params, state, pieces, link):
    """Lay the pieces of one link, or of all open runs."""
    for hex in range(params.num_hexes):
        for slot in range(2):
            if pieces[hex, slot] != NO_PIECE and state.link[hex, slot] == link:
                state.track[hex, slot] = pieces[hex, slot]
                state.track_changed |= bit(hex & 63)
