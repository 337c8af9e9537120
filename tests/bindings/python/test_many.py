"""find_many(): columns of Python and of Arrow; what it exports, read by arrow.c and apache-arrow; failures.

pyarrow and polars cannot be installed where these tests run. Arrays of Arrow are made here with ctypes instead.
"""

import concurrent.futures
import ctypes
import functools
import itertools
import json
import os
import pathlib
import platform
import random
import struct
import subprocess
import sys
import tempfile
import threading
import time

import ipc
import pytest
import trawl
from hypothesis import given, settings
from hypothesis import strategies as st

FIELDS = ("row", "url", "start", "end", "kind", "site")
TEXTS = ["see http://www.example.co.uk/x.", None, "é <URL:http://b.example.org/c\n d> joe@example.org", "", float("nan"),
         "日本 www.example.org", "no link", "urn:isbn:1 http://a.example.com/" + "x" * 40]
SELF = pathlib.Path(__file__).resolve()


def expected(texts, fields=FIELDS):
    links = [(row, link) for row, text in enumerate(texts) if isinstance(text, (str, bytes)) for link in trawl.find(text)]
    return [tuple(row if name == "row" else getattr(link, name) for name in fields) for row, link in links]


# ---- Columns of Python ----


@functools.lru_cache(None)
def many_rows():
    chosen = random.Random(3)
    texts = [chosen.choice(TEXTS) for _ in range(17000)] + ["x http://a.example.com/ é " * 10000]
    return texts, expected(texts)


@pytest.mark.parametrize("threads", [None, 0, 1, 2, 100])
def test_many_rows_have_the_links_of_find(threads):
    texts, wanted = many_rows()
    links = trawl.find_many(texts, threads=threads)
    assert list(links) == wanted and links.rows == len(texts) and len(links) > 22000


@given(st.lists(st.lists(st.sampled_from(["http://a.example/x", "www.example.org", "é", "\U0001f600", " ", "\n", "<URL:", ">"]),
                         max_size=8).map("".join)))
@settings(max_examples=100, deadline=None, database=None)
def test_generated_texts(texts):
    assert list(trawl.find_many(texts)) == expected(texts)
    data = [text.encode() for text in texts]
    assert list(trawl.find_many(data)) == expected(data)


def test_iterables():
    class Text(str):
        pass

    wanted = expected(TEXTS)
    for column in (TEXTS, tuple(TEXTS), iter(TEXTS), (text for text in TEXTS), [Text(t) if isinstance(t, str) else t for t in TEXTS]):
        assert list(trawl.find_many(column)) == wanted
    assert list(trawl.find_many([bytearray(b"www.example.org"), memoryview(b"www.example.org")], fields="row")) == [(0,), (1,)]
    assert list(trawl.find_many([])) == [] and trawl.find_many([]).to_lists() == []
    assert trawl.find_many([b"\xff http://a.example.com/\xfe\xc3"], fields="url").column("url") == ["http://a.example.com/%FE%C3"]


def test_fields_and_lists():
    for fields in (FIELDS, FIELDS[::-1], ("site",), ("end", "row")):
        links = trawl.find_many(TEXTS, fields=fields)
        assert links.fields == fields and list(links) == expected(TEXTS, fields)
        assert list(trawl.find_many(TEXTS, fields=",".join(fields))) == list(links)
    urls = trawl.find_many(TEXTS, fields="url,url")
    assert urls.fields == ("url",) and [len(row) for row in urls.to_lists()] == [1, 0, 2, 0, 0, 1, 0, 2]
    assert trawl.find_many(TEXTS, fields="kind").to_lists()[2] == ["wrap", "email"]
    assert trawl.find_many(TEXTS, fields=("site", "url")).to_lists()[7][0] == (None, "urn:isbn:1")
    assert "2 links in 1 rows" in repr(trawl.find_many(TEXTS[2:3]))
    with pytest.raises(ValueError, match="no field 'url'"):
        trawl.find_many(TEXTS, fields="site").column("url")


def test_settings():
    wanted = trawl.Settings(find=["www"])
    assert trawl.find_many(TEXTS, wanted, fields="kind").column("kind") == ["www"]
    assert trawl.find_many(TEXTS, find="www", fields="kind").column("kind") == ["www"]
    assert trawl.find_many(["http://a.example.com/\xe9".encode("latin-1")], charset="latin-1", fields="url").column("url")


