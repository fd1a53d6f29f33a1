"""Benchmarks: ratios to other tools, measured on this machine in one run. ``make bench`` writes bench/RESULTS.md."""
