"""Coins: gold and silver above the first two places of the row of point cards."""

from century.engine.compile import rule

COINS = ("gold", "silver")
GOLD, SILVER = range(2)
NO_COIN = -1


@rule
def lay_out_coins(s, box):
    """Two gold and two silver coins per player (SR-11)."""
    for coin in range(len(s.coins)):
        s.coins[coin] = box.coins_per_player[coin] * s.players


@rule
def coin_at(s, place):
    """The coin above a place of the row (SR-51).

    With the last gold coin gone, what is left of the silver lies above the first place (SR-52). If the
    silver runs out before the gold, the second place gives nothing (SR-E7).
    """
    if s.coins[GOLD] > 0:
        if place == 0:
            return GOLD
        if place == 1 and s.coins[SILVER] > 0:
            return SILVER
    elif place == 0 and s.coins[SILVER] > 0:
        return SILVER
    return NO_COIN


@rule
def take_coin(s, seat, place):
    """Take the coin above a place, if one is there (SR-51)."""
    coin = coin_at(s, place)
    if coin != NO_COIN:
        s.coins[coin] -= 1
        seat.coins[coin] += 1
