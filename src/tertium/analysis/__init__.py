"""JUDGE: what the numbers mean: word-order forensics, and later intervals, tests, meta-evaluation and tuning."""
