"""Builds the compiled rules: ``python -m railgym.build`` makes one library for each game package.

Numba is only the front end of the compiler: it types and lowers the entry points (``front_end.py``). LLVM optimises all
code of a package together, and a linker makes a shared library (``back_end.py``). Playing imports nothing from here.
"""
