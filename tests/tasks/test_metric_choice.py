"""What people are told about the metrics they chose."""

from __future__ import annotations

import pytest

from tertium.metrics.registry import names
from tertium.metrics.spec import parse
from tertium.tasks.metric_choice import declares, language_remarks

# Their language chooses words that it knows, or trees, not stems.
OWN_REASON = {"tertium", "tertium-deep", "deep", "layered"}


@pytest.mark.parametrize("name", [name for name in names() if name != "card"])
def test_a_metric_with_a_language_stems_by_it_unless_it_has_another_reason(name: str) -> None:
    metric = parse(name)
    aligns = getattr(metric, "align", "direct") == "direct"
    assert metric.stems_by_language == (declares(metric, "lang") and aligns and name not in OWN_REASON)


def test_only_metrics_that_would_stem_words_are_said_to_lack_a_stemmer() -> None:
    chosen = [parse(name) for name in ("meteor", "tertium", "atec:stem=no", "kendall:align=occurrence")]
    (said,) = language_remarks("en-xh", chosen)
    assert said.startswith("there is no stemmer for 'xh': meteor matches words")
