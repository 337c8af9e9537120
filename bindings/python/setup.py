"""Builds trawl._core, with the library compiled into it.

Run in the folder that "make python" prepares, or in an unpacked sdist: there, the library is in
lib/, and its headers are in include/. probe.sh finds the other libraries that it uses. Variables of
the environment:

    TRAWL_PARTS=find,html,mail  without PCRE2: no verdicts, and no rules
    TRAWL_LIBRARY=libtrawl.a    link this library, do not compile it
    CC, CFLAGS, LDFLAGS         as usual
"""

import os
import pathlib
import re
import subprocess
import sys
import sysconfig
from concurrent.futures import ThreadPoolExecutor

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

PARTS = os.environ.get("TRAWL_PARTS", "find,html,mail,url")
HERE = pathlib.Path(__file__).resolve().parent
# A Python without the GIL has no limited interface.
LIMITED = not sysconfig.get_config_var("Py_GIL_DISABLED")


def version():
    """Return the version of the header as Python writes versions: 1.0.0rc1."""
    text = (HERE / "include" / "trawl.h").read_text(encoding="utf-8")
    return re.search(r'#define TRAWL_VERSION "(.*)"', text)[1].replace("-", "")


def probe():
    """Return what probe.sh finds: {"HAVE_IDN2": "1", "PCRE2_LIBS": "-lpcre2-8", ...}."""
    environment = {"CC": sysconfig.get_config_var("CC") or "cc", **os.environ, "PARTS": PARTS}
    lines = subprocess.run(["sh", "probe.sh"], cwd=HERE, env=environment, check=True, stdout=subprocess.PIPE,
                           encoding="utf-8").stdout.splitlines()
    return dict(line.split(" =", 1) for line in lines if " =" in line)


def library_sources():
    """Return the library's files, without one of the two lists in judges, as the Makefile."""
    judges, substitute = (HERE / "judges").read_text(encoding="utf-8").splitlines()
    left_out = tuple((substitute if "url" in PARTS.split(",") else judges).split())
    names = [path.relative_to(HERE).as_posix() for path in sorted((HERE / "lib").rglob("*.c"))]
    return [name for name in names if not name.startswith(left_out)]


class BuildExt(build_ext):
    """Compiles the library's files at the same time."""

    def build_extension(self, ext):
        found = probe()
        words = {name: found.get(name, "").split() for name in
                 ("PCRE2_CFLAGS", "IDN2_CFLAGS", "PCRE2_LIBS", "IDN2_LIBS", "ICONV_LIBS")}
        if os.environ.get("TRAWL_LIBRARY"):
            objects = [os.environ["TRAWL_LIBRARY"]]
        else:
            objects = self.compile_library(found, words["PCRE2_CFLAGS"] + words["IDN2_CFLAGS"])
        ext.extra_objects = objects
        ext.extra_link_args += [*words["PCRE2_LIBS"], *words["IDN2_LIBS"], *words["ICONV_LIBS"]]
        super().build_extension(ext)

    def compile_library(self, found, flags):
        macros = [("_POSIX_C_SOURCE", "200809L")]
        macros += [(name, "1") for name in ("HAVE_IDN2", "HAVE_ICONV", "HAVE_DLOPEN") if found.get(name, "").strip()]

        def compile_one(source):
            return self.compiler.compile([source], output_dir=self.build_temp, macros=macros,
                                         include_dirs=["include", "lib"],
                                         extra_preargs=["-std=c11", "-O3", "-fvisibility=hidden", *flags])
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            return [name for names in pool.map(compile_one, library_sources()) for name in names]


if not (HERE / "lib").is_dir():
    sys.exit("setup.py: the library is missing here; \"make python\" in the project's folder makes a wheel and an sdist")
core = Extension(
    "trawl._core",
    sorted(path.relative_to(HERE).as_posix() for path in (HERE / "ext").glob("*.c")),
    depends=["ext/trawl_py.h"],
    include_dirs=["include"],
    define_macros=[("Py_LIMITED_API", "0x030b0000")] if LIMITED else [],
    extra_compile_args=["-std=c11", "-fvisibility=hidden", "-pthread"],
    extra_link_args=["-pthread", *(["-Wl,--exclude-libs,ALL", "-s"] if sys.platform.startswith("linux") else [])],
    py_limited_api=LIMITED,
)
setup(version=version(), ext_modules=[core], cmdclass={"build_ext": BuildExt},
      options={"bdist_wheel": {"py_limited_api": "cp311"}} if LIMITED else {})
