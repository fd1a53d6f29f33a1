"""Scores that other programs wrote: ``opening`` has the table of formats, one module for each kind of file."""
