"""From texts to entities, mentions and facts.

The default needs no model, costs nothing, and always gives the same graph for the same texts. A
model can add to it on request (``llm``).
"""

from .extractor import Extraction, RuleExtractor

__all__ = ["Extraction", "RuleExtractor"]
