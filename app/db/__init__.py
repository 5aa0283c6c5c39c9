"""The database: schema, engine, notices and the group-commit writer; stores by subject in the folders."""
