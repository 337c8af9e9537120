#!/bin/sh
# t_schema.sh - the JSON Schema of "trawl help schema", by another program: the records of all of
# testdata fit it, and other objects do not
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh
have python3 py:jsonschema || {
    skip 'the schema of records' 'no python3 or jsonschema'
    finish
}
python=$(python_with jsonschema)
judge=$PWD/tests/hosts/schema.py
schema=$tmp/schema.json
export python judge schema
check_status 'trawl help schema' 0 '"$TRAWL" help schema >"$schema"'

# fits: succeeds when each line of standard input fits the schema and has only fields that the
# schema names. Prints the number of records, and how many of them are not links.
fits() {
    "$python" -B "$judge" "$schema"
}

find testdata -type f ! -path '*/hostile/*' >"$tmp/files"
all="url,email,domain,ip,localhost,netpath,msgid,hdr,html,osc8"
export all
check_status 'all records of testdata' 0 \
    'tr "\n" "\0" <"$tmp/files" | "$TRAWL" -t json --also=limits --spell=display --uniq=none --find "$all" --files0-from - 2>"$tmp/said" | fits >"$tmp/count"'
check 'these are links and limits' 'read -r records others <"$tmp/count" && [ "$records" -gt 10000 ] && [ "$others" -gt 4 ]'
check_status 'records with their context' 0 '"$TRAWL" -t json --context 20 testdata/message.txt | fits >"$tmp/count"'
check_status 'chosen fields' 0 '"$TRAWL" -t json --fields surt,message.subject,message.list_id,valid testdata/bells.mbox | fits >"$tmp/count"'
check_status 'names that are not UTF-8' 0 \
    'cd "$tmp" && echo http://a.example/ >"$(printf "a\351")" && "$TRAWL" -t json a* | fits >"$tmp/count"'

# ---- What is no record ----

for record in '[]' '{"url":1}' '{"flags":["odd"]}' '{"kind":"odd"}' '{"zone":"none"}' '{"bytes":"0"}' '{"limit":"x","offset":1}' \
    '{"record":"odd"}' '{"record":"limit","limit":"x"}' '{"spans":[[1]]}' '{"spans":[[]]}' \
    '{"alt":[{"url":"x"}]}' '{"message":{"time":"x"}}' '{"valid":["822"]}' '{"new":1}'; do
    export record
    check_status "no record: $record" 1 'printf "%s\n" "$record" | fits >"$tmp/count"'
done

finish
