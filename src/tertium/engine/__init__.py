"""RUN: metrics over corpora, chunk by chunk."""
