"""What kind of message it is: one about memory, thanks, a pasted text, a request.

``request_form`` says which need no memory, and asks ``thanks`` and ``habits``. ``request_notes``
finds the memories that only note such a request.
"""
