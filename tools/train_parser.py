"""Train the English parser that ships with us: spaCy on the English Web Treebank, seeds fixed.

    pip download --no-deps --only-binary=:all: --python-version 3.12 decomp
    pip install spacy spacy-lookups-data
    python tools/train_parser.py decomp-*.whl OUTPUT

One encoder of hashed word features feeds the tagger, the morphologizer, the lemmatizer and the parser. 205,000 words of
training text hold few of the words that people translate, so each word also carries the class that it has among the
1,000 Brown clusters of the package spacy-lookups-data (MIT licence). They stand in the pipeline's table of norms: a
word's norm is its cluster, and the pipeline loads with no code of ours.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import shutil
import sys
import tempfile
import time
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator
from importlib.resources import files
from pathlib import Path

import spacy
from parser_treebank import PARTS, Word, sentences
from spacy.attrs import ORTH
from spacy.lookups import Lookups
from spacy.tokens import Doc, DocBin
from spacy.training.initialize import init_nlp
from spacy.training.loop import train as run
from spacy.util import load_config_from_str

CLUSTERED_WORDS = 60_000  # the most frequent; the rest have their own form as norm

CONFIG = """
[paths]
train = null
dev = null

[system]
seed = 5
gpu_allocator = null

[nlp]
lang = "en"
pipeline = ["tok2vec","tagger","morphologizer","parser","trainable_lemmatizer"]
batch_size = 256

[components]

[components.tok2vec]
factory = "tok2vec"

[components.tok2vec.model]
@architectures = "spacy.Tok2Vec.v2"

[components.tok2vec.model.embed]
@architectures = "spacy.MultiHashEmbed.v2"
width = ${components.tok2vec.model.encode:width}
attrs = ["LOWER","NORM","PREFIX","SUFFIX","SHAPE"]
rows = [4000,1200,600,2000,600]
include_static_vectors = false

[components.tok2vec.model.encode]
@architectures = "spacy.MaxoutWindowEncoder.v2"
width = 128
depth = 4
window_size = 1
maxout_pieces = 3

[components.tagger]
factory = "tagger"

[components.tagger.model]
@architectures = "spacy.Tagger.v2"

[components.tagger.model.tok2vec]
@architectures = "spacy.Tok2VecListener.v1"
width = ${components.tok2vec.model.encode:width}

[components.morphologizer]
factory = "morphologizer"

[components.morphologizer.model]
@architectures = "spacy.Tagger.v2"

[components.morphologizer.model.tok2vec]
@architectures = "spacy.Tok2VecListener.v1"
width = ${components.tok2vec.model.encode:width}

[components.trainable_lemmatizer]
factory = "trainable_lemmatizer"
backoff = "orth"
min_tree_freq = 3
overwrite = false
top_k = 3

[components.trainable_lemmatizer.model]
@architectures = "spacy.Tagger.v2"

[components.trainable_lemmatizer.model.tok2vec]
@architectures = "spacy.Tok2VecListener.v1"
width = ${components.tok2vec.model.encode:width}

[components.parser]
factory = "parser"
learn_tokens = false
min_action_freq = 8
update_with_oracle_cut_size = 100

[components.parser.model]
@architectures = "spacy.TransitionBasedParser.v2"
state_type = "parser"
extra_state_tokens = true
hidden_width = 96
maxout_pieces = 2
use_upper = true

[components.parser.model.tok2vec]
@architectures = "spacy.Tok2VecListener.v1"
width = ${components.tok2vec.model.encode:width}

[corpora]

[corpora.train]
@readers = "spacy.Corpus.v1"
path = ${paths.train}
max_length = 0

[corpora.train.augmenter]
@augmenters = "spacy.lower_case.v1"
level = 0.05

[corpora.dev]
@readers = "spacy.Corpus.v1"
path = ${paths.dev}

[training]
gpu_allocator = null
seed = ${system.seed}
dropout = 0.2
patience = 4500
max_steps = 0
max_epochs = 0
eval_frequency = 450
accumulate_gradient = 1
train_corpus = "corpora.train"
dev_corpus = "corpora.dev"

[training.batcher]
@batchers = "spacy.batch_by_words.v1"
discard_oversize = false
tolerance = 0.2

[training.batcher.size]
@schedules = "compounding.v1"
start = 200
stop = 1000
compound = 1.001

