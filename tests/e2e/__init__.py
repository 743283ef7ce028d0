"""Everything that plays the host: a model stub, a double of both host layouts, real checkouts."""
