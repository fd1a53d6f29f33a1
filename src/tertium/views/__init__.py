"""PREPARE: what metrics look at. A view is made once a chunk and shared by all metrics that ask for it."""
