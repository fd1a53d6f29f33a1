"""Matrices of segment scores, and minimum-Bayes-risk choice from them."""
