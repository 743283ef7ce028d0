"""Reading text in any script, pure: words, sentences, names, dates."""
