"""Reading text in any script, pure: words, sentences, names, dates, what changed, what is asked."""
