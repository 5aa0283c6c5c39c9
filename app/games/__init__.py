"""Games being played: sessions, clocks, views, offers, claims, chat, lists, replays."""
