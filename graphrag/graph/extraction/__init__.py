"""From texts to entities, mentions and facts.

The rules (``RuleExtractor``) need no model, cost nothing, and always give the same graph for the
same texts. A model can add to them on request (``llm``).
"""

from ..records import Extraction
from .extractor import RuleExtractor

__all__ = ["Extraction", "RuleExtractor"]
