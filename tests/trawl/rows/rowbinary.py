# rowbinary.py - ClickHouse's RowBinary: writes rows of Nullable(String), reads values of a type

import re
import struct


def length(n):
    groups = []
    while n > 127:
        groups.append(n & 127 | 128)
        n >>= 7
    return bytes([*groups, n])


def row(text):
    """Returns a row of Nullable(String)."""
    return b'\1' if text is None else b'\0' + length(len(text)) + text


def inside(kind):
    """Returns the types in the parentheses of a type."""
    found, depth, begin = [], 0, kind.index('(') + 1
    for i in range(begin, len(kind)):
        depth += (kind[i] == '(') - (kind[i] == ')')
        if depth < 0 or (depth == 0 and kind[i] == ','):
            found.append(kind[begin:i].strip())
            begin = i + 1
    return found


class Reader:
    """Reads values one after the other. Raises IndexError or struct.error at the end of the data."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def length(self):
        n, shift = 0, 0
        while True:
            byte = self.data[self.at]
            self.at += 1
            n |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return n

    def take(self, n):
        self.at += n
        if self.at > len(self.data):
            raise IndexError('the data ends inside a value')
        return self.data[self.at - n:self.at]

    def value(self, kind):
        """Reads a value of a type, such as "Array(Tuple(url String, host Nullable(String)))". A tuple
        with names is a dict."""
        if kind == 'String':
            return self.take(self.length()).decode('utf-8', 'replace')
        if kind in ('UInt64', 'Int64'):
            return struct.unpack({'U': '<Q', 'I': '<q'}[kind[0]], self.take(8))[0]
        if kind.startswith('Nullable('):
            return None if self.take(1) == b'\1' else self.value(*inside(kind))
        if kind.startswith('Array('):
            return [self.value(*inside(kind)) for _ in range(self.length())]
        members = [re.fullmatch(r'(?:(\w+) )?([A-Z].*)', member).groups() for member in inside(kind)]
        values = [self.value(member) for _, member in members]
        return dict(zip((name for name, _ in members), values)) if members[0][0] else values

    def values(self, kind):
        found = []
        while self.at < len(self.data):
            found.append(self.value(kind))
        return found
