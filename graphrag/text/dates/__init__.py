"""Days that a question names, and days as the texts of memories write them."""
