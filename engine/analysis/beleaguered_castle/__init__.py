"""What there is for Beleaguered Castle and its sisters: hints, "is this still winnable?", certified deals."""

from engine.analysis import Analyst

ANALYST = Analyst(
    family="beleaguered_castle",
    searches="engine.analysis.beleaguered_castle.searches",
    abilities=frozenset({"hint", "winnable"}),
    version=1,
)
