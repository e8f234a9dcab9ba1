"""The ladder: graded opponents of each game, with ratings that do not change, and the place of an agent among them."""
