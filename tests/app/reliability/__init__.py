"""What the server bears: crowds, strangers, and faults that go on for a long time (docs/reliability.md)."""
