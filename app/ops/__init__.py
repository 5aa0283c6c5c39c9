"""Commands for operators: backup, restore, rebuild, verify."""
