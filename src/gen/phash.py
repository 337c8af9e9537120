"""phash.py - finds a perfect hash for a list of names; used by the generators of this folder

The method is "hash and displace": the low bits of a name's 32-bit hash select a bucket. For each
bucket, build() searches for a displacement that puts its names into separate slots. src/lib/base/hash.h
does the lookup in C; both must compute the same numbers. The result depends on the names alone.
"""
import functools


def step(h, value):
    """Returns the hash after one value more, a byte in lower case or another number."""
    return ((h ^ value) * 0x01000193) & 0xFFFFFFFF


def fnv1a(name):
    """Returns the 32-bit FNV-1a hash of the bytes with A-Z folded to a-z."""
    return functools.reduce(step, name.lower(), 0x811C9DC5)


def slot(h, displacement, slots):
    return ((h >> 16) + displacement * ((h >> 8) | 1)) & (slots - 1)


def build(names, slots, buckets):
    """Returns (displacements, index): index[slot] is 1 + a name's position in names, or 0."""
    return build_hashes([fnv1a(name) for name in names], slots, buckets)


def build_hashes(hashes, slots, buckets):
    """The same for names given by their hashes."""
    by_bucket = [[] for _ in range(buckets)]
    for i, h in enumerate(hashes):
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
    """Yields lines of comma-separated numbers, indented, for a C initializer."""
    line = "   "
    for n in numbers:
        item = " %d," % n
        if len(line) + len(item) > width:
            yield line
            line = "   "
        line += item
    yield line


def blob_parts(names, limit=4000):
    """Packs names (bytes) into string literals of at most limit bytes, a space after each name.

    The C standard guarantees literals of 4095 bytes only. Returns (parts, offset): parts is a list
    of lists of names; offset[i] is the number of its part * 4096 + its offset in that part."""
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
    """Yields the lines of the C string literal of one part. Non-ASCII bytes are octal escapes, which
    end after three digits whatever follows."""
    line = ""
    for name in part:
        item = "".join(chr(b) if b < 128 else "\\%03o" % b for b in name) + " "
        if line and len(line) + len(item) > width:
            yield '        "%s"' % line
            line = ""
        line += item
    yield '        "%s"' % line
