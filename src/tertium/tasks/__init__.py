"""WORK: one module a task. A frozen request in, a result record out; the doors build the one and show the other.

A task is ``run(request, listener) -> record``. It reads, measures and analyses through the rooms above it, tells its
listener how far it is and what is odd, and formats nothing. The command line (``cli``) and Python (``api``) are doors:
both build the same request, so they give the same numbers and make the same checks.
"""
