"""Information-set Monte-Carlo tree search (single observer): one tree over many sampled worlds.

:func:`select_leaves` and :func:`back_up` are entry points. Every iteration takes a world that agrees with the view,
walks down the tree along actions that are legal in it, and adds one node, the leaf. Iterations come in small batches,
whose leaves are evaluated together (``leaves.py``) before :func:`back_up` adds the values to the nodes above. Until
then a leaf counts as a loss for the seat that chose it (virtual loss), so that a batch spreads over the tree. Each seat
maximises its own payoff.

Two methods concentrate a small budget. Progressive widening of chance: after n iterations about 4 n^0.6 worlds are in
use, so that actions are compared under the same chance events before more worlds are sampled. A prior, which the
evaluation of a leaf may give, orders the actions that have not been tried. In a race (``race.py``), the n-th try of
each action of the root takes the n-th world.
"""

from typing import Any

import numpy as np

from railgym.envs.core.kernel import entry_point, kernel
from railgym.envs.core.rng import mix

apply: Any
decide: Any
determinize: Any
redact: Any
legal: Any

__all__ = ["NODE", "back_up", "select_leaves"]

# A node: the action that leads to it, the seat that took it, the number of visits, the number of times that the action
# was legal when a child of the parent was picked, the sum of its values for that seat, its prior, the prior that all
# actions without a child share, the first child, and the next sibling (0: none; 0 is the root).
NODE = np.dtype(
    [
        ("action", "i4"),
        ("seat", "i4"),
        ("visits", "i4"),
        ("legal", "i4"),
        ("total", "f8"),
        ("prior", "f4"),
        ("rest", "f4"),
        ("child", "i4"),
        ("sibling", "i4"),
    ]
)

LOST = -1.0  # the value of a leaf until it is evaluated


@kernel
def pick_world(worlds, iteration, bits):
    """The number of the world of an iteration: a new world if ``worlds`` allows one more, otherwise a random one of
    those in use. ``worlds[n]`` is the number of worlds after n iterations."""
    there = np.int64(worlds[iteration])
    if worlds[iteration + 1] > there:
        return there
    return np.int64(((bits >> np.uint64(32)) * np.uint64(there)) >> np.uint64(32))


@kernel
def add_child(nodes, size, node, action, seat, prior):
    """Make node number ``size`` the first child of ``node``."""
    record = nodes[size]
    record.action = action
    record.seat = seat
    record.visits = 0
    record.legal = 0
    record.total = 0.0
    record.prior = prior
    record.rest = 1.0
    record.child = 0
    record.sibling = nodes[node].child
    nodes[node].child = size


@kernel
def visit(nodes, node):
    """Count a visit, as a loss until the leaf is evaluated. Returns whether it is the first one."""
    record = nodes[node]
    record.visits += 1
    record.total += LOST
    return record.visits == 1


@kernel
def correct(nodes, node, values):
    """Replace the loss that ``visit`` counted by the value of the leaf for the seat of the node; ``values`` (P,)."""
    record = nodes[node]
    record.total += values[record.seat] - LOST


@kernel
def expand(nodes, size, node, seat, hints, priors):
    """Give a node children of known prior, the actions ``hints`` up to the first -1; returns the new size."""
    for k in range(len(hints)):
        if hints[k] < 0:
            break
        child = np.int64(nodes[node].child)
        while child and nodes[child].action != hints[k]:
            child = np.int64(nodes[child].sibling)
        if child == 0:
            child = np.int64(size)
            add_child(nodes, child, node, hints[k], seat, priors[k])
            size += 1
        nodes[child].prior = priors[k]
        nodes[node].rest -= priors[k]
    return size


