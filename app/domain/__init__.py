"""Pure values and rules of the application: no I/O, no SQL, no clock."""
