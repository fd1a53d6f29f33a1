"""Vectors of word pieces in their sentence, by a small encoder on this machine's processor."""
