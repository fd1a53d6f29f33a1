"""The doctor: what is odd about the texts, said before anybody believes the score."""
