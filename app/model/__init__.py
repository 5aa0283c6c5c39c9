"""Values that several features share."""
