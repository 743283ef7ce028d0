"""Files of records, JSONL and CSV: read line by line, since any line may be wrong.

``lines`` reads lines and ``record_lines`` records. A record becomes a document by
``source_documents``, and entities and facts by ``triples``. ``check`` reads a whole file before any
of it is written, and ``batches`` reads it in parts.
"""
