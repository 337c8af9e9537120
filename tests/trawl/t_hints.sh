#!/bin/sh
# t_hints.sh - hints for the options of other tools: what to type instead, which works as it is said
# shellcheck disable=SC2086  # commands are in single quotes and run by eval
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh
export tmp

# GUESS|HINT, for the filter.
cat >"$tmp/guesses" <<'END'
--json|use -t json
--jsonl|use -t json
--csv|use -t csv
--tsv|use -t tsv
--html|use -t html, with --page for a whole page
--xml|use -t xhtml
--markdown|use -t md
--text|use -t text
--format|use -t FORMAT
--out|use -o FILE
--only-matching|use -t list
--raw-output|use --spell raw
--normalize|use --spell canonical
--print0|use -0
--vimgrep|use -H --line-number=column
--column|use --line-number=column
--byte-offset|use -t json --fields url,spans
--line-buffered|links are printed as they come; drop this option
--no-filename|without -H and -n only links are printed; drop this option
--after-context|use -t json --context N (characters)
--passthru|use -t text
--count-matches|use -c
--files-with-matches|use -l
--silent|use -q
--sort|use | sort, or trawl index and trawl query
--max-count|use | head -n N
--limit|use | head -n N
--verbose|use --explain
--debug|use --explain
--no-color|use --color never
--no-progress|use --progress never
--unique|use -u
--dedupe|use -u
--ignore|use --not host=NAME, --not site=NAME or another --not
--invert-match|use --not NAME=VALUE
--include|use --host PATTERNS, --site NAMES or --scheme NAMES
--domain|use --site NAMES, or --find +domain for names without http
--http|use --scheme http,https
--email|use --find email,addr
--exclude-mail|use --find -email,-addr and --not scheme=mailto
--exclude-private|use --domains public
--base-url|use --base URL
--regex|trawl finds links by itself; for your own patterns see --rules
-e|trawl finds links by itself; for your own patterns see --rules
-i|schemes and hosts are found in either case; drop this option
--multiline|links over several lines are joined; drop this option
--exec|use | xargs
--timeout|trawl opens no connection; give its list to a link checker
--offline|trawl opens no connection; drop this option
--file|name the file without an option
--stdin|standard input is read when no file is named
--files-from|use --files0-from FILE, or xargs
--recursive|folders are read with their subfolders; drop this option
-r|folders are read with their subfolders; drop this option
--glob|use --files PATTERN, or --exclude PATTERN
--extension|use --files '*.EXTENSION'
--exclude-path|use --exclude PATTERN
--hidden|name the hidden file or folder
--search-zip|gzip, zstd, xz and bzip2 are unpacked; drop this option
--encoding|use --charset NAME
--threads|use -j N
--open|use trawl pick
--redirects|use --unwrap
--jsonlines|use -t json
--excel|use -t csv
--pdf|use -t json, html or md, and another program for the rest
--slurp|use -t json and | jq
--only-urls|use -t list
--defanged|use --spell defang
--defang|use --spell defang
--raw|use --spell raw
--canonical|use --spell canonical
-N|without -H and -n only links are printed; drop this option
--hosts|use -t tsv --fields host
-C|use -t json --context N (characters)
--group-by|use trawl index and trawl query --count-by
--files-without-match|use -c -H: files without links have 0
-s|use 2>/dev/null
-m|use | head -n N
--tail|use | tail -n N
-v|use --explain for the reasons, --not NAME=VALUE to leave links out
--require-https|use --scheme http, which lists those without TLS
--include-fragments|these links are found; drop this option
--no-bare|use --find url
-P|trawl finds links by itself; for your own patterns see --rules
--remap|use trawl rewrite
--browser|use trawl pick
--index|use trawl index DB INPUT
--width|use --columns N if lines end at N
--config|there are no settings in files
--examples|the manual is man trawl
--max-redirects|trawl opens no connection; give its list to a link checker
--size|use find -print0 and | trawl --files0-from -
--max-depth|folders are read whole; --exclude PATTERN leaves some out
--clipboard|use wl-paste | trawl, or xclip -o | trawl
-a|any bytes are read; drop this option
-L|symbolic links to files are followed; name those to folders
--skip-host|use --not host=PATTERNS
--broken|use --flag multi for links over lines; trawl opens no link
--mmap|this is so without an option; drop it
-M|links are printed whole; use | cut
-z|gzip, zstd, xz and bzip2 are unpacked; drop this option
--no-join|use --not flag=multi to leave out links over lines
--skip-missing|this is so without an option; drop it
--argjson|use -t json and | jq
--raw-output0|use -t json and | jq
--type-not|use -t FORMAT for the output, -f KIND for the input, or --files
--no-ignore-vcs|without --gitignore, ignored files are read; drop this option
--unrestricted|without --gitignore, ignored files are read; drop this option
--case-sensitive|schemes and hosts are found in either case; drop this option
--fixed-strings|trawl finds links by itself; for your own patterns see --rules
--pcre2-version|trawl finds links by itself; for your own patterns see --rules
--retry-wait-time|trawl opens no connection; give its list to a link checker
--change-newer-than|use find -print0 and | trawl --files0-from -
--min-depth|folders are read whole; --exclude PATTERN leaves some out
--exclude-link-local|use --domains public
--search-path|name the file without an option
--pre|convert the files in a pipe, as in pdftotext FILE - | trawl
--header|-t csv begins with the names of the columns; drop this option
END
sed -n 's/|.*//p' "$tmp/guesses" | while read -r guess; do
    "$TRAWL" "$guess" </dev/null 2>&1 |
        sed "s/^trawl: unknown option $guess/$guess|/; s/|: /|/; s/; see \"trawl --help\"\$//"
