"""The command ``doctor``: what works, and what to do about what does not.

``checks`` needs the standard library alone, and ``bare_doctor`` nothing else. ``doctor_command``
adds what can be seen with the packages there, and ``memory_checks`` compares memory and graph.
"""
