"""Evaluation campaigns: human judgments, outputs of systems, scores of other tools."""
