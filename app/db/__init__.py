"""Database layer: schema, engine, revisions of games, the database's clock; the stores are in features."""
