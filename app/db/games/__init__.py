"""Games in the database: rows, lists, seats, pairing, clocks, chat, retention."""