[training.optimizer]
@optimizers = "Adam.v1"
beta1 = 0.9
beta2 = 0.999
L2_is_weight_decay = true
L2 = 0.01
grad_clip = 1.0
use_averages = true
eps = 0.00000001

[training.optimizer.learn_rate]
@schedules = "warmup_linear.v1"
warmup_steps = 250
total_steps = 9000
initial_rate = 0.0015

[training.score_weights]
dep_las = 0.8
dep_uas = 0.0
pos_acc = 0.05
tag_acc = 0.05
morph_acc = 0.05
lemma_acc = 0.05
dep_las_per_type = null
morph_per_feat = null
sents_p = null
sents_r = null
sents_f = 0.0

[initialize]
vectors = null

[initialize.lookups]
@misc = "tertium.clusters"

[initialize.before_init]
@callbacks = "tertium.plain_tokenizer"
"""


@spacy.registry.misc("tertium.clusters")
def clusters() -> Lookups:
    """Words and the names of their Brown clusters."""
    packed = files("spacy_lookups_data") / "data"
    with (packed / "en_lexeme_cluster.json.gz").open("rb") as file:
        cluster: dict[str, int] = json.loads(gzip.decompress(file.read()))
    with (packed / "en_lexeme_prob.json.gz").open("rb") as file:
        frequency: dict[str, float] = json.loads(gzip.decompress(file.read()))
    words = sorted((word for word in cluster if cluster[word]), key=lambda word: (-frequency.get(word, -99), word))
    tables = Lookups()
    tables.add_table("lexeme_norm", {word: f"c{cluster[word]}" for word in words[:CLUSTERED_WORDS]})
    return tables


@spacy.registry.callbacks("tertium.plain_tokenizer")
def plain_tokenizer() -> Callable[[spacy.Language], None]:
    """Exceptions of the tokenizer keep their pieces but lose their norms, for those would hide the clusters."""

    def change(nlp: spacy.Language) -> None:
        nlp.tokenizer.rules = {
            text: [{ORTH: piece[ORTH]} for piece in pieces] for text, pieces in nlp.tokenizer.rules.items()
        }

    return change


def docs(nlp: spacy.Language, parses: Iterator[list[Word]]) -> Iterator[Doc]:
    for words in parses:
        yield Doc(
            nlp.vocab,
            words=[word.form for word in words],
            lemmas=[word.lemma for word in words],
            pos=[word.upos for word in words],
            tags=[word.xpos for word in words],
            morphs=[word.feats for word in words],
            heads=[word.head - 1 if word.head else at for at, word in enumerate(words)],
            deps=["ROOT" if word.relation == "root" else word.relation for word in words],
        )


def build(wheel: str, out: Path, steps: int) -> None:
    with tempfile.TemporaryDirectory() as made:
        scratch = Path(made)
        blank = spacy.blank("en")
        paths = {}
        for part in ("train", "dev"):
            path = scratch / f"{part}.spacy"
            DocBin(docs=docs(blank, sentences(wheel, part))).to_disk(path)
            paths[f"paths.{part}"] = str(path)
        overrides = {**paths, "training.max_steps": steps}
        config = load_config_from_str(CONFIG, overrides=overrides, interpolate=False)
        nlp = init_nlp(config, use_gpu=-1)
        sys.stdout.write(f"the best model so far is in {scratch / 'model-best'}\n")
        sys.stdout.flush()
        run(nlp, scratch, use_gpu=-1, stdout=sys.stdout, stderr=sys.stderr)
        pack(scratch / "model-best", wheel, out)


CREDITS = """\
The English parsing model of tertium, trained by tools/train_parser.py with spaCy (https://spacy.io).

It is an adaptation of the following data and is itself licensed under CC BY-SA 4.0 (LICENSE in this folder), apart from
the rest of tertium, which is Apache-2.0:

- Universal Dependencies English Web Treebank, version 1.2, (c) 2013-2015 The Board of Trustees of The Leland Stanford
  Junior University, by Natalia Silveira, Timothy Dozat, Christopher Manning, Sebastian Schuster, John Bauer, Miriam
  Connor, Marie-Catherine de Marneffe, Samuel Bowman, Hanzhi Zhu, Daniel Galbraith and others, over the texts of the
  English Web Treebank (LDC2012T13, (c) 2012 Linguistic Data Consortium); licensed CC BY-SA 4.0;
- as carried by the Universal Decompositional Semantics dataset 2.0 (package decomp 0.3.2, Aaron Steven White and
  others, https://decomp.io); its data are licensed CC BY-SA 4.0.

Changes: labels and attachments were brought from UD 1 to UD 2 by rule (tools/parser_treebank.py), then a statistical
model was trained; the treebank itself is not contained.

Word clusters: spacy-lookups-data, (c) 2019 ExplosionAI GmbH, MIT licence: "Permission is hereby granted, free of
charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish,
distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to
do so, subject to the following conditions: The above copyright notice and this permission notice shall be included in
all copies or substantial portions of the Software. THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND,
EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE
AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE
SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE."
"""


def pack(trained: Path, wheel: str, out: Path) -> None:
    """What is needed to parse, and nothing of how it was trained; with its licence and credits."""
    nlp = spacy.load(trained)
    for section in ("paths", "corpora", "training", "initialize"):
        nlp.config.pop(section, None)
    nlp.meta.update(
        name="ewt",
        version="1.0.0",
        spacy_version=">=3.8.0,<4.0.0",
        description="English dependencies, tags, features and lemmas (UD 2)",
        author="The tertium authors",
        license="CC BY-SA 4.0",
    )
    shutil.rmtree(out, ignore_errors=True)
    nlp.to_disk(out)
    content = hashlib.sha256()
    for path in sorted(path for path in out.rglob("*") if path.is_file() and path.name != "meta.json"):
        content.update(path.relative_to(out).as_posix().encode() + b"\0" + path.read_bytes())
    meta = json.loads((out / "meta.json").read_text("utf-8"))
    # Parses are kept on disk under this name: another model must have another one.
    meta["digest"] = content.hexdigest()[:12]
    for key in ("performance", "spacy_git_version", "labels"):
        meta.pop(key, None)
    (out / "meta.json").write_text(json.dumps(meta, indent=1) + "\n", "utf-8")
    (out / "CREDITS").write_text(CREDITS, "utf-8")
    with zipfile.ZipFile(wheel) as archive:
        (out / "LICENSE").write_bytes(archive.read("decomp/data/LICENSE"))


def measure(model: Path, wheel: str, part: str) -> dict[str, float]:
    """Attachment scores of gold tokens (punctuation too) and sentences a CPU second, the best of three runs."""
    nlp = spacy.load(model)
    gold = list(docs(nlp, sentences(wheel, part)))
    best = float("inf")
    for _ in range(3):
        bare = [Doc(nlp.vocab, words=[token.text for token in doc]) for doc in gold]
        start = time.process_time()
        found = list(nlp.pipe(bare))
        best = min(best, time.process_time() - start)
    hits: Counter[str] = Counter()
    for mine, theirs in zip(found, gold, strict=True):
        for a, b in zip(mine, theirs, strict=True):
            # More than one root may be found in what is one sentence: only the first counts as right.
            head = a.head.i == b.head.i
            hits["UAS"] += head
            hits["LAS"] += head and a.dep_ == b.dep_
            hits["UPOS"] += a.pos_ == b.pos_
            hits["XPOS"] += a.tag_ == b.tag_
            hits["FEATS"] += str(a.morph) == str(b.morph)
            hits["LEMMA"] += a.lemma_ == b.lemma_
            hits["words"] += 1
    words = hits.pop("words")
    scores = {name: 100 * count / words for name, count in hits.items()}
    return {**scores, "sentences/s": len(gold) / best, "words/s": words / best}


def main() -> None:
    parser = argparse.ArgumentParser(description="Train and measure the English parser that ships with tertium.")
    parser.add_argument("wheel", help="the wheel of the package decomp")
    parser.add_argument("out", type=Path, help="directory of the model")
    # Twenty CPU minutes. The learning rate is that of 9,000 steps, which would gain a little more in an hour.
    parser.add_argument("--steps", type=int, default=3150, help="updates (default: 3150)")
    parser.add_argument("--measure", action="store_true", help="only measure the model that is there")
    parser.add_argument("--pack", type=Path, metavar="DIR", help="only pack a pipeline that was trained")
    given = parser.parse_args()
    if given.pack:
        pack(given.pack, given.wheel, given.out)
    elif not given.measure:
        build(given.wheel, given.out, given.steps)
    for part in PARTS[1:]:
        scores = measure(given.out, given.wheel, part)
        sys.stdout.write(f"{part} {' '.join(f'{name} {value:.2f}' for name, value in scores.items())}\n")


if __name__ == "__main__":
    main()
