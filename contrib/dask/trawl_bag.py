# trawl_bag.py - links of mailboxes as a Dask bag, or as a data frame, by the Python package of trawl
#
# Dask 2022.12. Each worker needs the package (bindings/python/README.md) and this file:
#
#     export PYTHONPATH=/usr/local/share/trawl/dask
#
# The sites that most links go to:
#
#     import glob, trawl_bag
#     bag = trawl_bag.links(sorted(glob.glob("/shared/mail/*.mbox")))
#     print(bag.map(lambda row: row["site"]).frequencies().topk(10, 1).compute())
#
# As a data frame, and as Parquet (which needs pyarrow; not run):
#
#     bag.to_dataframe(meta=trawl_bag.META).to_parquet("links.parquet", compression="zstd")
#
# A row is a dict, with the values that "trawl map -t json" prints for the same link. The tests
# compare both, with the scheduler of processes. A cluster of dask.distributed was not tried. Each
# file is a partition, which one worker reads, in pieces. So keep an archive in files of some
# gigabytes at most.

import bz2
import gzip
import lzma

import dask.bag
import trawl

OPENERS = {".gz": gzip.open, ".bz2": bz2.open, ".xz": lzma.open}
# What becomes a column of a data frame: links(...).to_dataframe(meta=META).
META = {"url": str, "kind": str, "host": str, "site": str, "zone": str, "part": str, "number": "Int64",
        "id": str, "time": "Int64", "from_addr": str, "file": str}


def rows(path):
    """Yield a row for each link of a mailbox, or of another file that trawl reads."""
    opener = next((o for end, o in OPENERS.items() if str(path).endswith(end)), open)
    with opener(path, "rb") as source:
        for link in trawl.mail(source):
            message = link.message
            yield {
                "url": link.url, "kind": link.kind, "host": link.host, "site": link.site, "zone": link.zone,
                "part": link.part, "number": message and message.number, "id": message and message.id,
                "time": message and message.time, "from_addr": message and message.sender, "file": str(path),
            }


def links(paths):
    """Return a bag of rows, in the order of the files."""
    paths = list(paths)
    return dask.bag.from_sequence(paths, npartitions=max(1, len(paths))).map(rows).flatten()
