#!/bin/sh
# clickhouse.sh - runs the recipes of doc/databases.md for ClickHouse, in npm's chdb
#
# chdb is ClickHouse as a library; it takes 550 MB of the build folder.
# shellcheck source=tests/support/lib.sh disable=SC2016  # commands in single quotes are for eval
. tests/support/lib.sh
# shellcheck source=tests/support/engines.sh
. tests/support/engines.sh

if ! have npm python3 || ! engine=$(npm_engine clickhouse chdb@3.4.0 libchdb.so); then
    skip 'ClickHouse' 'no npm, or it has no chdb for this system'
    finish
fi
posts "$tmp/work/mail"
reads_files clickhouse "$engine"

if ! have py:setuptools py:wheel pydev: || ! python_package; then
    skip 'the function' 'no Python with headers, setuptools and wheel'
    finish
fi
mkdir "$tmp/scripts"
recipe python 'A function of ClickHouse' 1 >"$tmp/scripts/trawl_links.py" && chmod +x "$tmp/scripts/trawl_links.py"
recipe xml 'A function of ClickHouse' 1 >"$tmp/trawl_function.xml"
posts_in_sql="CREATE TABLE posts ENGINE = MergeTree ORDER BY name AS SELECT _file AS name, body
    FROM file('mail/*', RawBLOB, 'body Nullable(String)');"
# with_function: runs the statements of standard input.
with_function() {
    (echo "$posts_in_sql" && cat) | PYTHONPATH=$tmp/package sql clickhouse "$engine" "--user_scripts_path=$tmp/scripts/" \
        "--user_defined_executable_functions_config=$tmp/*_function.xml"
}
check_same 'the links of the function are those of the command' \
    'recipe sql "A function of ClickHouse" 1 | with_function | plain | sort' 'of_posts name,url,site'
check_test 'NULL has no links' = '[]' 'echo "SELECT trawlLinks(NULL);" | with_function'
speed_of_function with_function 'SELECT sum(length(trawlLinks(body))) FROM posts, numbers(20) AS times;'
finish
