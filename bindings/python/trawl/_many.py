"""find_many() and Links. See the package's own documentation."""

import itertools
import os

from . import _core

FIELDS = ("row", "start", "end", "url", "kind", "site")  # as in many.c


class Links:
    """The links of a column of texts: an Arrow array of structs, or lists.

    >>> links = find_many(["www.example.org", None, "a@b.example, c@d.example"], fields="row,url")
    >>> len(links), links.rows, links.fields
    (3, 3, ('row', 'url'))
    >>> list(links)[:2]
    [(0, 'https://www.example.org'), (2, 'mailto:a@b.example')]
    """

    __slots__ = ("_table", "_links", "rows", "fields")

    def __init__(self, table, links, rows, fields):
        self._table, self._links, self.rows, self.fields = table, links, rows, fields

    def __len__(self):
        return self._links

    def __iter__(self):
        return zip(*map(self.column, self.fields), strict=True)

    def __repr__(self):
        return f"<trawl.Links: {len(self)} links in {self.rows} rows, {', '.join(self.fields)}>"

    def column(self, name):
        """Return a field of all links as a list."""
        if name != "row" and name not in self.fields:
            raise ValueError(f"there is no field {name!r} in {', '.join(self.fields)}")
        values, texts = _core.many_column(self._table, FIELDS.index(name))
        values = values.cast("q")
        if texts is None:
            return values[:self._links].tolist()
        return [str(texts[a:b], "utf-8") if a < b else None for a, b in itertools.pairwise(values)]

    def to_lists(self):
        """Return a list for each text, with the values of its links: tuples if there are several fields.

        >>> find_many(["www.example.org", None], fields="url").to_lists()
        [['https://www.example.org'], []]
        """
        lists = [[] for _ in range(self.rows)]
        values = self if len(self.fields) > 1 else self.column(self.fields[0])
        for row, value in zip(self.column("row"), values, strict=True):
            lists[row].append(value)
        return lists

    def __arrow_c_stream__(self, requested_schema=None):
        return _core.many_stream(self._table)


def find_many(column, settings=None, /, *, fields="row,url,start,end,kind,site", threads=None, **options):
    """Return the Links of a column: an iterable of texts, a NumPy or pandas column, or an object with Arrow's interface.

    In an iterable each text is str or bytes; None, NaN and other missing values are rows without links. start and end
    count code points of strings and bytes of bytes, as in find(). site is None for links without a host. Threads share
    the work, one for each processor, without the GIL; threads=1 starts none.

    >>> import json
    >>> links = find_many(["see http://www.example.co.uk/x", float("nan")], fields=("row", "site", "start", "end"))
    >>> json.dumps(list(links))
    '[[0, "example.co.uk", 4, 30]]'
    """
    if isinstance(column, (str, bytes, bytearray, memoryview)) or getattr(column, "ndim", 1) != 1:
        raise TypeError(f"find_many() needs a column of texts, not {type(column)}")
    names = tuple(dict.fromkeys(fields.split(",") if isinstance(fields, str) else fields))
    if not names or not set(names) <= set(FIELDS):
        raise ValueError(f"fields are some of {', '.join(FIELDS)}, not {fields!r}")
    order = tuple(map(FIELDS.index, names))
    if threads is None:
        threads = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return Links(*_core.find_many(column, order, threads, settings, options), names)