@pytest.mark.parametrize("column, error, why", [
    ("www.example.org", TypeError, "column of texts"), (b"x", TypeError, "column of texts"), (17, TypeError, "iterable"),
    (None, TypeError, "iterable"), (["a", "b", 17], TypeError, "row 2 must be str"),
    (["x"] * 16384 + ["a\ud800"], ValueError, "row 16384 has a lone surrogate"), ([["x"]], TypeError, "row 0")])
def test_wrong_columns(column, error, why):
    with pytest.raises(error, match=why):
        trawl.find_many(column)


def test_wrong_arguments():
    for fields in ("", "nonsense", "url,", (17,)):
        with pytest.raises(ValueError, match="field"):
            trawl.find_many([], fields=fields)
    with pytest.raises(trawl.OptionError):
        trawl.find_many([], find="nonsense")
    with pytest.raises(ValueError, match="charset"):
        trawl.find_many(["x"], charset="latin-1")
    with pytest.raises(TypeError):
        trawl.find_many([], trawl.Settings(), find="www")

    def broken():
        yield from ["www.example.org"] * 20000
        raise KeyError("broken")

    with pytest.raises(KeyError, match="broken"):
        trawl.find_many(broken())


def test_other_threads_run_meanwhile():
    texts = ["http://a.example.com/ é " * 50] * 2000
    ticks, stop = [], threading.Event()
    ticker = threading.Thread(target=lambda: [ticks.append(1) for _ in iter(functools.partial(stop.wait, 0.001), True)])
    ticker.start()
    with concurrent.futures.ThreadPoolExecutor(3) as pool:
        same = list(pool.map(lambda _: list(trawl.find_many(texts, fields="row,start", threads=2)), range(3)))
    stop.set()
    ticker.join()
    assert same[0] == same[1] == same[2] and len(same[0]) == 10**5 and ticks


@pytest.mark.skipif("LD_PRELOAD" in os.environ, reason="another allocator")
def test_small_columns_cost_little():
    """A call for one text does not prepare the memory of a whole batch, or clear it up."""
    def cpu(texts, calls):
        begin = time.process_time()
        for _ in range(calls):
            trawl.find_many(texts, threads=1)
        return time.process_time() - begin

    text = "see www.example.org and x"
    assert min(cpu([text], 400) for _ in range(3)) < min(cpu([text] * 16384, 1) for _ in range(3))


def test_numpy_and_pandas():
    numpy, pandas = pytest.importorskip("numpy"), pytest.importorskip("pandas")
    wanted = expected(TEXTS)
    gaps = [*TEXTS[:3], pandas.NA, pandas.NaT, *TEXTS[5:]]
    for column in (numpy.array(TEXTS, dtype=object), pandas.Series(TEXTS), pandas.Series(gaps, dtype=object)):
        assert list(trawl.find_many(column, threads=2)) == expected([t for t in column]) and len(wanted) == 6
    assert list(trawl.find_many(pandas.Series(["www.example.org", None], dtype="string"), fields="row,site")) == [(0, "example.org")]
    assert trawl.find_many(numpy.array(["www.example.org", ""]), fields="row").to_lists() == [[0], []]
    assert trawl.find_many(numpy.array([b"www.example.org"]), fields="end").to_lists() == [[15]]
    for wrong in (numpy.array([["x"]], dtype=object), pandas.DataFrame({"x": ["y"]})):
        with pytest.raises(TypeError, match="column of texts"):
            trawl.find_many(wrong)


@pytest.mark.skipif("TRAWL_TEST_WHOLE" not in os.environ, reason="takes seconds; make check-all runs it")
def test_dask_with_processes():
    dask, pandas = pytest.importorskip("dask.dataframe"), pytest.importorskip("pandas")
    texts = [str(text) for text in TEXTS] * 10
    parts = dask.from_pandas(pandas.Series(texts), npartitions=4)
    urls = parts.map_partitions(urls_of, meta=("urls", object)).compute(scheduler="processes", num_workers=2)
    assert [url for row in urls for url in row] == [url for url, in expected(texts, ("url",))]


def urls_of(part):
    import pandas
    return pandas.Series(trawl.find_many(part, fields="url").to_lists(), index=part.index)


# ---- Arrays of Arrow, made with ctypes ----


def pointers(*names):
    return [(name, ctypes.c_void_p) for name in names]


class Schema(ctypes.Structure):
    _fields_ = [("format", ctypes.c_char_p), ("name", ctypes.c_char_p), ("metadata", ctypes.c_void_p),
                ("flags", ctypes.c_int64), ("n_children", ctypes.c_int64), *pointers("children", "dictionary", "release", "private")]


class Array(ctypes.Structure):
    _fields_ = [(name, ctypes.c_int64) for name in ("length", "null_count", "offset", "n_buffers", "n_children")] + \
        pointers("buffers", "children", "dictionary", "release", "private")


