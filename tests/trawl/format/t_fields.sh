#!/bin/sh
# t_fields.sh - --fields and --no-header, the fields host, site, surt and those of messages, -t csv
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh

cat >"$tmp/letter" <<'END'
see http://WWW.Example.co.uk:80/a?b and joe@x.example
http://192.0.2.1/ news:comp.lang.c
END
cat >"$tmp/mail" <<'END'
From: "Lee, Ann" <ann@a.example>
Date: Mon, 30 Jun 2008 02:34:00 -0700
Subject: "quoted", start
List-Id: The bells <bells.lists.example>
In-Reply-To: <1@b.example>
References: <0@b.example> <1@b.example>
Message-ID: <2@a.example>

see http://www.example.co.uk/a?b,c
END
export tmp

# ---- Fields ----

check_same 'fields in the order given' '"$TRAWL" -t tsv --fields line,url,kind "$tmp/letter" | head -n 1' \
    'printf "1\thttp://WWW.Example.co.uk:80/a?b\tbare\n"'
check_same 'host: lower case, of mailto that of the address, none for news' '"$TRAWL" -t tsv --fields host "$tmp/letter"' \
    'printf "%s\n" www.example.co.uk x.example 192.0.2.1 "\\N"'
check_same 'site: the registrable domain, or the host' '"$TRAWL" -t tsv --fields site "$tmp/letter"' \
    'printf "%s\n" example.co.uk x.example 192.0.2.1 "\\N"'
check_same 'surt' '"$TRAWL" -t tsv --fields surt "$tmp/letter"' \
    'printf "%s\n" "uk,co,example,www)/a?b" mailto:joe@x.example "192.0.2.1)/" news:comp.lang.c'
check_same 'fields of a message' '"$TRAWL" -t tsv --fields id,time,time_iso,date_iso,from_addr,list_id,in_reply_to "$tmp/mail"' \
    'printf "%s\t" 2@a.example 1214818440 2008-06-30T09:34:00Z 2008-06-30T02:34:00-07:00 ann@a.example bells.lists.example
    echo 1@b.example'
check_same 'fields of a message: \N without one' '"$TRAWL" -t tsv --fields time,from_addr,number "$tmp/letter" | sort -u' \
    'printf "\\\\N\t\\\\N\t\\\\N\n"'
check_same 'References without In-Reply-To: the last id' 'sed /^In-Reply/d "$tmp/mail" | "$TRAWL" -t tsv --fields in_reply_to' \
    'echo 1@b.example'
check_same 'In-Reply-To after References counts' \
    '{ echo "References: <0@b.example>"; cat "$tmp/mail"; } | "$TRAWL" -t tsv --fields in_reply_to' 'echo 1@b.example'
check_same 'an encoded name is not the address' \
    'printf "From: =?utf-8?q?ben=40b.example?= <ann@a.example>\nSubject: http://a.example/\n\n" | "$TRAWL" -f mail -t tsv --fields from_addr' \
    'echo ann@a.example'
check_same 'dates sort by time, not by their own offset' \
    'for zone in -0700 +0200 +0000; do printf "From x Mon Jun 30 02:34:00 2008\nDate: Mon, 30 Jun 2008 02:34:00 %s\n\nhttp://a.example/\n\n" "$zone"
    done | "$TRAWL" -t tsv --fields time_iso,time | sort' \
    'printf "2008-06-30T00:34:00Z\t1214786040\n2008-06-30T02:34:00Z\t1214793240\n2008-06-30T09:34:00Z\t1214818440\n"'
check_same 'a date before 1970' 'printf "Date: 31 Dec 1969 23:59:58 GMT\nSubject: http://a.example/\n\n" |
    "$TRAWL" -f mail -t csv --no-header --fields time,time_iso' 'printf "%s,%s\r\n" -2 1969-12-31T23:59:58Z'
check_same 'no valid date: no time' 'printf "Date: yesterday\nSubject: http://a.example/\n\n" |
    "$TRAWL" -f mail -t json --fields date,time,time_iso,date_iso' 'echo "{\"date\":\"yesterday\"}"'

