"""How often anybody looked at figures of years left out while the terms of ``tertium`` were chosen; goes into its card.

Each look is a table of figures on ../shared/data, by weights found without the year they are judged on. So many looks
make the figures of the card slightly too good: years that nobody has seen will show by how much.
"""

from __future__ import annotations

LOOKS = (
    "version 2 (ADR 102): 118 settings of single metrics, about 170 sums of them",
    "1: characters of orders 1 to 6; soft matches of words by static vectors of multilingual-e5-small in 32 to 384 "
    "dimensions, two ways of weighing: 17 rows",
    "2: characters with soft matches of words, of word pieces, and exact ones; unknown words by eight tables: 15 rows",
    "3: German without a table, data sets weighed by the root of their size: 8 rows",
    "4: chrF of 4 characters, RIBES of characters, ATEC, ROUGE-L and error rates beside unknown words; five caps: 14 rows",
    "5: unknown words compared with the reference in lower case, excuses, the reference's language; four tables: 10 rows",
    "6: twelve sets of terms with WordNet and BERT's vocabulary as the table: 12 rows",
    "7: the built metric, whose words are those of every script, with precision of letters (its weight was 0 in every "
    "fold): 1 row",
    "8: three caps on the share of unknown words, its root, both kinds in one, words in order with P and R apart: 6 rows; "
    "segments 62.85 to 62.97 %, systems .812 to .820, all within noise; the smallest cap was taken, so that no term decides alone",
)
TRIED = (
    "soft matches by static word-piece vectors (input table of multilingual-e5-small, 48 dimensions, P and R): 62.97 % "
    "and .820 beside the terms kept, where without them it was 62.92 % and .820: a table of 2 MB for less than noise",
    "unknown words by the frequencies of wordfreq (Zipf below 1.5; data CC BY-SA, for comparison only): no better "
    "(62.8 % and .806); its German table made en-de worse",
    "unknown words by how many pieces a multilingual tokenizer cuts them into: no gain",
    "symspell's list of 82,765 English words beside WordNet and BERT: +.04 points, a third source for nothing",
    "unknown words counted without looking at the reference in lower case: Pearson of WMT13 fr-en fell from .98 to .92, "
    "since a system that writes names in lower case paid for each of them",
    "RIBES of characters, 19 of the 26 microseconds of version 2: +.01 points beside the terms kept; ATEC: +.1 points, 5 microseconds",
    "orders 2 and 6 apart, exact words with and without information, lengths: no gain",
)
