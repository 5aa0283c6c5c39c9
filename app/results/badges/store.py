"""Query for a player's badges (`app/results/badges/badges.py`)."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db.engine import read_connection
from app.db.schema import results
from app.results.badges.badges import BadgeJson, Milestone, badges

PERFECT_REASON = "perfect"  # of a win with the highest possible score


class BadgeStore:
    """Store of badges."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def of_player(self, player: str) -> list[BadgeJson]:
        """Return a player's badges in the order in which they were earned."""
        columns = results.c
        wins = (
            select(columns.rules, columns.game_id, columns.ended, columns.daily, columns.reason)
            .add_columns(columns.points, columns.undone, columns.hints)
            .where(columns.player_id == player, columns.won, columns.first, columns.shown)
            .order_by(columns.ended, columns.game_id)
        )
        milestones, clean_wins = list[Milestone](), 0
        async with read_connection(self._engine) as connection:
            for row in await connection.execute(wins):
                is_clean = row.points is not None and not row.undone and not row.hints
                clean_wins += is_clean
                milestones.append(
                    Milestone(
                        rules=row.rules,
                        game=row.game_id,
                        at=row.ended,
                        perfect=row.reason == PERFECT_REASON,
                        nth_clean=clean_wins if is_clean else None,
                        solved=None if row.hints else row.daily,
                    )
                )
        return badges(milestones)