# ---- JSON ----

check_same 'JSON: these fields, in this order' '"$TRAWL" -t json --fields host,url "$tmp/letter" | head -n 1' \
    'echo "{\"host\":\"www.example.co.uk\",\"url\":\"http://WWW.Example.co.uk:80/a?b\"}"'
check_same 'JSON: a name with message. is a member of message' \
    '"$TRAWL" -t json --fields message.id,url,from_addr,message.time "$tmp/mail"' \
    'printf "%s" "{\"message\":{\"id\":\"2@a.example\",\"time\":1214818440},\"url\":\"http://www.example.co.uk/a?b,c\","
    echo "\"from_addr\":\"ann@a.example\"}"'
check_same 'JSON: message alone is all of it' '"$TRAWL" -t json --fields message "$tmp/mail" | grep -o "\"[a-z_]*\":" | sort' \
    '"$TRAWL" -t json "$tmp/mail" | sed "s/.*\(\"message\":[^}]*\).*/\1/" | grep -o "\"[a-z_]*\":" | sort'
check_same 'JSON: absent fields are left out' '"$TRAWL" -t json --fields header,message.id "$tmp/letter" | sort -u' 'echo "{}"'
check_same 'JSON: with --context' '"$TRAWL" -t json --fields header,host --context 3 "$tmp/letter" | head -n 1' \
    'echo "{\"host\":\"www.example.co.uk\",\"context\":\"ee http://WWW.Example.co.uk:80/a?b an\"}"'
check_same 'JSON: nothing but a context' '"$TRAWL" -t json --fields header --context 1 "$tmp/letter" | head -n 1' \
    'echo "{\"context\":\" http://WWW.Example.co.uk:80/a?b \"}"'
check_same 'JSON: --fields all has the fields of JSON' \
    '"$TRAWL" -t json --fields all "$tmp/letter" | grep -o "\"[a-z_]*\":" | grep -vE "display|surt|defanged" | sort' \
    '"$TRAWL" -t json "$tmp/letter" | grep -o "\"[a-z_]*\":" | sort'
check_same 'a table has all fields' '"$TRAWL" -t csv --fields all "$tmp/mail" | head -n 1 | tr -d "\r" | tr , "\n" | sort' \
    'printf "%s\n" url bytes kind raw spans line column quote flags alt canonical ascii host site surt looks_like display \
        valid file number offset id date date_iso time time_iso from from_addr subject list_id in_reply_to part type \
        header zone attribute anchor target inner file_bytes quoted_by defanged | sort'

# ---- Tables ----

check_same 'the names of columns' '"$TRAWL" -t csv --fields url,message.id,time "$tmp/mail" | head -n 1' \
    'printf "url,message.id,time\r\n"'
check_same 'the names with --context' '"$TRAWL" -t csv --fields url,context --context 1 "$tmp/mail" | head -n 1' \
    'printf "url,context\r\n"'
check_same 'the names without links' 'echo | "$TRAWL" -t csv --fields url,host' 'printf "url,host\r\n"'
check_same 'the names once for several files' '"$TRAWL" -t csv --fields kind "$tmp/letter" "$tmp/letter" | grep -c "^kind"' \
    'echo 1'
check_same 'csv begins with the names, tsv and --no-header without' \
    'for o in "-t csv" "-t csv --no-header" "-t tsv"; do "$TRAWL" $o "$tmp/letter" | head -n 1 | cut -c 1-4; done' \
    'printf "%s\n" "url," http http'
check_same 'the columns without --fields' '"$TRAWL" -t csv "$tmp/mail" | head -n 1 | tr -d "\r"' \
    'echo url,host,site,kind,flags,file,line,date_iso,from,subject'
