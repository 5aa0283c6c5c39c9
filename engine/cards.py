"""The 52 playing cards as two-letter texts: rank, then suit, as in `9H` or `XS` (the ten of spades)."""

from __future__ import annotations

RANKS = "A23456789XJQK"  # ace low
SUITS = "CDHS"
NUMBER = {rank: number for number, rank in enumerate(RANKS, 1)}  # A 1, X 10, J 11, Q 12, K 13
CARDS = tuple(rank + suit for suit in SUITS for rank in RANKS)  # by suit, then rank
