"""People in the database: players, accounts, sign-ins, blocks, moderation, deletion and export."""
