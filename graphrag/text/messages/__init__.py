"""What kind of message it is: one about memory, thanks, a pasted text, a request.

``request_notes`` finds the memories that only note such a request.
"""
