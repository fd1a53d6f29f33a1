"""Write native/text/unicode_tables.hpp: what the tokenizers and the lower-caser know about Unicode.

Two sources, both fixed so that a score never depends on the Python that happens to run (docs/adr has the reasons):

- casing (lower-case mapping, Cased, Case_Ignorable) and white space are read off ``str.lower`` and ``str.split`` of
  CPython 3.11, whose database is Unicode 14.0: the oldest Python we support;
- general categories, scripts and line-break classes come from the ``regex`` package, because sacreBLEU's ``intl``
  tokenizer is defined by that package's ``\\p{P}``, ``\\p{S}`` and ``\\p{N}``.

Run with CPython 3.11 and the ``regex`` release named below::

    python native/text/generate_unicode_tables.py            # rewrites the header beside this script
    python native/text/generate_unicode_tables.py --check    # exit 1 if the header on disk is not what would be written
"""

from __future__ import annotations

import argparse
import sys
import unicodedata
from pathlib import Path

import regex

CASING_UNICODE = "14.0.0"
REGEX_RELEASE = "2026.11.9"
CATEGORY_UNICODE = "18.0.0"
HEADER = Path(__file__).with_name("unicode_tables.hpp")
BLOCK_BITS = 7
SURROGATES = range(0xD800, 0xE000)

# Name, and the pattern whose code points carry the flag. Letters of scripts written without spaces between words
# (Han, kana, and the South-East Asian scripts that Unicode's line breaker hands to a dictionary) are SOLO.
CATEGORIES = (
    ("PUNCTUATION", r"\p{P}"),
    ("SYMBOL", r"\p{S}"),
    ("NUMBER", r"\p{N}"),
    ("LETTER", r"\p{L}"),
    ("MARK", r"\p{M}"),
    ("SOLO", r"[[\p{L}\p{N}]&&[\p{Script=Han}\p{scx=Hira}\p{scx=Kana}\p{Line_Break=SA}]]"),
)
CASE_FLAGS = ("CASED", "CASE_IGNORABLE", "SPACE")
SIGMA = "\u03a3"
FINAL_SIGMA = "\u03c2"


def category_flags() -> list[int]:
    """The CATEGORIES bits of every code point."""
    patterns = [regex.compile(pattern, regex.VERSION1) for _, pattern in CATEGORIES]
    flags = []
    for code in range(sys.maxunicode + 1):
        char = chr(code)
        flags.append(sum(1 << bit for bit, pattern in enumerate(patterns) if pattern.match(char)))
    return flags


def case_flags(code: int) -> int:
    """White space, and the casing context of the final sigma, the one place where ``str.lower`` looks around itself.

    A sigma is final after a cased character with only case-ignorable ones between. So a character alone before a
    sigma makes it final exactly when it is cased and not ignorable, and one between "A" and a sigma keeps it final
    when it is either.
    """
    char = chr(code)
    cased = (char + SIGMA).lower().endswith(FINAL_SIGMA)
    ignorable = ("A" + char + SIGMA).lower().endswith(FINAL_SIGMA) and not cased
    space = not char.split()
    return cased | ignorable << 1 | space << 2


def records() -> tuple[list[tuple[int, int]], list[int]]:
    """Distinct (flags, distance to the lower-case letter) pairs, and every code point's index among them."""
    categories = category_flags()
    known: dict[tuple[int, int], int] = {(0, 0): 0}
    index = []
    for code in range(sys.maxunicode + 1):
        flags, shift = categories[code], 0
        if code not in SURROGATES:
            flags |= case_flags(code) << len(CATEGORIES)
            lower = chr(code).lower()
            if len(lower) == 1:
                shift = ord(lower) - code
            elif code != 0x130:  # the one mapping to two characters; lower_case.hpp spells it out
                raise SystemExit(f"U+{code:04X} lower-cases to several characters; lower_case.hpp knows only U+0130")
        index.append(known.setdefault((flags, shift), len(known)))
    if len(known) > 256:
        raise SystemExit(f"{len(known)} distinct records do not fit the one-byte index")
    return list(known), index


