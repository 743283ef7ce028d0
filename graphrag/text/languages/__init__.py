"""What a text in another language says in English, and which words stand for each other."""