class Stream(ctypes.Structure):
    _fields_ = pointers("get_schema", "get_next", "get_last_error", "release", "private")


capsule = ctypes.pythonapi.PyCapsule_New
capsule.restype, capsule.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
pointer_in = ctypes.pythonapi.PyCapsule_GetPointer
pointer_in.restype, pointer_in.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
RELEASE = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
NEXT = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
ERROR = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)


def address(data):
    return ctypes.cast(data, ctypes.c_void_p).value


class Column:
    """An Arrow column of one or more arrays, with an offset.

    released counts the calls of the arrays' and schemas' release callbacks.
    """

    def __init__(self, form, chunks, shift=0, error=None):
        self.form, self.chunks, self.shift, self.error = form, chunks, shift, error
        self.kept, self.released, self.given = [], [], 0
        self.why = ctypes.create_string_buffer(error or b"")
        self.callbacks = RELEASE(self.release(Array)), RELEASE(self.release(Schema)), RELEASE(self.release(Stream))

    def release(self, kind):
        def call(at):
            self.released.append(kind.__name__)
            kind.from_address(at).release = None
        return call

    def keep(self, data):
        self.kept.append(data)
        return address(data)

    def buffers(self, texts):
        texts = [b"http://not-here.example.com/"] * self.shift + [t.encode() if isinstance(t, str) else t for t in texts]
        bits = bytearray(len(texts) // 8 + 1)
        for i, text in enumerate(texts):
            bits[i // 8] |= isinstance(text, bytes) << i % 8
        # The bytes of a NULL text must not be read.
        data = [text if isinstance(text, bytes) else b"http://null.example.com/" for text in texts]
        if self.form == "n":
            return []
        if self.form[0] == "v":
            views, where = b"", 0
            for text in data:
                inside = text.ljust(12, b"\0") if len(text) <= 12 else text[:4] + struct.pack("<ii", 0, where)
                views += struct.pack("<i", len(text)) + inside
                where += len(text)
            found = [bytes(bits), views, b"".join(data), struct.pack("<q", where)]
        else:
            ends = [0, *itertools.accumulate(map(len, data))]
            found = [bytes(bits), struct.pack(f"<{len(ends)}{'iq'[self.form.isupper()]}", *ends), b"".join(data)]
        if None not in texts:
            found[0] = None
        return found

    def fill_schema(self, at):
        schema, form = Schema.from_address(at), self.form.encode()
        self.kept.append(form)
        schema.__init__(format=form, name=b"x", release=address(self.callbacks[1]))
        return 0

    def fill_array(self, at, texts):
        found = [ctypes.create_string_buffer(data, len(data)) if data is not None else None for data in self.buffers(texts)]
        addresses = [self.keep(data) if data else None for data in found]
        array = Array.from_address(at)
        values = {"length": len(texts), "null_count": -1, "offset": self.shift, "n_buffers": len(found),
                  "buffers": self.keep((ctypes.c_void_p * 4)(*addresses))}
        array.__init__(**values, release=address(self.callbacks[0]))

    def next_array(self, _, at):
        if self.given == len(self.chunks):
            Array.from_address(at).release = None
            return 22 if self.error else 0
        self.fill_array(at, self.chunks[self.given])
        self.given += 1
        return 0


class Single(Column):
    def __arrow_c_array__(self, requested_schema=None):
        self.structs = Schema(), Array()
        self.fill_schema(ctypes.addressof(self.structs[0]))
        self.fill_array(ctypes.addressof(self.structs[1]), self.chunks[0])
        return capsule(ctypes.addressof(self.structs[0]), b"arrow_schema", None), \
            capsule(ctypes.addressof(self.structs[1]), b"arrow_array", None)


class Chunked(Column):
    def __arrow_c_stream__(self, requested_schema=None):
        calls = NEXT(lambda _, at: self.fill_schema(at)), NEXT(self.next_array), ERROR(lambda _: address(self.why))
        self.kept.append(calls)
        self.stream = Stream(*map(address, calls), address(self.callbacks[2]))
        return capsule(ctypes.addressof(self.stream), b"arrow_array_stream", None)


FORMS = ["u", "U", "z", "Z", "vu", "vz"]


def texts_for(form, shift):
    texts = [None if text != text else text for text in TEXTS]
    return [text.encode() if form[-1].lower() == "z" and text else text for text in texts[shift % 3:]] + ["a.b", "see b@ab.com", "see b@abc.com"]


@pytest.mark.parametrize("shift", [0, 1, 8, 13])
@pytest.mark.parametrize("form", FORMS)
def test_arrow_columns(form, shift):
    texts = texts_for(form, shift)
    if form[-1].lower() == "z":
        texts = [text.encode() if isinstance(text, str) else text for text in texts]
    one = Single(form, [texts], shift)
    assert list(trawl.find_many(one)) == expected(texts)
    assert one.released == [] and one.structs[1].release  # the capsules still own both
    many = Chunked(form, [texts, [], texts, texts[1:]], shift)
    assert list(trawl.find_many(many)) == expected([*texts, *texts, *texts[1:]])
    assert many.released == 4 * ["Array"] + ["Schema"]  # the stream is released by its capsule
    full = [text for text in texts if text]
    assert list(trawl.find_many(Single(form, [full], shift))) == expected(full)


def test_many_arrow_rows():
    texts = ["see http://a.example.com/é", None, "é www.example.org"] * 6000
    links = trawl.find_many(Chunked("u", [texts, texts[:5]]), threads=3)
    assert list(links) == expected(texts + texts[:5]) and links.rows == 18005


def test_arrow_nulls_and_errors():
    assert trawl.find_many(Single("n", [[None] * 3])).to_lists() == [[], [], []]
    broken = Chunked("u", [["www.example.org"]], error=b"disk is full")
    with pytest.raises(trawl.Error, match="column: disk is full"):
        trawl.find_many(broken)
    assert broken.released == ["Array", "Schema"]
    wrong = Chunked("u", [["x"]])
    wrong.form = "l"
    with pytest.raises(TypeError, match='not Arrow\'s format "l"'):
        trawl.find_many(wrong)
    assert wrong.released == ["Schema"] and wrong.given == 0
    with pytest.raises(ValueError, match="charset"):
        trawl.find_many(Single("u", [["x"]]), charset="latin-1")

    class Pandas(list):
        def __arrow_c_stream__(self, requested_schema=None):
            raise ImportError("pyarrow is missing")

    assert len(trawl.find_many(Pandas(["www.example.org"]))) == 1
    for made in ("x", (1, 2), (1,), None):
        with pytest.raises((TypeError, ValueError)):
            trawl.find_many(type("Wrong", (), {"__arrow_c_array__": lambda self, made=made: made})())


def test_arrow_structs_that_were_taken():
    for index, column in enumerate((Single("u", [["www.example.org"]]), Single("u", [["www.example.org"]]), Chunked("u", [["x"]]))):
        name = "stream" if index == 2 else "array"
        made = getattr(column, f"__arrow_c_{name}__")()
        (column.stream if index == 2 else column.structs[index]).release = None
        taken = type("Taken", (), {f"__arrow_c_{name}__": lambda self, made=made: made})()
        with pytest.raises(ValueError, match=f"column: its Arrow {name} has already been taken"):
            trawl.find_many(taken)
        assert column.given == 0 and column.released == []


def test_errors_of_arrow_methods_are_not_hidden():
    class Odd(list):
        @property
        def __arrow_c_stream__(self):
            raise self.error

    column = Odd(["www.example.org"])
    for column.error in (AttributeError("none"), ImportError("pyarrow is missing")):
        assert len(trawl.find_many(column)) == 1
    column.error = RuntimeError("broken")
    with pytest.raises(RuntimeError, match="broken"):
        trawl.find_many(column)


# ---- What find_many() exports ----


@functools.lru_cache(None)
def library(failing=False):
    path = pathlib.Path(tempfile.mkdtemp()) / "arrow.so"
    subprocess.run([*os.environ.get("CC", "cc").split(), "-std=gnu11", "-O1", "-shared", "-fPIC", *["-DFAILING"] * failing, "-o",
                    path, SELF.parent / "arrow.c"], check=True)
    return path


def lines_of(links):
    """Return the columns' names and the rows as arrow.c reads them; all are str, and NULL is None."""
    arrow = ctypes.CDLL(os.fspath(library()))
    arrow.read_stream.restype = ctypes.c_char_p
    made = links.__arrow_c_stream__()
    del links  # the columns must not need it
    text = arrow.read_stream(ctypes.c_void_p(pointer_in(made, b"arrow_array_stream")))
    if text == b"out of memory":
        raise MemoryError
    return [tuple(None if value == r"\N" else value for value in line.split("\t")) for line in text.decode().split("\n")[:-1]]


@pytest.mark.parametrize("texts", [TEXTS, [], [None], ["no link"], ["urn:isbn:1"] * 9, [b"\xff http://\xfe.com/\xc3\xe9 a@\xff.org"]])
def test_a_c_program_reads_the_columns(texts):
    for fields in (FIELDS, ("site", "row"), ("end",)):
        wanted = [tuple(value if value is None else str(value) for value in row) for row in expected(texts, fields)]
        assert lines_of(trawl.find_many(texts, fields=fields)) == [fields, *wanted, *[row[-1:] for row in wanted]]


def test_streams_outlive_their_links():
    links = trawl.find_many(["http://a.example.com/" + "x" * 1000] * 1000)
    streams = [links.__arrow_c_stream__() for _ in range(3)]
    del links, streams[1]  # a stream that was not read
    array = Array()
    stream = Stream.from_address(pointer_in(streams[0], b"arrow_array_stream"))
    assert NEXT(stream.get_next)(ctypes.addressof(stream), ctypes.addressof(array)) == 0 and array.length == 1000
    del streams[0]
    RELEASE(array.release)(ctypes.addressof(array))
    assert array.release is None


@pytest.mark.parametrize("texts", [TEXTS, [None], ["urn:isbn:1"] * 9, TEXTS * 1000])
def test_apache_arrow_reads_a_file(texts, tmp_path):
    if not os.path.isdir(os.path.join(os.environ.get("TRAWL_NPM", "-"), "node_modules", "apache-arrow")):
        pytest.skip("no apache-arrow")
    for fields in (FIELDS, ("site", "row")):
        made = trawl.find_many(texts, fields=fields).__arrow_c_stream__()
        stream, schema, array = Stream.from_address(pointer_in(made, b"arrow_array_stream")), Schema(), Array()
        for get, out in ((stream.get_schema, schema), (stream.get_next, array)):
            assert NEXT(get)(ctypes.addressof(stream), ctypes.addressof(out)) == 0
        (tmp_path / "links.arrows").write_bytes(ipc.stream(schema, array, (Schema, Array)))
        for one in (schema, array):
            RELEASE(one.release)(ctypes.addressof(one))
        done = subprocess.run(["node", SELF.parent / "arrow.mjs", tmp_path / "links.arrows"], stdout=subprocess.PIPE, check=True)
        assert [tuple(row) for row in json.loads(done.stdout)] == [fields, *expected(texts, fields)]


# ---- Memory ----


def resident():
    return int(pathlib.Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(not os.path.exists("/proc/self/statm") or "LD_PRELOAD" in os.environ, reason="no /proc, or another allocator")
def test_memory_does_not_grow():
    texts = [text.encode() if isinstance(text, str) else text for text in TEXTS] * 200
    sizes = []
    for _ in range(4):
        for _ in range(5):
            links = trawl.find_many(texts, threads=2)
            links.__arrow_c_stream__(), lines_of(links)
            many = Chunked("z", [texts[:50]])
            trawl.find_many(many)
            with pytest.raises(TypeError):
                trawl.find_many([*texts, 17])
        sizes.append(resident())
    assert sizes[-1] - sizes[1] < 2**21


@pytest.mark.skipif(not sys.platform.startswith("linux") or platform.libc_ver()[0] != "glibc" or "LD_PRELOAD" in os.environ,
                    reason="needs glibc")
def test_each_allocation_may_fail():
    done = subprocess.run([sys.executable, SELF, "fail"], env={**os.environ, "LD_PRELOAD": os.fspath(library(True))},
                          capture_output=True, text=True)
    assert done.returncode == 0 and int(done.stdout) > 50, done.stderr


def fail_each():
    """Make each allocation of the module fail once: only MemoryError may follow. Print how many there are."""
    failing = ctypes.CDLL(os.environ["LD_PRELOAD"])
    failing.fail_at.argtypes, failing.fail_left.restype = [ctypes.c_size_t, ctypes.c_size_t, ctypes.c_long], ctypes.c_long
    maps = [line.split() for line in open("/proc/self/maps") if "/_core." in line]
    first, last = int(maps[0][0].split("-")[0], 16), int(maps[-1][0].split("-")[1], 16)
    texts = [text for text in TEXTS if text == text]
    wanted, at, failed = expected(texts), 0, 0
    while True:
        at += 1
        failing.fail_at(first, last, at)
        try:
            links = trawl.find_many(Chunked("u", [texts] * 3) if at % 2 else texts * 3, threads=1)
            lines = lines_of(links)
        except MemoryError:
            failed += 1
            continue
        if failing.fail_left() > 0:
            break
        assert False, f"allocation {at} failed, and nothing was said"
    failing.fail_at(0, 0, 0)
    assert list(trawl.find_many(texts)) == wanted and lines and failed == at - 1
    print(at - 1)


if __name__ == "__main__":
    fail_each()
