"""Meta-evaluation: metrics compared with human judgments."""
