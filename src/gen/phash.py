"""phash.py - find a perfect hash for a list of names; for the generators of this folder

The method is hash and displace: the low bits of a name's 32-bit hash select a bucket, and the bucket's displacement,
found here by trying, leads each of its names to a slot of its own. The C half is src/base/hash.h; both must compute the
same numbers. The result depends on the names alone.
"""


def fnv1a(name):
    """FNV-1a, 32 bits, over the bytes with A-Z folded to a-z."""
    h = 0x811C9DC5
    for c in name.lower():
        h = ((h ^ c) * 0x01000193) & 0xFFFFFFFF
    return h


def slot(h, displacement, slots):
    return ((h >> 16) + displacement * ((h >> 8) | 1)) & (slots - 1)


def build(names, slots, buckets):
    """Return (displacements, index): index[slot] is 1 + the position of a name in names, or 0 for an empty slot."""
    by_bucket = [[] for _ in range(buckets)]
    for i, name in enumerate(names):
        h = fnv1a(name)
        by_bucket[h & (buckets - 1)].append((h, i))
    displacements = [0] * buckets
    index = [0] * slots
    for b in sorted(range(buckets), key=lambda k: (-len(by_bucket[k]), k)):
        place(by_bucket[b], b, displacements, index)
    return displacements, index


def place(entries, bucket, displacements, index):
    for d in range(256):
        spots = [slot(h, d, len(index)) for h, _ in entries]
        if len(set(spots)) == len(spots) and not any(index[s] for s in spots):
            displacements[bucket] = d
            for s, (_, i) in zip(spots, entries):
                index[s] = i + 1
            return
    raise SystemExit("phash.py: no displacement for bucket %d; use more buckets or slots" % bucket)


def rows(numbers, width=110):
    """Lines of comma-separated numbers, indented, for a C initializer."""
    line = "   "
    for n in numbers:
        item = " %d," % n
        if len(line) + len(item) > width:
            yield line
            line = "   "
        line += item
    yield line


def blob_parts(names, limit=4000):
    """Pack names (bytes) into string literals of at most limit bytes, one space after each name.

    Compilers must take literals of 4095 bytes only. Returns (parts, offset): parts is a list of lists of names, and
    offset[i] is part * 4096 + the place inside it."""
    parts, offset, used = [[]], [], 0
    for name in names:
        if used + len(name) + 1 > limit:
            parts.append([])
            used = 0
        parts[-1].append(name)
        offset.append((len(parts) - 1) * 4096 + used)
        used += len(name) + 1
    return parts, offset


def blob_lines(part, width=108):
    """The C string literal of one part, over several lines; bytes beyond ASCII as octal escapes, which end after three
    digits whatever follows."""
    line = ""
    for name in part:
        item = "".join(chr(b) if b < 128 else "\\%03o" % b for b in name) + " "
        if line and len(line) + len(item) > width:
            yield '        "%s"' % line
            line = ""
        line += item
    yield '        "%s"' % line
