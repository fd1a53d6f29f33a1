"""One file for each command: arguments in, records shown."""
