"""Analysis of Cardinal's Guards: best line found, and hints that follow it."""

from engine.analysis import Analyst

SEARCH_NODES = 300_000  # positions of a full search: about 3 s of one core

ANALYST = Analyst(
    family="cardinals_guards",
    searches="engine.analysis.cardinals_guards.searches",
    abilities=frozenset({"hint", "evaluate"}),
    longer=SEARCH_NODES,
)
