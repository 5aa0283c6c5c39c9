"""Analysis of Cardinal's Guards: best line found, and hints that follow it."""

from engine.analysis import Analyst

SEARCH_NODES = 3_000_000  # positions of a full search: 0.2 s of one core for most deals, 4 s at most

ANALYST = Analyst(
    family="cardinals_guards",
    searches="engine.analysis.cardinals_guards.searches",
    abilities=frozenset({"hint", "evaluate"}),
    longer=SEARCH_NODES,
)
