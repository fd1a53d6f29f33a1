"""The segments of a report: a place for the list, which the page's script makes, and what the script reads for it.

``details`` of the facts has ``losses``, by measure null or ``{best, per_point}``, ``ter_search`` and
``relations``. The arrays list
the *slots* of every segment, its references and then its outputs, and its *items*, every output with each reference in
turn. ``analysis/explaining/packed_details.py`` writes them, ``assets/details.js`` reads them. Numbers above 254 of NAME
are in ``NAME_far`` in turn, less 255, where there is such an array.

- ``detail_references`` (N): how many references there are. ``detail_nearest`` (N, S): which is nearest to an output.
- ``detail_pieces`` (slots): how many pieces white space cuts a text into.
- ``detail_words_counts`` (slots), ``detail_words_cuts``: where words are cut inside such pieces, in UTF-16 units, each
  from the one before. Counts are doubled; odd ones are of texts that the tokenizer changed, where every word has two
  numbers: how far behind the word before it starts, and its length, 0 where the text does not have it.
- ``detail_ter_counts``, ``detail_ter_cuts``: the same for the words that TER compares.
- ``detail_links``: a code for every word of the output, by item: 0 right behind the word before on both sides, 1
  without a link, 2 and 3 as 0 with another form or a similar spelling, else 4 + 6 * jump + 3 * moved + stage, where the
  jump is from the place behind the last linked word of the reference, 2n to the right, 2n - 1 to the left.
- ``detail_shift_counts`` (items), ``detail_shifts``: start, words beyond the first, target as a jump from the start.
- ``detail_steps``: steps of TER's path after the shifts, by item, until the words of both sides are used up: 0 match,
  1 substitution, 2 insertion, 3 deletion. ``detail_capped`` (items): 1 where a search ended early.
- ``loss0_order``, ``loss0_length``... (N, S): what order and length cost by that measure, times ``per_point``; 32767
  where the score does not come apart. What is lost beyond that is lost by words. A metric that never comes apart has
  no such arrays.

``relations`` of the facts has, for every metric that compares graphs, ``{label, words, relations}``, lists of names.

- ``relation0_counts`` (slots), ``relation0_nodes``: the nodes of a text's graph, as places in ``words``.
- ``relation0_edge_counts`` (slots), ``relation0_edges``: its edges: relation (a place in ``relations``), head and
  dependent, nodes from 1, head 0 for the root.
- ``relation0_best`` (N, S): which reference an output was compared with. ``relation0_matched``: by segment and system,
  1 for every edge of the output that the reference has, then for every edge of that reference that the output has.
"""

from __future__ import annotations

from tertium.errors import counted
from tertium.render.page.assembly import Part
from tertium.results.report import FullReport


def section(report: FullReport) -> Part:
    return Part("segments", "Segments", _body(report))


def _body(report: FullReport) -> str:
    kept = report.places
    some = "" if kept == report.segments else f" of {report.segments:,}"
    return (
        f'<div id="segments-view"><p class="note" data-waiting="">{counted(kept, "segment")}{some}: '
        "the script of this page lists them here.</p></div>\n"
    )
