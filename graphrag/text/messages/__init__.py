"""What kind of message it is: one about memory, thanks, a pasted text, a request."""
