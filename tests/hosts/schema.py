"""schema.py SCHEMA - tests that each line of standard input is JSON that fits the schema

Refuses fields that the schema does not name, although the schema itself allows them, since later
versions may add fields. Prints the number of records, and how many of them are not links. Exit
status: 0 when all lines fit, else 1, after the first line that does not.
"""

import json
import sys

import jsonschema


def close(schema):
    """Forbids other fields in each object of the schema."""
    if isinstance(schema, dict):
        if "properties" in schema:
            schema["additionalProperties"] = False
        for value in list(schema.values()):
            close(value)
    elif isinstance(schema, list):
        for value in schema:
            close(value)


def main():
    with open(sys.argv[1], encoding="utf-8") as f:
        schema = json.load(f)
    jsonschema.Draft202012Validator.check_schema(schema)
    close(schema)
    judge = jsonschema.Draft202012Validator(schema)
    records = others = 0
    for line in sys.stdin:
        record = json.loads(line)
        if not judge.is_valid(record):
            print("does not fit:", line[:500])
            return 1
        records += 1
        others += "record" in record
    print(records, others)
    return 0


sys.exit(main())
