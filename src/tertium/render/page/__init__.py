"""Pages: sections of HTML that can be read without script, the data they come alive with, and one file of both."""
