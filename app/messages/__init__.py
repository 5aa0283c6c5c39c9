"""Every message, body and answer of the wire as a msgspec type."""
