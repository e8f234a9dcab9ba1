"""Builds the compiled rules: ``python -m railgym.build`` makes one library a game package.

Numba is only the compiler's front end: it types and lowers the entry points (``front_end.py``); LLVM optimises all of a
package at once and a linker makes a shared library (``back_end.py``). Nothing here is imported to play.
"""
