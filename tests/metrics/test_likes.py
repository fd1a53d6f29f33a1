"""like=: one short name for the settings of a program, which wins over settings for all metrics."""

from __future__ import annotations

import pytest

from tertium.errors import SpecError
from tertium.metrics.spec import parse


@pytest.mark.parametrize(
    ("short", "long"),
    [
        ("bleu:like=mteval", "bleu:smooth=mteval13a,case=lower"),
        ("bleu:like=wmt", "bleu:smooth=mteval13a,case=lower,tok=intl"),
        ("nist:like=mteval", "nist:case=lower,mteval_zero_token=yes"),
        ("nist:like=wmt", "nist:case=lower,mteval_zero_token=yes,tok=intl"),
        ("meteor:like=wmt", "meteor:compat=yes,tok=meteor-en"),
        ("meteor:like=wmt,lang=de", "meteor:compat=yes,lang=de,tok=meteor-de"),
        ("bleu:like=wmt,order=2", "bleu:smooth=mteval13a,case=lower,tok=intl,order=2"),
        ("pow(bleu:like=wmt, 2)", "pow(bleu:smooth=mteval13a,case=lower,tok=intl, 2)"),
    ],
)
def test_a_short_name_is_its_settings_and_is_shown(short: str, long: str) -> None:
    metric = parse(short)
    assert metric == parse(long)
    assert metric.signature == parse(long).signature
    assert "like" not in metric.signature
    assert parse(str(metric)) == parse(metric.signature) == metric
    assert "like=" in str(parse(long))


def test_what_is_said_beside_it_wins_and_options_for_all_do_not() -> None:
    assert str(parse("bleu:like=wmt,tok=none")) == "bleu:tok=none,case=lower,smooth=mteval13a"
    assert parse("bleu:like=wmt", {"tok": "zh", "norm": "nfc"}) == parse("bleu:like=wmt,norm=nfc")
    assert parse("meteor:like=wmt", {"lang": "fr", "tok": "13a"}) == parse("meteor:compat=yes,lang=fr,tok=meteor-fr")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("bleu:like=wtm", "bleu:like is 'wtm'; did you mean 'wmt'? expected one of mteval, wmt."),
        ("chrf:like=wmt", "chrf has no parameter 'like'"),
        ("meteor:like=wmt,lang=fi", "meteor:like=wmt is for cs, de, en, es, fr, ru"),
        ("bleu:like=wmt,like=mteval", "bleu got 'like' twice"),
    ],
)
def test_what_is_refused(text: str, said: str) -> None:
    with pytest.raises(SpecError) as caught:
        parse(text)
    assert said in str(caught.value)
