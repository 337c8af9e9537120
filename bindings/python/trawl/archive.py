"""The database of "trawl index", opened for reading.

The rows are sqlite3.Row objects with the columns of the views that trawl-index(5) describes.
"""

import sqlite3
from pathlib import Path

from ._core import Error

__all__ = ["Index"]

_APPLICATION, _VERSION = 1953653111, 9


class Index:
    """An index of links. trawl.index(path) opens one; use it in a with statement, or close() it.

    An Index belongs to the thread that opened it, as a connection of sqlite3 does.

        with trawl.index("links.db") as links:
            for row in links.links(site="example.org", order="time"):
                print(row["url"], row["from_address"])
    """

    def __init__(self, path):
        try:
            self._db = sqlite3.connect(Path(path).absolute().as_uri() + "?mode=ro", uri=True)
            self._db.row_factory = sqlite3.Row
            number = self._db.execute("PRAGMA application_id").fetchone()[0]
            version = self._db.execute("PRAGMA user_version").fetchone()[0]
        except sqlite3.Error as error:
            raise Error(f"{path}: {error}") from error
        if number != _APPLICATION or version != _VERSION:
            self._db.close()
            raise Error(f"{path}: not an index of this version of trawl")

    def close(self):
        """Close the database."""
        self._db.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def query(self, sql, parameters=()):
        """Iterate over the rows of a SELECT over the views."""
        try:
            yield from self._db.execute(sql, parameters)
        except sqlite3.Error as error:
            raise Error(str(error)) from error

    def links(self, *, url=None, site=None, host=None, sender=None, zone=None, since=None, until=None,
              order="message", limit=None):
        """Iterate over links: rows of the view link.

        url is compared in its canonical form. since and until are seconds since 1970 or texts such
        as "2008-06-30"; until is not included. order is "message" or "time".
        """
        from ._url import canonical
        wanted = {"canonical": url if url is None else canonical(url), "site": site, "host": host,
                  "from_address": sender, "zone": zone}
        tests = [f"{column} = :{column}" for column, value in wanted.items() if value is not None]
        for name, value, sign in (("since", since, ">="), ("until", until, "<")):
            if value is not None:
                tests.append(f"{'utc' if isinstance(value, str) else 'time'} {sign} :{name}")
                wanted[name] = value
        if order not in ("message", "time"):
            raise ValueError("order must be \"message\" or \"time\"")
        where = f" WHERE {' AND '.join(tests)}" if tests else ""
        first = "time, " if order == "time" else ""
        wanted["limit"] = -1 if limit is None else limit
        return self.query(f"SELECT * FROM link{where} ORDER BY {first}message, n LIMIT :limit", wanted)

    def first(self, url):
        """Return the first link to a URL by the time of its message, or None."""
        return next(self.links(url=url, order="time", limit=1), None)

    def sites(self, limit=None):
        """Iterate over the sites that are linked to: site, links, messages. The most linked
        first."""
        return self.query("SELECT site, count(*) AS links, count(DISTINCT message) AS messages FROM link"
                          " WHERE site IS NOT NULL GROUP BY site ORDER BY links DESC, site LIMIT ?",
                          (-1 if limit is None else limit,))

    def messages(self, *, message_id=None, sender=None):
        """Iterate over messages: rows of the view message."""
        wanted = {"message_id": message_id, "from_address": sender}
        tests = [f"{column} = :{column}" for column, value in wanted.items() if value is not None]
        where = f" WHERE {' AND '.join(tests)}" if tests else ""
        return self.query(f"SELECT * FROM message{where} ORDER BY id", wanted)
