"""How often anybody looked at figures of years left out while the terms of ``tertium-deep`` were chosen; for its card.

A row is one model with its figures on the sample of ../shared/data, by weights found without the year they are judged
on. The weights of a fold never saw its year. The terms did: they were chosen by a person who saw these figures.
"""

from __future__ import annotations

LOOKS = (
    "before: prototypes by others, whose figures were known: layers of MiniLM and E5, with and without 54 lexical "
    "terms (at least 4 rows); layer 7 was taken from there and no other layer was tried here",
    "1: F of beta 2 of layer 7, with and without the mean vector taken away, all pieces alike or by probability, int8: "
    "4 rows",
    "2: chrF, tertium, these F's, and five sets of terms with trained weights: 9 rows",
    "3: three sets of terms with pieces weighed by probability: 3 rows; precision of pieces alike with recall of "
    "pieces by probability was taken after this look",
    "4: 50 segments of each campaign in another order: chrF, tertium, F of beta 2, the five terms, and seven other "
    "sets of terms or ways to count likeness: 11 rows; nothing was taken",
    "5: 100 segments: tertium, the five terms, four of them, F of beta 2: 4 rows; nothing was taken",
    "6: this card, with more segments and with German's unknown words, which tertium had by then; no other row",
)
LIMITS = (
    "a sample: at most 350 judged segments of each campaign, filled up to 200 with others where fewer were judged; the "
    "figures of chrF and of the others here are of the same sample and differ from those of tertium's card",
    "the outputs of wmt13's three campaigns are of the same sentences, so their errors of sampling go together",
    "no rule was made by reading outputs, but unknown words are those of tertium, whose rules were (see its card)",
    "only English and German have tables of unknown words",
    "layers other than 7, products in 32 bits and other encoders were not looked at for this card",
    "campaigns into German are few, and there is none into a third language",
)
TRIED = (
    "the mean vector of pieces taken away before cosines: the same within 0.4 points on every campaign",
    "chrF of 4 characters and words in order beside the vectors: their trained weights are 0.02 and less",
    "pieces weighed by probability on both sides: 64.8 %, on the side of the reference alone 64.9 %, on none 64.8 %",
    "on 50 segments, where the five terms have 64.7 %: characters and words in order beside them 64.6 %, without "
    "letters 64.7 %, without unknown words 64.4 %, all pieces alike 64.3 %, likeness squared 64.2 and 64.4 %, root "
    "of the distance 64.4 %",
)
