"""Sums of metrics with a name: LRscore, LAYERED and tertium."""
