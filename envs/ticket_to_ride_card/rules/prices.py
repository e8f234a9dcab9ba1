"""What a card of each scarce colour is worth: shadow prices for the ticket assignment (rules/scoring.py).

They are the dual solution of the assignment's linear programme, in which tickets may be completed in part: maximise
the value of the tickets completed; of every colour, the cards asked for are at most those there are plus the
locomotives laid as that colour; these locomotives are at most those there are. Any prices that are not negative bound
the assignment correctly, so rounding errors here can cost time but never change a result.

The method is the dual simplex on a dense tableau. It starts from "all tickets are completed and locomotives fill every
gap", which lacks nothing but locomotives. Each row tells how the amount of one thing, its basic thing, depends on the
others: amount = tableau[row, 0] - sum of tableau[row, j] * amount of j, and the last row tells what the others cost.
While some amount is out of its bounds, it is brought back to the bound, at the least cost, by another amount.
"""

import numpy as np

from railgym.envs.core.kernel import kernel
from railgym.envs.ticket_to_ride_card.state import COLOURS, FIRST_TICKET, LOCO, PRICES

__all__ = ["find_prices"]

# Columns: 0 amounts, 1 + c unused cards of colour c, FILL + c locomotives laid as colour c, SPARE unused locomotives,
# FIRST_TICKET + i the share of ticket i that is left out, or once mirrored, of the share that is completed.
FILL = 1 + COLOURS
SPARE = FILL + COLOURS
# Rows: c what is basic for colour c, LOCO for the locomotives, PRICES the costs.

TOLERANCE = 1e-9
MOST_PIVOTS = 60  # far more than ever needed; guards against an endless cycle


@kernel
def find_prices(params, work, track, n):
    """Write work.tableau[PRICES, 1 + c], the price of colour c, for the ``n`` tickets of work.order."""
    fill_tableau(params, work, track, n)
    width = FIRST_TICKET + n
    for _ in range(MOST_PIVOTS):
        row = worst_row(work)
        if row < 0:
            return
        column = cheapest_column(work, row, width)
        if column < 0:
            return
        pivot(work, row, column, width)


@kernel
def fill_tableau(params, work, track, n):
    """The tableau of the starting point: work.demand less the cards of a colour are the locomotives that fill it."""
    work.tableau[:, : FIRST_TICKET + n] = 0
    spare = np.int64(track[LOCO])
    for colour in range(COLOURS):
        work.basic[colour] = FILL + colour
        gap = work.demand[colour] - np.int64(track[colour])
        if gap > 0:
            spare -= gap
            work.tableau[colour, 0] = gap
            work.tableau[colour, 1 + colour] = -1
            work.tableau[colour, FILL + colour] = 1
            work.tableau[LOCO, 1 + colour] = 1
    work.basic[LOCO] = SPARE
    work.tableau[LOCO, 0] = spare
    work.tableau[LOCO, SPARE] = 1
    for i in range(n):
        ticket = work.order[i]
        work.tableau[PRICES, FIRST_TICKET + i] = params.value[ticket]
        for j in range(params.cards[ticket]):
            colour = params.circles[ticket, j]
            if work.demand[colour] > track[colour]:
                work.tableau[colour, FIRST_TICKET + i] += 1
                work.tableau[LOCO, FIRST_TICKET + i] -= 1


@kernel
def worst_row(work):
    """The row whose amount is furthest out of its bounds, below zero (a ticket's above one is mirrored); -1 if none."""
    worst = -1
    most = TOLERANCE
    for row in range(PRICES):
        amount = work.tableau[row, 0]
        out = -amount
        if work.basic[row] >= FIRST_TICKET:
            out = max(out, amount - 1)
        if out > most:
            most = out
            worst = row
    return worst


@kernel
def cheapest_column(work, row, width):
    """The amount that brings the row's back to its bound at the least cost per unit.

    A cheaper ticket whose whole share does not suffice is switched over to its other bound on the way.
    """
    if work.tableau[row, 0] > 0:
        mirror_row(work, row, width)
    while True:
        best = -1
        least = np.inf
        for j in range(1, width):
            entry = work.tableau[row, j]
            if entry < -TOLERANCE and work.tableau[PRICES, j] < -entry * least:
                least = work.tableau[PRICES, j] / -entry
                best = j
        if best < FIRST_TICKET or work.tableau[row, 0] - work.tableau[row, best] >= 0:
            return best
        for i in range(PRICES + 1):
            work.tableau[i, 0] -= work.tableau[i, best]
            work.tableau[i, best] = -work.tableau[i, best]


@kernel
def mirror_row(work, row, width):
    """Count the basic ticket's other share instead."""
    for j in range(width):
        work.tableau[row, j] = -work.tableau[row, j]
    work.tableau[row, 0] += 1
    work.tableau[row, work.basic[row]] = 1


@kernel
def pivot(work, row, column, width):
    """Exchange the row's basic thing for the column's."""
    factor = 1 / work.tableau[row, column]
    for j in range(width):
        work.tableau[row, j] *= factor
    for i in range(PRICES + 1):
        factor = work.tableau[i, column]
        if i != row and factor != 0:
            for j in range(width):
                work.tableau[i, j] -= factor * work.tableau[row, j]
    work.basic[row] = column
