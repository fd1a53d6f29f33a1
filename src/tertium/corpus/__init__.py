"""READ: texts, tables, archives and Python lists become chunks of interned sentences."""