@kernel
def pick_child(nodes, node, scratch, mask, bits, exploration):
    """The child to walk to (0: the action has none yet), its action, and the prior of an action without a child.

    Actions are compared by upper confidence bounds (PUCT): the less an action was tried, the more its prior counts,
    ``exploration`` times. Of the visits of the node, only those in which the action was legal count, because legal
    actions differ between worlds. ``mask`` (A,) is that of ``legal``; the entries of actions with a child are set to 0.
    """
    untried = np.int64(scratch.num_choices)
    visits, total = 0, 0.0
    child = np.int64(nodes[node].child)
    while child:
        record = nodes[child]
        if mask[record.action]:
            record.legal += 1
            visits += record.visits
            total += record.total
        child = np.int64(record.sibling)
    mean = total / visits if visits else 0.0  # the assumed value of an action that was not tried
    best, best_bound = np.int64(0), -np.inf
    child = np.int64(nodes[node].child)
    while child:
        record = nodes[child]
        if mask[record.action]:
            mask[record.action] = 0
            untried -= 1
            worth = record.total / record.visits if record.visits else mean
            bound = worth + exploration * record.prior * np.sqrt(record.legal) / (1 + record.visits)
            if bound > best_bound:
                best, best_bound = child, bound
        child = np.int64(record.sibling)
    if untried == 0:
        return best, np.int64(nodes[best].action), np.float32(0.0)
    share = np.float32(nodes[node].rest / untried)
    if best and mean + exploration * share * np.sqrt(visits + 1.0) <= best_bound:
        return best, np.int64(nodes[best].action), share
    skip = np.int64(((bits >> np.uint64(32)) * np.uint64(untried)) >> np.uint64(32))
    for i in range(scratch.num_choices):
        action = np.int64(scratch.choices[i])
        if mask[action]:
            if skip == 0:
                return np.int64(0), action, share
            skip -= 1
    return best, np.int64(nodes[best].action), share


@entry_point("P[1] i8[W] S[1] i8 u8 i8[P] b1[P] i8 i8[B] f8 i8[M,D] i8[B] T[X] i8 S[B] S[1] W[1] E[1] i1[A]", T=NODE)
def select_leaves(
    params, worlds, view, player, seed, bots, inside, first, roots, exploration, paths, depths, nodes, size,
    states, views, scratches, events, mask,
):  # fmt: skip
    """Run the iterations from ``first`` on, one for each element of ``depths`` (B,), in the tree ``nodes[:size]``.
    Returns the new size of the tree. ``roots`` (B,): the child of the root with which each iteration begins, or 0 for
    the one that ``pick_child`` picks.

    ``states[b]`` becomes the position at the leaf of iteration ``first + b``, and ``paths[b, :depths[b]]`` the nodes on
    the way to it. Seats with 0 in ``inside`` (P,) are played by the scripted bots ``bots`` (P,), outside the tree.
    """
    scratch = scratches[0]
    for b in range(len(depths)):
        iteration = first + b
        if roots[b]:  # all children are tried in the same worlds
            number = np.int64(nodes[roots[b]].visits)
        else:
            number = pick_world(worlds, iteration, mix(seed ^ np.uint64(iteration)))
        world_seed = mix(seed + np.uint64(number))
        states[b] = view[0]
        world = states[b]
        determinize(params[0], world, player, np.int64(world_seed >> np.uint64(1)))
        node, depth, at_leaf = np.int64(0), 0, False
        while world.terminated == 0:
            current = np.int64(world.current_player)
            bits = mix(world_seed ^ mix((np.uint64(iteration) << np.uint64(32)) + np.uint64(world.ply)))
            if inside[current]:
                if at_leaf or depth == paths.shape[1]:
                    break
                if depth == 0 and roots[b]:
                    child, action, prior = roots[b], np.int64(nodes[roots[b]].action), np.float32(0.0)
                else:
                    legal(params[0], world, scratch, mask)
                    child, action, prior = pick_child(nodes, node, scratch, mask, bits, exploration)
                if child == 0:
                    child = np.int64(size)
                    add_child(nodes, child, node, action, current, prior)
                    size += 1
                node = child
                at_leaf = visit(nodes, node)
                paths[b, depth] = node
                depth += 1
            else:
                views[0] = states[b]
                redact(params[0], views[0], current)
                legal(params[0], views[0], scratch, mask)
                action = decide(params[0], views[0], scratch, mask, current, bots[current], bits)
            events[0].count = 0
            apply(params[0], world, scratch, action, events[0])
        depths[b] = depth
    return size


@entry_point("T[X] i8 i8[B] i8[M,D] i8[B] f8[B,P] i8[B,H] f4[B,H]", T=NODE)
def back_up(nodes, size, movers, paths, depths, values, hints, priors):
    """Add the ``values`` (B, P) of leaves to the nodes on their ``paths``. Give each leaf its children with known
    ``priors``: ``hints`` (B, H) for the seats ``movers`` (B,), -1 for none. Returns the new size of the tree."""
    for b in range(len(movers)):
        leaf = np.int64(0)
        for k in range(depths[b]):
            leaf = np.int64(paths[b, k])
            correct(nodes, leaf, values[b])
        if movers[b] >= 0 and nodes[leaf].rest == 1.0:
            size = expand(nodes, size, leaf, movers[b], hints[b], priors[b])
    return size
