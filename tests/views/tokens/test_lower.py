"""Lower-casing equals Python's, with tables of our own."""

from __future__ import annotations

import sys
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium.kernels.text import lower

# The tables are those of CPython 3.11. Newer Pythons know letters that were not assigned then (docs/adr/0004).
SAME_TABLES = unicodedata.unidata_version == "14.0.0"
ALL = [chr(code) for code in range(sys.maxunicode + 1) if not 0xD800 <= code <= 0xDFFF]


@pytest.mark.parametrize(
    ("text", "lowered"),
    [
        ("HELLO World 123", "hello world 123"),
        ("İSTANBUL I", "i\u0307stanbul i"),
        ("ΟΔΥΣΣΕΥΣ ΣΑΣ Σ", "οδυσσευς σας σ"),
        ("ΑΣ'Α ΑΣ' Α.Σ.", "ασ'α ας' α.ς."),
        ("Ⱥ K Å ẞ Ǆ", "ⱥ k å ß ǆ"),
        ("ЖЁ \U00010400 Ａ", "жё \U00010428 ａ"),
        ("", ""),
        ("A\0B", "a\0b"),
    ],
)
def test_known_cases(text: str, lowered: str) -> None:
    assert lower(text) == lowered == text.lower()


@pytest.mark.skipif(not SAME_TABLES, reason="this Python has another Unicode database than the tables")
@pytest.mark.parametrize(
    ("before", "after"), [("", ""), ("AΣ", ""), ("", "Σ"), ("A", "Σ"), ("AΣ", "b"), ("x" * 7, "İ")]
)
def test_every_code_point_lowers_as_in_python(before: str, after: str) -> None:
    wrong = [char for char in ALL if lower(before + char + after) != (before + char + after).lower()]
    assert wrong == []


def test_pythons_disagree_with_the_tables_only_about_new_characters() -> None:
    wrong = [char for char in ALL if lower(char) != char.lower()]
    # Garay (Unicode 16), Beria Erfe (17) and Latin letters of 16 and 17.
    assert all(
        0xA7CB <= ord(char) <= 0xA7DC or 0x10D50 <= ord(char) <= 0x10D65 or ord(char) >= 0x16EA0 for char in wrong
    )


@given(
    st.text(
        st.one_of(
            st.sampled_from("aAΣσİıʰ'’.\u00ad\u0301\u0345 1-ΩЖȺ\u212a\U00010400"),
            st.characters(exclude_categories=["Cs", "Cn"]),
        )
    )
)
@settings(max_examples=500)
def test_text_lowers_as_in_python(text: str) -> None:
    assert lower(text) == text.lower()
