"""The entry point that checks positions. It depends on no game: it compares bytes with a table of ranges."""

import numpy as np

from railgym.envs.core.kernel import entry_point

__all__ = ["first_outside"]

U1, U2, U8 = np.uint8, np.uint16, np.uint64


@entry_point("u1[B] u8[K,5]")
def first_outside(record, table):
    """The row of ``table`` for the first field of ``record`` that has a number outside its range; -1 if there is none.

    A row describes a field: its offset in bytes, the number of its little-endian integers, their size in bytes, the
    lowest value, and the highest value minus the lowest. Integers are compared modulo 2**bits, so their sign does not
    matter. Unsigned indices and loops without branches compile to SIMD code.
    """
    for row in range(len(table)):
        width, low, span = table[row, 2], table[row, 3], table[row, 4]
        numbers = record[table[row, 0] : table[row, 0] + width * table[row, 1]]
        most = U8(0)  # the largest difference to the lowest value
        if width == 1:
            most_byte = U1(0)
            for i in range(U8(len(numbers))):
                most_byte = max(most_byte, U1(numbers[i] - U1(low)))
            most = U8(most_byte)
        elif width == 2:
            most_word = U2(0)
            for i in range(U8(len(numbers) // 2)):
                value = U2(U2(numbers[U8(2) * i]) | U2(U2(numbers[U8(2) * i + U8(1)]) << U2(8)))
                most_word = max(most_word, U2(value - U2(low)))
            most = U8(most_word)
        elif width == 8:
            for i in range(U8(len(numbers) // 8)):
                number = U8(0)
                for b in range(U8(8)):
                    number |= U8(numbers[U8(8) * i + b]) << U8(8 * b)
                most = max(most, number - low)
        else:
            for i in range(U8(len(numbers) // 4)):
                number = U8(0)
                for b in range(U8(4)):
                    number |= U8(numbers[U8(4) * i + b]) << U8(8 * b)
                most = max(most, (number - low) & U8(0xFFFFFFFF))
        if most > span:
            return row
    return -1
