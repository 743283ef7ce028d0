"""From texts to entities, mentions and facts.

The rules (``RuleExtractor``) need no model, cost nothing, and always give the same graph for the
same texts. A model can add to them on request (``llm``, ``model_answer``). The rules take three
steps; ``extractor`` repeats only those that a change can affect:

1. ``reading``: what one document says by itself. It asks ``text.names.name_evidence``, and a module
   of ``names`` for each other kind of name.
2. ``lexicon``: the names of a scope, counted over the readings of all of its documents.
3. ``finding``: what one document mentions by the lexicon, where it speaks of the user
   (``user_mentions``), and which relations it states (``facts``).
"""

from ..records import Extraction
from .extractor import RuleExtractor

__all__ = ["Extraction", "RuleExtractor"]
