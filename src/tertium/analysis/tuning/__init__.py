"""Tuning: parameters and weights that agree best with people's judgments, and whether the gain is real."""
