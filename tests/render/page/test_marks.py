"""Marked words: what stands together with the sign of its mark."""

from __future__ import annotations

import re

import pytest

from tertium.render.reports.marks import MEANING, marked


@pytest.mark.parametrize(
    ("text", "lead"),
    [
        ("recommends it", "recommends"),
        (" its final report ", "its"),
        ("因为下雨", "因"),  # words without spaces: a line may end after any character but the sign
        ("ألغيت المباراة", "ألغيت"),
        ("x" * 25, "x"),  # too long for one line of a narrow page
        ("a<b c", "a&lt;b"),
    ],
)
def test_no_line_ends_between_a_sign_and_its_first_word(text: str, lead: str) -> None:
    made = marked("moved", text)
    found = re.search(r'<span class="lead">.*?</span><span class="said"[^>]*>[^<]*</span>(.*?)</span>', made)
    assert found is not None
    assert found[1] == lead
    plain = re.sub(r"<span class=\"(sign|said)\".*?</span>", "", made)
    assert re.sub("<[^>]*>", "", plain).replace("&lt;", "<") == text


@pytest.mark.parametrize("kind", MEANING)
def test_spaces_alone_are_not_marked(kind: str) -> None:
    assert marked(kind, "  ") == "  "
