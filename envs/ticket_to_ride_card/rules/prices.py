"""Shadow prices of the scarce colours for the ticket assignment (ticket_assignment.py).

They are the dual solution of the assignment's linear programme, in which tickets may be completed in part: maximise
the completed value, subject to two limits. The cards used in a colour are at most the cards of that colour plus the
locomotives used as it; these locomotives are at most the locomotives on the track. Any non-negative prices give a
correct bound, so rounding errors here can cost time but never change a result.

The method is the dual simplex on a dense tableau. It starts from "all tickets are completed and locomotives fill every
gap", which lacks nothing but locomotives. Each row expresses its basic variable by the other variables:
basic = tableau[row, 0] - sum of tableau[row, j] * variable j. The last row holds the costs. While a basic variable is
out of its bounds, a pivot brings it back to the bound at the least cost.
"""

import numpy as np

from railgym.envs.core.kernel import kernel
from railgym.envs.ticket_to_ride_card.state import COLOURS, KINDS, LOCO

__all__ = ["find_prices"]

# Columns: 0 values, 1 + c unused cards of colour c, FILL + c locomotives used as colour c, SPARE unused locomotives,
# FIRST + i the share of ticket i that is left out or, once the column was mirrored, the share completed.
FILL = 1 + COLOURS
SPARE = FILL + COLOURS
FIRST = SPARE + 1
# Rows: one for each colour's gap, LOCO for the locomotives, COSTS.
COSTS = KINDS

TOLERANCE = 1e-9
MOST_PIVOTS = 60  # a few are usual; the limit guards against an endless cycle


@kernel
def find_prices(params, scratch, locos, n):
    """Write into ``scratch.price`` the price of each colour, for the first ``n`` tickets of ``scratch.order`` and the
    cards that they lack, ``scratch.gap``."""
    fill_tableau(params, scratch, locos, n)
    width = FIRST + n
    for _ in range(MOST_PIVOTS):
        row = worst_row(scratch)
        if row < 0:
            break
        column = cheapest_column(scratch, row, width)
        if column < 0:
            break
        pivot(scratch, row, column, width)
    for colour in range(COLOURS):
        scratch.price[colour] = scratch.tableau[COSTS, 1 + colour]


@kernel
def fill_tableau(params, scratch, locos, n):
    """Write the first tableau: all tickets are completed, and locomotives fill the gaps of the scarce colours."""
    for row in range(COSTS + 1):
        for j in range(FIRST + n):
            scratch.tableau[row, j] = 0
    scratch.basic[LOCO] = SPARE
    scratch.tableau[LOCO, 0] = locos
    scratch.tableau[LOCO, SPARE] = 1
    for colour in range(COLOURS):
        scratch.basic[colour] = FILL + colour
        if scratch.gap[colour] > 0:
            scratch.tableau[colour, 0] = scratch.gap[colour]
            scratch.tableau[colour, 1 + colour] = -1
            scratch.tableau[colour, FILL + colour] = 1
            scratch.tableau[LOCO, 0] -= scratch.gap[colour]
            scratch.tableau[LOCO, 1 + colour] = 1
    for i in range(n):
        ticket = scratch.order[i]
        scratch.tableau[COSTS, FIRST + i] = params.value[ticket]
        for j in range(params.cards[ticket]):
            colour = params.circles[ticket, j]
            if scratch.gap[colour] > 0:
                scratch.tableau[colour, FIRST + i] += 1
                scratch.tableau[LOCO, FIRST + i] -= 1


@kernel
def worst_row(scratch):
    """The row whose basic variable is furthest out of its bounds; -1 if all are within. Variables are at least 0, and
    the share of a ticket is at most 1."""
    worst = -1
    most = TOLERANCE
    for row in range(COSTS):
        value = scratch.tableau[row, 0]
        out = max(-value, value - 1) if scratch.basic[row] >= FIRST else -value
        if out > most:
            most = out
            worst = row
    return worst


@kernel
def cheapest_column(scratch, row, width):
    """The column that brings the row's basic variable back to its bound at the least cost per unit; -1 if none does.

    On the way, the column of a cheaper ticket whose whole share does not suffice is mirrored: moved to its other bound.
    """
    if scratch.tableau[row, 0] > 0:
        mirror_row(scratch, row, width)
    for j in range(1, width):
        entry = scratch.tableau[row, j]
        scratch.ratio[j] = scratch.tableau[COSTS, j] / -entry if entry < -TOLERANCE else np.inf
    while True:
        best = -1
        least = np.inf
        for j in range(1, width):
            if scratch.ratio[j] < least:
                least = scratch.ratio[j]
                best = j
        if best < FIRST or scratch.tableau[row, 0] - scratch.tableau[row, best] >= 0:
            return best
        scratch.ratio[best] = np.inf
        for i in range(COSTS + 1):
            scratch.tableau[i, 0] -= scratch.tableau[i, best]
            scratch.tableau[i, best] = -scratch.tableau[i, best]


@kernel
def mirror_row(scratch, row, width):
    """Substitute 1 - share for the share of the row's basic ticket."""
    for j in range(width):
        scratch.tableau[row, j] = -scratch.tableau[row, j]
    scratch.tableau[row, 0] += 1
    scratch.tableau[row, scratch.basic[row]] = 1


@kernel
def pivot(scratch, row, column, width):
    """Make the column's variable the basic variable of the row."""
    line = scratch.tableau[row]
    factor = 1 / line[column]
    for j in range(width):
        line[j] *= factor
    for i in range(COSTS + 1):
        other = scratch.tableau[i]
        factor = other[column]
        if i != row and factor != 0:
            for j in range(width):
                other[j] -= factor * line[j]
    scratch.basic[row] = column
