"""Metrics of other tools, run in an environment of their own: COMET, MetricX, BLEURT, any command.

A *tool* is named as ``comet:model=…`` (``spec``). It runs as a child process that speaks JSON Lines (``protocol``,
``child``); ``driver`` is the child that we bring for the tools we know. ``runner`` gives it texts and keeps its scores
(``score_cache``).
"""