def deduplicate(index: list[int]) -> tuple[list[int], list[tuple[int, ...]]]:
    """Two-stage table: block number of every 128 code points, and the distinct blocks."""
    known: dict[tuple[int, ...], int] = {}
    size = 1 << BLOCK_BITS
    stage1 = [known.setdefault(tuple(index[start : start + size]), len(known)) for start in range(0, len(index), size)]
    if len(known) > 1 << 16:
        raise SystemExit(f"{len(known)} blocks do not fit the two-byte stage")
    return stage1, list(known)


def runs(values: list[int]) -> list[tuple[int, int]]:
    """Run-length code: (value, how often), each count at most 65535."""
    coded: list[tuple[int, int]] = []
    for value in values:
        if coded and coded[-1][0] == value and coded[-1][1] < 0xFFFF:
            coded[-1] = (value, coded[-1][1] + 1)
        else:
            coded.append((value, 1))
    return coded


def lines(items: list[str]) -> str:
    """Comma-separated items wrapped at 116 columns."""
    wrapped, line = [], "   "
    for item in items:
        if len(line) + len(item) + 2 > 116:
            wrapped.append(line)
            line = "   "
        line += f" {item},"
    return "\n".join([*wrapped, line])


def header() -> str:
    """The whole header as text."""
    known, index = records()
    stage1, blocks = deduplicate(index)
    names = [name for name, _ in CATEGORIES] + list(CASE_FLAGS)
    enum = "\n".join(f"    {name} = 1u << {bit}," for bit, name in enumerate(names))
    # Consecutive runs as flat pairs value,count: a third of the size of the plain tables, expanded by the compiler.
    stage1_runs = [f"{value},{count}" for value, count in runs(stage1)]
    stage2_runs = [f"{value},{count}" for value, count in runs([value for block in blocks for value in block])]
    record_items = [f"{{{flags}, {shift}}}" for flags, shift in known]
    return f"""\
// Generated by generate_unicode_tables.py; do not edit.
// Casing and white space: Unicode {CASING_UNICODE} (CPython 3.11). General categories, scripts, line breaking:
// Unicode {CATEGORY_UNICODE} (regex {REGEX_RELEASE}).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace tertium::unicode {{

enum Flag : std::uint16_t {{
{enum}
}};

struct Record {{
    std::uint16_t flags;
    std::int32_t lower;  // add this to reach the lower-case code point
}};

inline constexpr char casing_version[] = "{CASING_UNICODE}";
inline constexpr char category_version[] = "{CATEGORY_UNICODE}";
inline constexpr int block_bits = {BLOCK_BITS};

inline constexpr Record records[] = {{
{lines(record_items)}
}};

// Run-length pairs: value, how often.
inline constexpr std::uint16_t block_runs[] = {{
{lines(stage1_runs)}
}};

inline constexpr std::uint16_t record_runs[] = {{
{lines(stage2_runs)}
}};

template <class Value, std::size_t Size, std::size_t Pairs>
constexpr std::array<Value, Size> expand(const std::uint16_t (&pairs)[Pairs]) {{
    std::array<Value, Size> table{{}};
    std::size_t at = 0;
    for (std::size_t pair = 0; pair < Pairs; pair += 2)
        for (std::uint16_t left = pairs[pair + 1]; left > 0; --left) table[at++] = static_cast<Value>(pairs[pair]);
    return table;
}}

inline constexpr auto block_of = expand<std::uint16_t, {len(stage1)}>(block_runs);
inline constexpr auto record_of = expand<std::uint8_t, {len(blocks) << BLOCK_BITS}>(record_runs);

}}  // namespace tertium::unicode
"""


def main() -> int:
    """Write or check the header."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="only compare with the header on disk")
    options = parser.parse_args()
    if unicodedata.unidata_version != CASING_UNICODE or regex.__version__ != REGEX_RELEASE:
        parser.error(
            f"needs Python with Unicode {CASING_UNICODE} and regex {REGEX_RELEASE}; "
            f"got {unicodedata.unidata_version} and {regex.__version__}"
        )
    text = header()
    if options.check:
        if not HEADER.exists() or HEADER.read_text(encoding="utf-8") != text:
            parser.exit(1, "unicode_tables.hpp is not what this script would write\n")
        return 0
    HEADER.write_text(text, encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
