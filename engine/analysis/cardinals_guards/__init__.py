"""What there is for Cardinal's Guards: the best line that was found, and hints that follow it."""

from engine.analysis import Analyst

NODES = 300_000  # positions made by a whole search: about 3 s of one core

ANALYST = Analyst(
    family="cardinals_guards",
    searches="engine.analysis.cardinals_guards.searches",
    abilities=frozenset({"hint", "evaluate"}),
    longer=NODES,
)
