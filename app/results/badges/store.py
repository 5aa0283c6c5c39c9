"""Query for a player's badges (`app/results/badges/badges.py`)."""

from __future__ import annotations

from sqlalchemy import and_, case, func, or_, select
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db.engine import read_connection
from app.db.schema import results
from app.results.badges.badges import CLEAN_WINS, BadgeJson, Milestone, badges

PERFECT_REASON = "perfect"  # of a win with the highest possible score


class BadgeStore:
    """Store of badges."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def of_player(self, player: str) -> list[BadgeJson]:
        """Return a player's badges in the order in which they were earned. One statement reads their wins
        through an index and returns the first ones of each kind, and one for each solved day."""
        unaided = results.c.hints == 0
        solved = and_(results.c.daily.is_not(None), unaided)
        clean = and_(results.c.points.is_not(None), results.c.undone == 0, unaided)
        order = results.c.ended, results.c.game_id
        kinds = {
            "of_rules": func.row_number().over(partition_by=results.c.rules, order_by=order),
            "of_reason": func.row_number().over(
                partition_by=[results.c.rules, results.c.reason], order_by=order
            ),
            "of_clean": func.row_number().over(partition_by=case((clean, 1), else_=0), order_by=order),
            "of_day": func.row_number().over(
                partition_by=[results.c.daily, case((solved, 1), else_=0)], order_by=order
            ),
        }
        wins = (
            select(
                results.c.rules,
                results.c.game_id,
                results.c.ended,
                results.c.daily,
                (results.c.reason == PERFECT_REASON).label("perfect"),
                case((clean, 1), else_=0).label("clean"),
                case((solved, 1), else_=0).label("solved"),
                *(number.label(name) for name, number in kinds.items()),
            )
            .where(results.c.player_id == player, results.c.won, results.c.first, results.c.shown)
            .subquery()
        )
        first = or_(
            wins.c.of_rules == 1,
            and_(wins.c.perfect, wins.c.of_reason == 1),
            and_(wins.c.clean == 1, wins.c.of_clean.in_((1, CLEAN_WINS))),
            and_(wins.c.solved == 1, wins.c.of_day == 1),
        )
        async with read_connection(self._engine) as connection:
            rows = await connection.execute(select(wins).where(first))
            return badges(
                Milestone(
                    rules=row.rules,
                    game=row.game_id,
                    at=row.ended,
                    perfect=bool(row.perfect),
                    nth_clean=row.of_clean if row.clean else None,
                    solved=row.daily if row.solved else None,
                )
                for row in rows
            )
