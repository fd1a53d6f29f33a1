"""The shapes in which Python callers give texts, metrics and annotations, as type checkers see them."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from tertium.arrays import Floats
from tertium.corpus.annotations.parses import Parse
from tertium.corpus.annotations.unl import Document, Sentence
from tertium.corpus.campaigns.campaign import Campaign
from tertium.corpus.texts.lists import Streams
from tertium.metrics.base import Metric

Parses = Sequence[Parse | str]
LinkTexts = Sequence[str]  # word alignments such as "0-0 1-2", one for each segment
LinksByReference = LinkTexts | Streams
SegmentScores = Mapping[str, Sequence[float] | Floats]  # of one metric, by system
Graphs = Document | Sequence[Sentence | str]
Metrics = Sequence[str | Metric] | str | Metric
References = Sequence[Sequence[str | None]] | Sequence[str] | Streams
FilePath = str | os.PathLike[str]
Campaigns = FilePath | Campaign | Sequence[FilePath | Campaign]