check_same 'defanged' '"$TRAWL" -t tsv --fields defanged "$tmp/mail"' '"$TRAWL" --spell defang "$tmp/mail"'
check_same 'csv and tsv have the same columns' '"$TRAWL" -t csv --no-header "$tmp/mail" | head -n 1 | cut -d , -f 3-5' \
    '"$TRAWL" -t tsv "$tmp/mail" | head -n 1 | cut -f 2-4 | tr "\t" ","'
check_same 'csv: quotes where they are needed' '"$TRAWL" -t csv --no-header --fields url,from,subject,flags,alt,valid,header "$tmp/mail"' \
    'printf "%s\r\n" "\"http://www.example.co.uk/a?b,c\",\"\"\"Lee, Ann\"\" <ann@a.example>\",\"\"\"quoted\"\", start\",\"\",\"punctuation:http://www.example.co.uk/a?b\",\"1738,1630,3986,iri\","'
check_same 'csv: a context with line ends' 'printf "a\r\nhttp://a.example/ b\n" | "$TRAWL" -t csv --no-header --fields line --context 3' \
    'printf "2,\"a\nhttp://a.example/ b\n\"\r\n"'
check_same 'csv: what has no place in a table is U+FFFD, and bytes has it' \
    'printf "<URL:http://a.example/\377\342\200\256x>" | "$TRAWL" -t csv --no-header --fields url,bytes' \
    'printf "http://a.example/%%FF\357\277\275x,687474703a2f2f612e6578616d706c652f254646e280ae78\r\n"'
check_same 'csv: no bytes where the URL is exact' 'echo http://a.example/ä | "$TRAWL" -t csv --no-header --fields url,bytes' \
    'printf "http://a.example/ä,\r\n"'
for c in = + - @; do
    check_same "csv: a subject that a spreadsheet would run: $c" 'printf "Subject: %s1+2\n\nhttp://a.example/\n" $c |
        "$TRAWL" -f mail -t csv --no-header --fields subject' 'printf "%s\r\n" "'"'"'${c}1+2"'
done
check_same 'csv: the same in quotes, in a URL, a name and a text; not in tsv' 'cd "$tmp" && echo "<a href=\"=x,y\">-</a>" >-a &&
    for to in csv tsv; do "$TRAWL" -f html --scheme any -t $to --fields url,bytes,file,file_bytes,anchor -- -a; done' \
    'printf "%s\r\n" url,bytes,file,file_bytes,anchor "\"'"'"'=x,y\",3d782c79,'"'"'-a,2d61,'"'"'-"
    printf "%s\n" "=x,y	\N	-a	\N	-"'
check_same 'csv: the end mark of COPY is in quotes' 'printf "Subject: \\\\.\nMessage-ID: <1@a.example>\n\nhttp://a.example/\n" |
    "$TRAWL" -t csv --no-header --fields subject' 'printf "\"\\\\.\"\r\n"'
if have python3; then
    check 'csv: any bytes give a valid table of the same links' 'head -c 300000 "$TRAWL" | sed "s|[AG]|http://x.example/|g" >"$tmp/any"
        "$TRAWL" -t csv --fields all "$tmp/any" >"$tmp/any.csv"; "$TRAWL" -t json "$tmp/any" >"$tmp/any.json"
        python3 -c "