done >"$tmp/said"
check_same 'the filter: each guess has its hint' 'cat "$tmp/said"' 'cat "$tmp/guesses"'

# What a hint says to use is an option.
sed -n 's/.*|use \(-[^ ]*\).*/\1/p' "$tmp/guesses" | sort -u | while read -r option; do
    "$TRAWL" --help | grep -q -e "^  *${option}[ ,=[]" -e "^  *-., ${option}[ ,=[]" || echo "no option: $option"
done >"$tmp/wrong"
check_same 'and each of these options is there' 'cat "$tmp/wrong"' 'true'

# Each row of the table has an option that some command has: otherwise it would never apply.
for command in '' check resolve encode rewrite index query report site pick; do
    # shellcheck disable=SC2086  # "" is no word
    "$TRAWL" $command --help
done >"$tmp/help" 2>/dev/null
sed -n 's/^    {"-[^"]*", "\([a-z0-9-]*\)".*/\1/p' src/app/hints.c | sort -u | while read -r option; do
    case $option in
    ?) grep -q -e "^  -${option}[, ]" "$tmp/help" ;;
    *) grep -q -e "^  \(-., \)\{0,1\}--$option\([ =[]\|\$\)" "$tmp/help" ;;
    esac || echo "$option"
done >"$tmp/dead"
check_same 'no row of the table is dead' 'cat "$tmp/dead"' 'true'
check_test 'the table has its rows' -gt 110 'grep -c "^    {\"-" src/app/hints.c'
check_same 'a guess that a command cannot follow has no hint' \
    'for c in "index --output" "check --recursive" "resolve --maildir"; do "$TRAWL" $c x 2>&1; done' \
    'for c in "index: --output" "check: --recursive" "resolve: --maildir"; do
        echo "trawl: ${c% *} unknown option ${c#* }; see \"trawl ${c%:*} --help\""; done'

# Other commands have hints for the options that they have.
check_same 'query --csv' '"$TRAWL" query --csv x.db 2>&1' \
    'echo "trawl: query: unknown option --csv: use -t csv; see \"trawl query --help\""'
check_same 'query --max-count' '"$TRAWL" query --max-count 3 x.db 2>&1' \
    'echo "trawl: query: unknown option --max-count: use --limit N; see \"trawl query --help\""'
check_same 'check --csv: it has no such format' '"$TRAWL" check --csv 2>&1' \
    'echo "trawl: check: unknown option --csv; see \"trawl check --help\""'
check_same 'report --out' '"$TRAWL" report --out x 2>&1' \
    'echo "trawl: report: unknown option --out: use -o FILE; see \"trawl report --help\""'
check_same 'pick --recursive' '"$TRAWL" pick --recursive x 2>&1' \
    'echo "trawl: pick: unknown option --recursive: folders are read with their subfolders; drop this option; see \"trawl pick --help\""'
for words in '-t markdown:md' '-t xml:xhtml' '-t urls:list' '-f eml:mail' '-f asciidoc:text' '-f xml:html' '--find http:url' \
    '--fields sender:from' '--flag phishing:danger' '--zone body:new' '--color on:always' '--headers off:none' '--not domain=x.org:site' \
    '--unwrap=all:any' '--profile tmux:screen' verify:check defang:rewrite search:query; do
    export words
    check_same "a word of other programs: $words" '"$TRAWL" ${words%:*} </dev/null 2>&1 | grep -o "did you mean.*?"' 'echo "did you mean ${words##*:}?"'
done
check_same 'no strength: --uniq=host' '"$TRAWL" --uniq=host </dev/null 2>&1' \
    'echo "trawl: --uniq: unknown strength host; for hosts: trawl -t tsv --fields host | sort -u"'
check_same 'no scheme: --scheme web' '"$TRAWL" --scheme web </dev/null 2>&1' 'echo "trawl: --scheme: web is not a scheme; use http,https"'
for pair in 'report --top:--limit N' 'site --base-url:--base URL' 'query --no-quotes:--not zone=quoted'; do
    export pair
    check_same "a name of other programs: ${pair%:*}" '"$TRAWL" ${pair%:*} x 2>&1 | grep -o ": use .*;"' 'echo ": use ${pair##*:};"'
done
check_same 'pick --host' '"$TRAWL" pick --host x y 2>&1' \
    'echo "trawl: pick: unknown option --host: this command can only leave links out: use --not NAME=VALUE; see \"trawl pick --help\""'
check_same 'no hint: the nearest name' '"$TRAWL" --colums 3 2>&1' \
    'echo "trawl: unknown option --colums (did you mean --columns?); see \"trawl --help\""'
finish
