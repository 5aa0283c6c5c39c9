"""The database: schema, engine, queries, the group-commit writer."""
