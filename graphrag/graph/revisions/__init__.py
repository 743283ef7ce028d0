"""Which memories a newer one makes outdated: ``outdated`` decides, for all memories of a folder.

``similarity`` says how similar two are, ``evidence`` what their texts say for a change, ``names``
whom they speak of, and ``pairs`` weighs all of this.
"""
