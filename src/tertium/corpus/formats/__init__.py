"""Formats of text and tables: plain text, TSV, JSON Lines, Parquet; columns by name, block by block."""
