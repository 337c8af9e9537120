#!/bin/sh
# t_import.sh - the imports of trawl-formats(5) into SQLite and pandas lose no row and change no value
#
# The fields have quotes, commas, backslashes, TABs, line ends and the words that readers take for
# missing values.
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh

message() {
    printf 'From ann@a.example Mon Jun 30 02:34:00 2008\nDate: Mon, 30 Jun 2008 02:34:00 -0700\n'
    printf 'From: "Lee, Ann" <ann@a.example>\nSubject: %s\n\n%s\n\n' "$1" "$2"
}
{
    message '"quoted' 'see <URL:http://a.example/?"b,c> and http://b.example/'
    message '"quoted", start' '"http://c.example/"'
    message 'a \. \N \t back\slash' '<URL:http://d.example/\N> <URL:http://e.example/\.>'
    message '\N' 'http://f.example/'
    message '\.' 'http://g.example/'
    message 'NA' 'http://h.example/'
    message 'null' "it's http://i.example/"
    message '=?utf-8?q?two=0Alines,=09a_tab?=' 'http://j.example/'
} >"$tmp/box"
cd "$tmp" || exit 2
"$TRAWL" -t json box >links.json
"$TRAWL" -t csv --fields all box >links.csv
{ head -n 1 links.csv | tr -d "\r" | tr , "\t" && "$TRAWL" -t tsv --fields all box; } >links.tsv

check_test 'ten links' -eq 10 'wc -l <links.json'

# The commands of trawl-formats(5).
if have sqlite3; then
    check 'SQLite: CSV' 'sqlite3 a.db ".import --csv links.csv links"'
    check_same 'SQLite: no row is lost' 'sqlite3 a.db "SELECT count(*), count(DISTINCT url) FROM links"' 'echo "10|10"'
    check_same 'SQLite: the subjects' 'sqlite3 -ascii a.db "SELECT DISTINCT subject FROM links ORDER BY url"' \
        'printf "%s\036" "\"quoted" "\"quoted\", start" "a \\. \\N \\t back\\slash" "\\N" "\\." NA null "$(printf "two\nlines,\ta tab")"'
    check_same 'SQLite: times are numbers after the conversion' \
        'sqlite3 a.db "SELECT DISTINCT CAST(time AS INTEGER) + 1 FROM links"' 'echo 1214818441'
    check_test 'SQLite: the mode tabs loses rows of TSV' -lt 10 'sqlite3 b.db ".mode tabs" ".import links.tsv links" \
        "SELECT count(*) FROM links" 2>/dev/null'
    check_test 'SQLite: the mode ascii loses none' -eq 10 'sqlite3 c.db ".mode ascii" ".separator \"\\t\" \"\\n\"" \
        ".import links.tsv links" ".mode list" "SELECT count(*) FROM links"'
    check_same 'SQLite: JSON' 'sqlite3 d.db "CREATE TABLE lines(line TEXT)" ".mode ascii" ".separator \"\\036\" \"\\n\"" \
        ".import links.json lines" ".mode list" \
        "SELECT count(*), max(line ->> \"\$.message.time\") FROM lines"' 'echo "10|1214818440"'
else
    skip 'imports into SQLite' 'there is no sqlite3'
fi

cat >compare.py <<'END'
import json, sys
import pandas
links = [json.loads(line) for line in open("links.json", encoding="utf-8")]
data = eval(sys.argv[1])
assert len(data) == len(links) == 10, len(data)
for i, link in enumerate(links):
    got = data.iloc[i]
    assert got["url"] == link["url"], got["url"]
    if "subject" in data:
        assert got["subject"] == link["message"]["subject"], got["subject"]
        assert int(got["time"]) == link["message"]["time"]
END
if have py:pandas; then
    python=$(python_with pandas)
    export python
    check 'pandas: CSV' '"$python" compare.py "pandas.read_csv(\"links.csv\", keep_default_na=False, na_values=[\"\"])"'
    check 'pandas: JSON' '"$python" compare.py "pandas.read_json(\"links.json\", lines=True)"'
    check 'pandas: JSON, flat' '"$python" compare.py "pandas.json_normalize([json.loads(line) for line in open(\"links.json\")])"'
else
    skip 'imports into pandas' 'there is no Python with pandas'
fi

finish
