# trawl_links.py - the links of a table of texts in Spark, by pipe() and "trawl rows"
#
#     spark-submit /usr/local/share/trawl/spark/trawl_links.py posts.parquet links.parquet
#
# The table has the columns id (a number or a text) and text. The result has id, as a text, and
# links: an array of url, kind and site, null where the text is null. All nodes need trawl in PATH.
# pipe() starts trawl for each partition. If trawl fails, so does the task (checkCode). This was not
# run in Spark; the tests run links() with a stand-in for an RDD. If a row and its links take more
# than 64 MB, trawl answers with an error, and the task fails. --max-row SIZE in COMMAND changes
# this limit.

import json
import sys

COMMAND = "trawl rows --in json --column text --keep id -f text --fields url,kind,site"
SCHEMA = "id string, links array<struct<url: string, kind: string, site: string>>"


def as_line(row):
    """Return a row as JSON, which has no line feed inside."""
    return json.dumps({"id": row[0], "text": row[1]})


def as_row(line):
    """Return the id, and the links as tuples in the order of SCHEMA."""
    answer = json.loads(line)
    links = answer["links"]
    if isinstance(links, dict):
        raise ValueError(f"row {answer['id']}: {links['error']}")
    return answer["id"], links and [(link.get("url"), link.get("kind"), link.get("site")) for link in links]


def links(rdd):
    """Return an RDD of (id, links) for an RDD of (id, text)."""
    return rdd.map(as_line).pipe(COMMAND, checkCode=True).map(as_row)


def main(source, result):
    from pyspark.sql import SparkSession
    spark = SparkSession.builder.appName("trawl").getOrCreate()
    posts = spark.read.parquet(source).selectExpr("cast(id as string)", "text")
    spark.createDataFrame(links(posts.rdd.map(tuple)), SCHEMA).write.parquet(result, compression="zstd")


if __name__ == "__main__":
    main(*sys.argv[1:])
