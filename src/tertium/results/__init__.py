"""Frozen result records, and how they become plain data. No formatting."""
