"""Finishes a wheel or an sdist: finish.py FILE..., which prints the names of the new files.

The tag of a wheel depends on what its module needs. If it needs only libraries of glibc, the tag is
manylinux_2_N with the newest glibc version of its symbols; otherwise it is linux. A module is
refused if it exports more than PyInit__core, or needs a symbol that neither glibc nor Python has.
The metadata are converted to version 2.4 (PEP 639), which older versions of setuptools cannot
write. Order, times, modes and owners are fixed, so the same contents give the same bytes. Modules
must be 64-bit little-endian ELF files.
"""

import base64
import gzip
import hashlib
import io
import pathlib
import re
import struct
import sys
import tarfile
import zipfile

MACHINES = {62: "x86_64", 183: "aarch64"}
OF_GLIBC = {"libc.so.6", "libm.so.6", "libdl.so.2", "libpthread.so.0", "librt.so.1", "ld-linux-x86-64.so.2",
            "ld-linux-aarch64.so.1"}
DYNAMIC, DYNSYM, VERNEED, VERSYM, NEEDED = 6, 11, 0x6FFFFFFE, 0x6FFFFFFF, 1
WEAK = 2


class Elf:
    """What the dynamic linker reads: machine, needed, exports, missing, newest glibc version.

    missing are the undefined symbols without a glibc version; the interpreter must have them.
    """

    def __init__(self, data):
        if data[:6] != b"\x7fELF\x02\x01":
            raise ValueError("not a 64-bit little-endian ELF file")
        self.data = data
        (self.machine,) = struct.unpack_from("<H", data, 18)
        (table,) = struct.unpack_from("<Q", data, 40)
        size, count = struct.unpack_from("<HH", data, 58)
        # For each section: its type, offset and size, and the section with its strings.
        self.sections = [struct.unpack_from("<4xI16xQQI", data, table + i * size) for i in range(count)]
        self.needed = {text(value) for at, end, text in self.of_type(DYNAMIC) for tag, value in self.each("<qQ", at, end)
                       if tag == NEEDED}
        symbols = [(text(name), info >> 4, index) for at, end, text in self.of_type(DYNSYM)
                   for name, info, index in self.each("<IBxH16x", at, end)]
        versions = [number for at, end, _ in self.of_type(VERSYM) for number, in self.each("<H", at, end)]
        self.exports = {name for name, bind, index in symbols if index and bind}
        self.missing = {name for (name, bind, index), number in zip(symbols, versions or [0] * len(symbols))
                        if name and not index and number < 2 and bind != WEAK}
        self.glibc = max(((2, int(found[1])) for version in self.versions()
                          if (found := re.fullmatch(r"GLIBC_2\.(\d+)(\.\d+)*", version))), default=(2, 17))

    def of_type(self, kind):
        for type_, at, size, link in self.sections:
            if type_ == kind:
                texts = self.sections[link][1]
                yield at, at + size, lambda i, texts=texts: self.data[texts + i:self.data.index(0, texts + i)].decode()

    def each(self, form, at, end):
        return struct.iter_unpack(form, self.data[at:end])

    def versions(self):
        for at, end, text in self.of_type(VERNEED):
            while at < end:
                count, first, following = struct.unpack_from("<2xH4xII", self.data, at)
                one = at + first
                for _ in range(count):
                    name, step = struct.unpack_from("<8xII", self.data, one)
                    yield text(name)
                    one += step
                at = at + following if following else end


def platform(module):
    """Return the platform of a wheel's tag, "manylinux_2_31_x86_64"."""
    elf = Elf(module)
    machine = MACHINES[elf.machine]
    if elf.exports - {"_init", "_fini"} != {"PyInit__core"}:  # musl exports these two
        raise ValueError(f"the module exports {sorted(elf.exports)}")
    strange = sorted(name for name in elf.missing if not name.startswith(("Py", "_Py")))
    if elf.needed <= OF_GLIBC and strange:
        raise ValueError(f"nothing has the symbols {strange}")
    if elf.needed <= OF_GLIBC:
        return "manylinux_%d_%d_%s" % (*max(elf.glibc, (2, 17)), machine)
    print(f"finish.py: needs {' '.join(sorted(elf.needed - OF_GLIBC))}", file=sys.stderr)
    return f"linux_{machine}"


def metadata(text):
    """Return core metadata, converted to version 2.4."""
    head, blank, body = text.partition("\n\n")
    head = re.sub(r"(?m)^Metadata-Version: 2\.[0-3]$", "Metadata-Version: 2.4", head)
    return re.sub(r"(?m)^License: ", "License-Expression: ", head) + blank + body


def finish_wheel(path):
    with zipfile.ZipFile(path) as made:
        files = {name: made.read(name) for name in made.namelist() if not name.endswith("/RECORD")}
    info = next(name for name in files if name.endswith("/WHEEL")).rpartition("/")[0]
    (module,) = (data for name, data in files.items() if name.endswith(".so"))
    *tag, there = path.stem.split("-")[2:]
    # Elsewhere the tag of setuptools stays.
    proved = (there.startswith("linux_") and module[:6] == b"\x7fELF\x02\x01" and
              int.from_bytes(module[18:20], "little") in MACHINES)
    tag += [platform(module) if proved else there]
    files = {re.sub(rf"^{re.escape(info)}/(?=LICENSE)", info + "/licenses/", name): data for name, data in files.items()}
    files[info + "/METADATA"] = metadata(files[info + "/METADATA"].decode()).encode()
    files[info + "/WHEEL"] = re.sub(rb"(?m)^Tag: .*", b"Tag: " + "-".join(tag).encode(), files[info + "/WHEEL"])
    lines = [f"{name},sha256={base64.urlsafe_b64encode(hashlib.sha256(files[name]).digest()).decode().rstrip('=')},"
             f"{len(files[name])}\n" for name in sorted(files)]
    files[info + "/RECORD"] = "".join([*lines, info + "/RECORD,,\n"]).encode()
    path.unlink()
    path = path.with_name("-".join(path.stem.split("-")[:2] + tag) + ".whl")
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as new:
        for name in sorted(files, key=lambda name: (name.startswith(info), name)):
            entry = zipfile.ZipInfo(name)
            entry.create_system, entry.external_attr = 3, (0o100755 if name.endswith(".so") else 0o100644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            new.writestr(entry, files[name])
    return path


def finish_sdist(path):
    packed = io.BytesIO()
    with tarfile.open(path) as made, tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as new:
        for member in sorted((one for one in made.getmembers() if one.isfile()), key=lambda one: one.name):
            data = made.extractfile(member).read()
            if member.name.endswith("/PKG-INFO"):
                data = metadata(data.decode()).encode()
            entry = tarfile.TarInfo(member.name)
            entry.size, entry.mode = len(data), 0o644
            new.addfile(entry, io.BytesIO(data))
    path.write_bytes(gzip.compress(packed.getvalue(), mtime=0))
    return path


for name in sys.argv[1:] if __name__ == "__main__" else ():
    print((finish_wheel if name.endswith(".whl") else finish_sdist)(pathlib.Path(name)).name)
