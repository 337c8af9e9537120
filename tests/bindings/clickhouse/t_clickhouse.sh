#!/bin/sh
# t_clickhouse.sh - contrib/clickhouse without ClickHouse: "make check-clickhouse" has the engine
# shellcheck disable=SC2016  # commands in single quotes are run by eval
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh

if ! have python3; then
    skip 'ClickHouse' 'there is no python3'
    finish
fi
check 'the XML is well-formed, and has the fields that README lists' 'python3 -B tests/bindings/clickhouse/short.py files'
check 'its commands answer rows of JSONEachRow' 'python3 -B tests/bindings/clickhouse/short.py rows'
check 'those of executable() answer rows of JSONEachRow and TabSeparated' \
    'python3 -B tests/bindings/clickhouse/short.py executable'
finish
