"""packaging/python/finish.py: the tags and metadata of wheels, and the same bytes each time."""

import importlib.util
import os
import pathlib
import platform
import re
import subprocess
import tarfile
import zipfile

import pytest

FILE = pathlib.Path("packaging/python/finish.py")
spec = importlib.util.spec_from_file_location("finish", FILE)
finish = importlib.util.module_from_spec(spec)
spec.loader.exec_module(finish)
BUILT = pathlib.Path(os.environ.get("B", "build")) / "python"
CODE = "#include <stdlib.h>\nvoid *PyInit__core(void) { return realloc(NULL, 1); }\n"


def module(tmp_path, code, *options):
    path = tmp_path / "module.so"
    subprocess.run([*os.environ.get("CC", "cc").split(), "-shared", "-fPIC", "-o", path, "-x", "c", "-", *options],
                   input=code.encode(), check=True)
    return path.read_bytes()


@pytest.mark.skipif(platform.machine() not in finish.MACHINES.values(), reason="no tags for this processor")
def test_platform(tmp_path):
    made = module(tmp_path, CODE)
    listed = subprocess.check_output(["readelf", "-VW", tmp_path / "module.so"], text=True)
    newest = max((17, *map(int, re.findall(r"Name: GLIBC_2\.(\d+)", listed))))
    assert re.fullmatch(rf"manylinux_2_{newest}_[a-z0-9_]+", finish.platform(made))
    # The newest version is the one that counts, as a number: 2.33 comes after 2.4 and 2.17.
    old = made.replace(b"GLIBC_2.2.5\0", b"GLIBC_2.33\0\0")
    if old != made:
        assert "manylinux_2_33_" in finish.platform(old)
    # A library that is not of glibc's list, as the linker of another system names it.
    assert finish.platform(made.replace(b"libc.so.6\0", b"libz.so.6\0")).startswith("linux_")
    with pytest.raises(ValueError, match="exports"):
        finish.platform(module(tmp_path, CODE + "int more(void) { return 1; }\n"))
    with pytest.raises(ValueError, match="symbols .'gone'"):
        finish.platform(module(tmp_path, "int gone(void);\n" + CODE.replace("1)", "gone())")))
    assert finish.platform(module(tmp_path, "int Py_Any(void);\n" + CODE.replace("1)", "Py_Any())"))).startswith("manylinux_")
    with pytest.raises(ValueError, match="ELF"):
        finish.platform(b"MZ")


def test_the_wheel_and_the_sdist():
    (wheel,), (sdist,) = BUILT.glob("*.whl"), BUILT.glob("*.tar.gz")
    addresses = dict(line.split("=", 1) for line in pathlib.Path("packaging/address").read_text().splitlines() if line[0] != "#")
    with zipfile.ZipFile(wheel) as opened:
        assert opened.testzip() is None
        (name,) = (name for name in opened.namelist() if name.endswith("/METADATA"))
        data, info = opened.read(name).decode(), name.rpartition("/")[0]
        assert opened.read(info + "/WHEEL").decode().count("Tag: " + "-".join(wheel.stem.split("-")[2:]) + "\n") == 1
        recorded = {line.split(",")[0] for line in opened.read(info + "/RECORD").decode().splitlines()}
        assert recorded == set(opened.namelist())
        for licence in re.findall(r"(?m)^License-File: (.*)$", data):
            assert opened.read(f"{info}/licenses/{licence}")
    with tarfile.open(sdist) as opened:
        (member,) = (one for one in opened.getmembers() if one.name.count("/") == 1 and one.name.endswith("/PKG-INFO"))
        described = opened.extractfile(member).read().decode()
        assert {one.mtime for one in opened.getmembers()} == {0}
    for text in data, described:
        head = text.partition("\n\n")[0]
        assert "@" not in head.replace(addresses["contact"], "") and head.startswith("Metadata-Version: 2.4\n")
        assert "\nLicense-Expression: MIT AND " in head and "\nLicense: " not in head
        assert f"\nProject-URL: Homepage, {addresses['home']}\n" in head
        assert f"\nAuthor-email: {addresses['authors']} <{addresses['contact']}>\n" in head


def test_the_same_bytes(tmp_path):
    for name in BUILT.glob("trawl-*"):
        copy = tmp_path / name.name
        copy.write_bytes(name.read_bytes())
        os.utime(copy, (1, 1))
        function = finish.finish_wheel if name.suffix == ".whl" else finish.finish_sdist
        assert function(copy).read_bytes() == name.read_bytes()
