"""Other libraries' shapes over tertium's metrics, so that a script changes one import: sacreBLEU, NLTK, evaluate,
torchmetrics. None of them is needed but torchmetrics, for its metric is a class of theirs."""
