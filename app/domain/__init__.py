"""Domain values and rules as pure functions: no I/O, no SQL, no clock."""
