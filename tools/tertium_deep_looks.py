"""How often anybody looked at figures of years left out while the terms of ``tertium-deep`` were chosen; for its card.

A row is one model with its figures on the sample of ../shared/data, by weights found without the year they are judged
on. The weights of a fold never saw its year. The terms did: they were chosen by a person who saw these figures.
"""

from __future__ import annotations

LOOKS = (
    "before: prototypes by others, whose figures were known: layers of MiniLM and E5, with and without 54 lexical "
    "terms (at least 4 rows); layer 7 was taken from there and no other layer was tried here",
    "1: F of beta 2 of layer 7, with and without the mean vector taken away, all pieces alike or by probability, "
    "int8: 4 rows",
    "2: chrF, tertium, these F's, and five sets of terms with trained weights: 9 rows",
    "3: three sets of terms with pieces weighed by probability: 3 rows; precision of pieces alike with recall of "
    "pieces by probability was taken after this look",
    "4: 50 segments of each campaign in another order: chrF, tertium, F of beta 2, the five terms, and seven other "
    "sets of terms or ways to count likeness: 11 rows; nothing was taken",
    "5: 100 segments: tertium, the five terms, four of them, F of beta 2: 4 rows; nothing was taken",
    "6: version 3's card, up to 350 judged segments of each campaign, with German's unknown words, which tertium "
    "had by then: +3.61 points over chrF; no other row",
    "7 (version 4, ADR 190): 150 to 343 segments of each campaign: the five terms by layers 5, 6, 7, 8, 9, 10 and "
    "12, layer 7 less its mean, layers 7 and 12, layer 7 with the cosine of whole sentences after layer 12, layer 7 "
    "with like words and words in order: 11 rows; nothing was taken",
    "8: 200 to 493 segments: layer 7, with the cosine of sentences, with pieces of layer 12, layer 12 alone, layer "
    "7 less its mean with the cosine: 5 rows; nothing was taken; that all judged segments would be used was decided "
    "after this look, in which the five terms had +4.07 points over chrF, whatever they would have on all",
    "9: this card",
)
LIMITS = (
    "every judged segment, and 500 of each campaign at least: figures with systems are of fewer segments than in "
    "tertium's card, those of chrF and of the others as well",
    "the outputs of wmt13's three campaigns are of the same sentences, so their errors of sampling go together",
    "no rule was made by reading outputs, but unknown words are those of tertium, whose rules were (see its card)",
    "only English and German have tables of unknown words",
    "products in 32 bits and other encoders were not looked at",
    "campaigns into German are few, and there is none into a third language",
    "figures have three digits: vectors are not bit-equal on every machine",
)
TRIED = (
    "the mean vector of pieces taken away before cosines: the same within 0.4 points on every campaign",
    "chrF of 4 characters and words in order beside the vectors: their trained weights are 0.02 and less",
    "pieces weighed by probability on both sides: 64.8 %, on the side of the reference alone 64.9 %, on none 64.8 %",
    "on 50 segments, where the five terms have 64.7 %: characters and words in order beside them 64.6 %, without "
    "letters 64.7 %, without unknown words 64.4 %, all pieces alike 64.3 %, likeness squared 64.2 and 64.4 %, root "
    "of the distance 64.4 %",
    "on 150 to 343 segments, where layer 7 has 64.8 % and .841: layers 5, 6, 8, 9, 10 and 12 have 64.2, 64.5, 64.6, "
    "64.5, 64.5 and 65.0 % (.834, .838, .841, .840, .836, .834), layer 7 less its mean 64.9 % and .840, layers 7 "
    "and 12 65.1 % and .839, with the cosine of sentences 65.1 % and .839, like words and words in order beside "
    "layer 7 64.9 % and .841, with weights of .04 and less",
    "on 200 to 493 segments, where layer 7 has 65.3 % and .843: with the cosine of whole sentences after layer 12 "
    "65.4 % and .844, with its pieces 65.4 % and .843, layer 12 alone 65.1 % and .841, layer 7 less its mean with "
    "the cosine 65.4 % and .843: a tenth of a point at most, not tested, for twelve layers instead of seven",
)