import csv, json, sys
rows = list(csv.reader(open(sys.argv[1], encoding=\"utf-8\", newline=\"\"), strict=True))
links = [json.loads(line) for line in open(sys.argv[2], encoding=\"utf-8\")]
assert len(rows) == len(links) + 1 > 11 and all(len(row) == len(rows[0]) for row in rows)
for row, link in zip(rows[1:], links):
    row = dict(zip(rows[0], row))
    assert row[\"line\"] == str(link[\"line\"]) and row[\"spans\"].split(\"-\")[0] == str(link[\"spans\"][0][0])
    assert row[\"bytes\"] or row[\"url\"] == link[\"url\"], (row[\"url\"], link[\"url\"])
" "$tmp/any.csv" "$tmp/any.json"'
else
    skip 'csv: any bytes give a valid table of the same links' 'there is no python3'
fi
check_same 'several threads' '"$TRAWL" -j4 -t csv --fields url,line,number testdata/tour/* testdata/tour/*' \
    '"$TRAWL" -j1 -t csv --fields url,line,number testdata/tour/* testdata/tour/*'

# ---- Names of files that are not UTF-8 ----

mkdir "$tmp/names"
cd "$tmp/names" || exit 2
if touch "$(printf 'a\351')" 2>/dev/null; then
    echo http://a.example/ | tee "$(printf 'a\351')" >"$(printf 'a\352')"
    check_same 'file_bytes tells names apart' '"$TRAWL" -t json --fields file,file_bytes a[!z]' \
        'printf "{\"file\":\"a\357\277\275\",\"file_bytes\":\"61%s\"}\n" e9 ea'
    check_same 'no file_bytes for UTF-8, standard input' \
        '{ "$TRAWL" -t json --fields file,file_bytes "$tmp/letter"; "$TRAWL" -t json <"$tmp/letter"; } | grep -c file_bytes' 'echo 0'
    check_same 'file_bytes follows file' '"$TRAWL" -t json "$(printf "a\351")" | grep -o ".file.*,.zone"' \
        'printf "\"file\":\"a\357\277\275\",\"file_bytes\":\"61e9\",\"zone\n"'
    check_same 'tsv: file_bytes' '"$TRAWL" -t tsv --fields file_bytes,line "$tmp/letter" "$(printf "a\351")"' \
        'printf "\\\\N\t1\n\\\\N\t1\n\\\\N\t2\n\\\\N\t2\n61e9\t1\n"'
    check_same 'csv: file_bytes, also where a hidden character is lost' \
        'echo http://a.example/ >"$(printf "b\342\200\256")"; "$TRAWL" -t csv --no-header --fields file,file_bytes "$(printf "a\352")" b*' \
        'printf "%s\r\n" "$(printf "a\357\277\275,61ea")" "$(printf "b\357\277\275,62e280ae")"'
    check_same 'a limit has file_bytes' \
        '{ printf "<a href=\"http://a.example/"; head -c 9000 /dev/zero | tr "\\0" x; echo "\">a</a>"; } >"$(printf "c\351")"
        "$TRAWL" -f html -t json --also=limits c* | grep -o ".file.*,"' 'printf "\"file\":\"c\357\277\275\",\"file_bytes\":\"63e9\",\n"'
    check_same 'a long name of controls and a bad byte' \
        'name=$(head -c 140 /dev/zero | tr "\\0" "\001"; printf "\377"); echo http://a.example/ >"$name"
        "$TRAWL" -j1 -t json --fields file_bytes "$name"' \
        'printf "{\"file_bytes\":\""; head -c 140 /dev/zero | tr "\\0" "\001" | od -An -v -tx1 | tr -d " \n"; echo "ff\"}"'
else
    skip 'file_bytes' 'names of files must be UTF-8 here'
fi
cd - >/dev/null || exit 2

# ---- Mistakes ----

check_same 'an unknown field' '"$TRAWL" -t json --fields url,hots 2>&1' \
    'echo "trawl: --fields: unknown field hots (did you mean host?); trawl-formats(5) lists them under JSON"'
check_status 'a field that is not of the message' 2 '"$TRAWL" -t json --fields message.url'
check_status 'an empty name' 2 '"$TRAWL" -t json --fields url,,host'
check_same 'a field twice' '"$TRAWL" -t json --fields url,host,url 2>&1' 'echo "trawl: --fields: url is named twice"'
check_status 'the same field of the message in both forms' 0 '"$TRAWL" -t csv --fields from,message.from "$tmp/mail"'
check_status '--fields without a record' 2 '"$TRAWL" --fields url'
check_status '--no-header without csv' 2 '"$TRAWL" -t tsv --no-header'
check_status 'the field context needs --context' 2 '"$TRAWL" -t json --fields url,context'
check_status 'context is the last field' 2 '"$TRAWL" -t json --context 3 --fields context,url'

finish
