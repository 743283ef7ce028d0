"""Lists of words: common ones, words that name nobody, months and days, words for people."""
