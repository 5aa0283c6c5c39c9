"""Analysis of Beleaguered Castle and its variants: hints, winnability, certified deals."""

from engine.analysis import Analyst

ANALYST = Analyst(
    family="beleaguered_castle",
    searches="engine.analysis.beleaguered_castle.searches",
    abilities=frozenset({"hint", "winnable"}),
    version=1,
)
