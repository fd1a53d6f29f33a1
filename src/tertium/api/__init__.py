"""Python's door: one module for each function ``tertium.NAME``, which builds a request and runs its task."""
