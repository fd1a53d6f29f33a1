"""Pictures: crossing diagrams, graphs, plots."""
