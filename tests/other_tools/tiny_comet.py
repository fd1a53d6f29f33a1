"""Make a COMET model of a few kilobytes with weights drawn at random: real COMET runs on it, and no network is needed.

Runs in the environment of unbabel-comet: ``python tiny_comet.py FOLDER``.
"""

from __future__ import annotations

import sys
from pathlib import Path


def main(folder: Path) -> None:
    import torch
    import yaml
    from comet.models import RegressionMetric
    from transformers import BertConfig, BertModel, BertTokenizerFast

    encoder = folder / "encoder"
    encoder.mkdir(parents=True)
    letters = [chr(code) for code in range(33, 127)]
    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *letters, *(f"##{letter}" for letter in letters)]
    (encoder / "vocab.txt").write_text("\n".join(words) + "\n", encoding="utf-8")
    BertTokenizerFast(str(encoder / "vocab.txt")).save_pretrained(encoder)
    torch.manual_seed(7)
    size = {"hidden_size": 16, "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 32}
    BertModel(BertConfig(vocab_size=len(words), **size)).save_pretrained(encoder)
    settings = {
        "encoder_model": "BERT",
        "pretrained_model": str(encoder),
        "hidden_sizes": [32],
        "layer_transformation": "softmax",
    }
    model = RegressionMetric(**settings)
    (folder / "checkpoints").mkdir()
    kept = {
        "state_dict": model.state_dict(),
        "hyper_parameters": dict(model.hparams),
        "pytorch-lightning_version": "2.0.0",
    }
    torch.save(kept, folder / "checkpoints" / "model.ckpt")
    described = {"class_identifier": "regression_metric", **settings}
    (folder / "hparams.yaml").write_text(yaml.safe_dump(described), encoding="utf-8")
    (folder / "README.md").write_text("---\nlicense: cc-by-nc-sa-4.0\n---\nA model of no use.\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
