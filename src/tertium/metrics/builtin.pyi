# The metrics of this package: one line for each, with the class and, after '#', the name that people write.
#
# The line serves everybody. Type checkers and editors read this file as it stands, so that they know every class in
# 'tertium' with its parameters; tertium/metrics/registry.py reads the same lines to find a class by its name, and
# imports nothing until somebody asks for it. 'tertium metrics' lists the metrics in this order.
# ruff: noqa: I001 - sorted by meaning, not by the alphabet

from tertium.metrics.bleu import Bleu as Bleu  # bleu
from tertium.metrics.nist import Nist as Nist  # nist
from tertium.metrics.ribes import Ribes as Ribes  # ribes
from tertium.metrics.ribes import Nkt as Nkt  # nkt
from tertium.metrics.ribes import Nsr as Nsr  # nsr
from tertium.metrics.ribes import Precision as Precision  # precision
from tertium.metrics.ribes import Recall as Recall  # recall
from tertium.metrics.ribes import WordF as WordF  # f
from tertium.metrics.ribes import BrevityPenalty as BrevityPenalty  # bp
from tertium.metrics.permutations import Hamming as Hamming  # hamming
from tertium.metrics.permutations import Kendall as Kendall  # kendall
from tertium.metrics.permutations import KendallSqrt as KendallSqrt  # kendall-sqrt
from tertium.metrics.permutations import Ulam as Ulam  # ulam
from tertium.metrics.permutations import Footrule as Footrule  # footrule
from tertium.metrics.permutations import Spearman as Spearman  # spearman
from tertium.metrics.presets.lrscore import LrHb1 as LrHb1  # lr-hb1
from tertium.metrics.presets.lrscore import LrHb4 as LrHb4  # lr-hb4
from tertium.metrics.presets.lrscore import LrKb1 as LrKb1  # lr-kb1
from tertium.metrics.presets.lrscore import LrKb4 as LrKb4  # lr-kb4
from tertium.metrics.presets.lrscore import LrKsb1 as LrKsb1  # lr-ksb1
from tertium.metrics.presets.lrscore import LrKsb4 as LrKsb4  # lr-ksb4
from tertium.metrics.chrf import ChrF as ChrF  # chrf
from tertium.metrics.chrf import ChrFPlusPlus as ChrFPlusPlus  # chrf++
from tertium.metrics.chrf import ChrFMean as ChrFMean  # chrf-mean
from tertium.metrics.levenshtein import Levenshtein as Levenshtein  # levenshtein
from tertium.metrics.wer import Wer as Wer  # wer
from tertium.metrics.wer import Cer as Cer  # cer
from tertium.metrics.per import Per as Per  # per
from tertium.metrics.rouge import Rouge1 as Rouge1  # rouge-1
from tertium.metrics.rouge import Rouge2 as Rouge2  # rouge-2
from tertium.metrics.rouge import RougeL as RougeL  # rouge-l
from tertium.metrics.rouge import RougeS as RougeS  # rouge-s
from tertium.metrics.rouge import RougeSU as RougeSU  # rouge-su
from tertium.metrics.ter import Ter as Ter  # ter
from tertium.metrics.gtm import Gtm as Gtm  # gtm
from tertium.metrics.atec import Atec as Atec  # atec
from tertium.metrics.meteor import Meteor as Meteor  # meteor
from tertium.metrics.impact import Impact as Impact  # impact
from tertium.metrics.shallow import Shallow as Shallow  # shallow
from tertium.metrics.deep import Deep as Deep  # deep
from tertium.metrics.presets.layered import Layered as Layered  # layered
from tertium.metrics.presets.tertium_2 import Tertium2 as Tertium2  # tertium-2
from tertium.metrics.presets.tertium import Tertium as Tertium  # tertium
