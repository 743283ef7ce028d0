"""Relations that a sentence states: ``stated`` finds them, each part of a sentence has a reader.

``stating_sentences`` leaves out what states nothing (``doubts``, ``openings``, ``taken_back``), and
divides the others into ``tokens``. ``sentence_view`` looks around in one, by the words of
``word_classes``, and ``clauses`` sees where a clause ends. ``subjects``, ``predicates``,
``objects``, ``asides``, ``places``, ``relatives`` and ``roles`` read a part each, and add what it
states to the ``found_facts``. ``persons`` knows the names of people, and ``relations`` gives a
predicate its type.
"""
