"""SHOW: results as text for terminals, pipes, papers and programs. Pure functions from records to strings."""
