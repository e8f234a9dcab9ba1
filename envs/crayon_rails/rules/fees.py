"""The money for fees: cash, and where fees may be paid late what a load on board will earn."""

import numpy as np

from railgym.envs.core.kernel import kernel
from railgym.envs.crayon_rails.actions import LINES
from railgym.envs.crayon_rails.rules.cards import is_open
from railgym.envs.crayon_rails.rules.cargo import carries

__all__ = ["fee_money"]


@kernel
def fee_money(params, state, player):
    """What the seat may spend on fees now: its cash (EB-R10.1), and with late payment also the highest payout in hand
    for a load on board (EB-R16.2)."""
    money = np.int64(state.scores[player])
    return money + _best_payout(params, state.players[player]) if params.late_payment == 1 else money


@kernel
def _best_payout(params, seat):
    """The highest payout of a demand in hand for a load on board, which no other player has locked; 0 if there is
    none."""
    best = np.int64(0)
    for i in range(min(np.int64(seat.num_cards), LINES)):
        for line in range(LINES):
            good = np.int64(params.card_good[seat.cards[i], line])
            if carries(seat, good) and is_open(seat, good):
                best = max(best, np.int64(params.card_payout[seat.cards[i], line]))
    return best
