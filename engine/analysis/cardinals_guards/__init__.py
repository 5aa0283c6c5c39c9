"""What there is for Cardinal's Guards: the best line that was found, and hints that follow it."""

from engine.analysis import Analyst

ANALYST = Analyst(
    family="cardinals_guards",
    searches="engine.analysis.cardinals_guards.searches",
    abilities=frozenset({"hint", "evaluate"}),
)
