"""Write what find_many() exports as a stream of Arrow's IPC format; for test_many.py.

Its messages are FlatBuffers. Here a value is a dict (a table: its slots and their values), a list (a
vector of tables), a str, a tuple (format, number), or for a vector of structs a tuple (bytes, count).
"""

import ctypes
import struct

VERSION, SCHEMA, BATCH = 4, 1, 3  # MetadataVersion.V5; MessageHeader
INT, LARGE_UTF8 = 2, 20  # Type


def align(out):
    out.extend(b"\0" * (-len(out) % 8))


def put(out, value):
    """Append a value and, after it, the values that it refers to. Return the offset of the value."""
    align(out)
    if isinstance(value, str):
        at = len(out)
        out += struct.pack("<I", len(value)) + value.encode() + b"\0"
    elif isinstance(value, tuple):  # structs are aligned to 8 bytes
        at = len(out) + 4
        out += struct.pack("<II", 0, value[1]) + value[0]
    elif isinstance(value, list):
        at = len(out)
        out += struct.pack("<I", len(value)) + b"\0" * 4 * len(value)
        for i, table in enumerate(value):
            refer(out, at + 4 + 4 * i, put(out, table))
    else:  # each field of a table takes 8 bytes here
        size = 4 + 2 * (max(value, default=-1) + 1)
        vtable = len(out)
        slots = {slot: 8 + 8 * i for i, slot in enumerate(value)}
        out += struct.pack(f"<{size // 2}H", size, 8 + 8 * len(value), *(slots.get(i, 0) for i in range(size // 2 - 2)))
        align(out)
        at = len(out)
        out += struct.pack("<i", at - vtable) + b"\0" * (4 + 8 * len(value))
        for slot, field in value.items():
            if isinstance(field, tuple) and isinstance(field[0], str):
                struct.pack_into("<" + field[0], out, at + slots[slot], field[1])
            else:
                refer(out, at + slots[slot], put(out, field))
    return at


def refer(out, place, to):
    struct.pack_into("<I", out, place, to - place)


def message(kind, header, body=b""):
    out = bytearray(4)
    refer(out, 0, put(out, {0: ("h", VERSION), 1: ("B", kind), 2: header, 3: ("q", len(body))}))
    align(out)
    return struct.pack("<Ii", 0xFFFFFFFF, len(out)) + bytes(out) + body


def field(schema):
    number = schema.format == b"l"
    return {0: schema.name.decode(), 1: ("B", schema.flags >> 1 & 1), 2: ("B", INT if number else LARGE_UTF8),
            3: {0: ("i", 64), 1: ("B", 1)} if number else {}, 5: []}


def batch(array, schemas, columns):
    """Return the message with a batch of rows: an array, whose children are the columns."""
    nodes, buffers, body = b"", b"", bytearray()
    for schema, column in zip(schemas, columns):
        found = (ctypes.c_void_p * column.n_buffers).from_address(column.buffers)
        sizes = [(column.length + 7) // 8 if found[0] else 0, 8 * column.length]
        if schema.format == b"U":
            sizes[1] += 8
            sizes.append(ctypes.c_int64.from_address(found[1] + 8 * column.length).value)
        nodes += struct.pack("<qq", column.length, column.null_count)
        for at, size in zip(found, sizes):
            buffers += struct.pack("<qq", len(body), size)
            body += ctypes.string_at(at, size) if size else b""
            align(body)
    nodes, buffers = (nodes, len(nodes) // 16), (buffers, len(buffers) // 16)
    return message(BATCH, {0: ("q", array.length), 1: nodes, 2: buffers}, bytes(body))


def stream(schema, array, kind):
    """Return the bytes of a stream: a schema, an array, the end. kind is their two ctypes structures."""
    schemas, columns = ([made.from_address(at) for at in (ctypes.c_void_p * parent.n_children).from_address(parent.children)]
                        for made, parent in zip(kind, (schema, array)))
    fields = {0: ("h", 0), 1: [field(one) for one in schemas]}
    return message(SCHEMA, fields) + batch(array, schemas, columns) + struct.pack("<Ii", 0xFFFFFFFF, 0)
