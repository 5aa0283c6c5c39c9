"""Database layer: schema, engine, change notices, group-commit writer; stores by subject in subpackages."""
