"""The two seeds as code: the normalizer that others are held against."""
