#!/bin/sh
# t_project.sh - tests the project itself: the rules of the source tree, exported symbols, manual
# pages, installation, use by other programs, the build
#
# "make check" passes B, CC and so on. Run by hand, it tests the finished build in ./build.

. tests/support/lib.sh
. tests/make.sh

# ---- The source tree ----

# Rules of tests/house.py that the tree does not meet yet. They are printed as "# TODO" and do not
# fail the test.
unfinished=''

house() {
    CC=$CC python3 -B tests/house.py "$@"
}

# tree COMMANDS: makes $tree, a small valid tree with what COMMANDS add to it.
trees=0
tree() {
    trees=$((trees + 1)) planting=$1
    tree=$tmp/trees/$trees
    mkdir -p "$tree" && cp -R "$tmp/sound/." "$tree" && (cd "$tree" && eval "$planting")
}

# asked RULE TREE OP NAME: notes that RULE must find nothing (=) or something (!=) in TREE. One
# process checks all that is noted.
asked() {
    echo "$1 $2" >>"$tmp/asked"
    echo "$*" >>"$tmp/checks"
}

# planted RULE WHAT COMMANDS: checks that RULE finds the files that COMMANDS add to a small valid
# tree. Only make check-all does so, since each tree takes a moment.
planted() {
    [ -n "${TRAWL_TEST_WHOLE-}" ] || return 0
    tree "$3" || tap_result 1 "$1: $2 is planted"
    asked "$1" "$tree" != "$1 finds $2"
}

# answered: prints a check for each RULE and TREE that was noted.
answered() {
    check 'house.py checks all trees' 'house each <"$tmp/asked" >"$tmp/found"'
    while read -r rule tree op name; do
        case "$tree $unfinished " in ". "*" $rule "*) tap_todo=1 ;; esac
        check_test "$name" "$op" '' 'grep "^$rule $tree: " "$tmp/found"'
        tap_todo=
    done <"$tmp/checks"
}

# lines N: prints N lines.
lines() {
    awk -v n="$1" 'BEGIN { while (n-- > 0) print "/* */" }'
}

try_house() {
    house sizes | sed -n '/^#/p'
    mkdir -p "$tmp/sound/doc" "$tmp/sound/src/lib" "$tmp/sound/src/app"
    echo '**R1. A rule.**' | tee "$tmp/sound/doc/rules.md" >"$tmp/sound/README.md"
    for room in kernel base charset html url find mail emit; do
        mkdir "$tmp/sound/src/lib/$room"
        printf '/* %s.h - the face of a room, by R1 */\nstruct %s {\n    int a;\n};\n' "$room" "$room" \
            >"$tmp/sound/src/lib/$room/$room.h"
    done
    printf '/* mail.c - a room over others */\n#include "find/find.h"\n' >"$tmp/sound/src/lib/mail/mail.c"
    mkdir "$tmp/sound/tests" "$tmp/sound/mk"
    echo '/* t_memory.c - a test */' >"$tmp/sound/tests/t_memory.c"
    echo 'bench:' >"$tmp/sound/Makefile"
    printf '%s\n' '- **Memory.** Memory is safe.' '  Time is bounded.' '' '## The sandbox' '' '## Which test proves it' '' \
        '| promise | test |' '|---|---|' '| Memory is | `tests/t_memory.c` |' '| Time is | `make bench` |' >"$tmp/sound/SECURITY.md"
    house sizes "$tmp/sound" >"$tmp/sound/tests/weight.tsv"
    # The rule "fields" compiles each file, so only "make check-all" runs it.
    for rule in $(house names); do
        [ "$rule${TRAWL_TEST_WHOLE-}" != fields ] || continue
        asked "$rule" . = "rule $rule: the tree"
        asked "$rule" "$tmp/sound" = "rule $rule: a small valid tree"
    done
    planted direction 'the URL room using the scanner' \
        'echo >src/lib/find/planted.h; echo "#include \"find/planted.h\"" >src/lib/url/planted.c'
    planted direction 'a writer using the command' \
        'echo >src/app/planted.h; echo "#include \"app/planted.h\"" >src/lib/emit/planted.c'
    planted direction 'a format using the filter' 'mkdir -p src/trawl/format src/trawl/filter
        echo >src/trawl/filter/filter.h; echo "#include \"trawl/filter/filter.h\"" >src/trawl/format/planted.c'
    planted inner_headers 'an inner header used from outside' 'mkdir src/lib/find/planted
        echo >src/lib/find/planted/inside.h; echo "#include \"find/planted/inside.h\"" >src/lib/find/planted.c'
    planted inner_headers 'a header that is not the face' 'mkdir src/lib/find/planted
        echo >src/lib/find/planted/more.h; echo "#include \"find/planted/more.h\"" >src/lib/mail/planted.c'
    planted libraries 'PCRE2 in the scanner' 'echo "#include <pcre2.h>" >src/lib/find/planted.c'
    planted libraries 'a second user of iconv' 'echo "#include <iconv.h>" | tee src/lib/charset/planted1.c >src/lib/charset/planted2.c'
    planted intrinsics 'intrinsics outside the kernel' 'echo "#include <immintrin.h>" >src/lib/html/planted.c'
    planted lonely_headers 'a header with two users' 'echo >src/lib/mail/planted.h
        echo "#include \"mail/planted.h\"" | tee src/lib/mail/planted1.c >src/lib/mail/planted2.c'
    planted fields 'a field of another room' 'mkdir src/lib/find/planted
        echo "struct planted { int a; struct { int b, news; } set; };" >src/lib/find/planted/planted.h
        echo "#include \"find/planted/planted.h\"
            int f(struct planted *t);
            int f(struct planted *t) { return t->set.news; }" >src/lib/mail/planted.c'
    planted fields 'a field in a macro' 'mkdir src/lib/find/planted
        printf "struct planted {\n /* { */ int a;\n char *p, *q;\n};\n" >src/lib/find/planted/planted.h
        echo "#include \"find/planted/planted.h\"
            #define P(t) ((t)->q)
            int f(struct planted *t);
            int f(struct planted *t) { return *P(t); }" >src/app/planted.c'
    planted long_functions 'a function of 61 lines' '{ echo "int f(void)"; echo "{"; lines 58; echo "}"; } >src/lib/url/planted.c'
    planted weight 'a room with a line more' 'lines 1 >>src/lib/url/url.h'
    planted weight 'a room with a decision more' 'sed -i "s/int a;/int a[1 ? 1 : 2];/" src/lib/url/url.h'
    planted weight 'a decision that is written with &' 'sed -i "s/int a;/int a[(1 > 0) \& (2 > 1)];/" src/lib/url/url.h'
    planted weight 'a new room' 'mkdir -p bindings/planted; lines 1 >bindings/planted/planted.c'
    planted weight 'a table that is missing' 'rm tests/weight.tsv'
    tree 'mkdir src/lib/css; mv src/lib/url/url.h src/lib/css/css.h; lines 1 >>src/lib/html/html.h
        sed -i 1d src/lib/emit/emit.h; echo "/* Generated by src/gen/a.py */" >src/lib/url/url_table.h'
    asked weight "$tree" = 'weight allows a line that another room had, a room that moved, and a generated file'
    tree 'lines 1 >>src/lib/url/url.h; sed -i 1,2d src/lib/find/find.h'
    check 'house.py weigh writes the rows of a tree that is lighter' 'house weigh "$tree" >/dev/null &&
        [ "$(house sizes "$tree" | grep -v "^#")" = "$(grep -v "^#" "$tree/tests/weight.tsv")" ]'
    tree 'lines 1 >>src/lib/url/url.h; cp tests/weight.tsv before'
    check 'house.py weigh writes no row of a tree that is heavier' \
        '! house weigh "$tree" 2>/dev/null && cmp -s "$tree/before" "$tree/tests/weight.tsv"'
    # $formats makes a list where tests/house.py says that it is.
    formats='mkdir -p src/trawl/format
        for i in list json tsv csv text html; do echo "{\"$i\", &format_$i, \"\"},"; done >src/trawl/format/formats.c'
    planted second_lists 'a copy in an array' "$formats"'
        echo "static const char *a[] = {\"list\", \"json\", \"tsv\", \"csv\", NULL};" >src/app/planted.c'
    planted second_lists 'a copy in a text' "$formats"'
        echo "static const char a[] = \"it takes list, json, \" \"tsv or csv; or list, json, tsv, csv\";" >src/app/planted.c'
    planted second_lists 'a list that has moved' 'mkdir -p src/trawl/format && echo >src/trawl/format/formats.c'
    tree "$formats"'
        echo "static const char a[] = \"json, tsv, csv: the list\";" >src/app/planted.c'
    asked second_lists "$tree" = 'second_lists allows some of the names'
    planted columns 'a long comment' 'echo "/* $(printf %0120d 0) */" >src/lib/url/planted.c'
    planted columns 'a long line of a document' 'lines 20 | tr "\n" " " >doc/planted.md'
    planted rule_ids 'a rule that does not exist' 'echo "/* by R99 */" >src/lib/url/planted.c'
    planted promises 'a promise without a test' 'sed -i "s/^| Memory is/| Storage is/" SECURITY.md'
    planted promises 'a promise added without a row' 'sed -i "s/^  Time is/  Life is safe. Time is/" SECURITY.md'
    planted promises 'a sentence on the sandbox without a row' 'sed -i "s/^## The sandbox$/&\n\nIt holds./" SECURITY.md'
    planted promises 'a test that does not exist' 'rm tests/t_memory.c'
    planted promises 'a goal that does not exist' 'sed -i "s/^bench:/bunch:/" Makefile'
    planted named 'a goal that a document names and make lacks' 'echo "Run \`make bunch\`." >>README.md'
    planted named 'a variable that make lacks' 'printf "    make bench BUNCH=3\n" >>README.md'
    planted named 'a file that a document names' 'echo "See \`tests/t_bunch.sh\`." >>README.md'
    planted named 'a section that a link names' 'echo "See [there](SECURITY.md#bunch)." >>README.md'
    planted prefixes 'a name that is not in the documents' 'mkdir -p src/lib/base testdata/spec && touch doc/trawl.1
        echo "**M7. Names.** <a id" >>doc/rules.md
        echo "    ROW(WWW, 3, \"https\", '"'w', 'w', 'w'"')" >src/lib/base/prefix.h'
    planted prefixes 'a name that is written elsewhere' 'mkdir -p src/lib/base testdata/spec
        printf "**M7. Names.**\n| \`www.\` | \`https://\` |\n<a id" >>doc/rules.md
        echo ".Sq www." >doc/trawl.1; printf "\twww\thttps://www.a.example\n" >testdata/spec/rules.txt
        echo "    ROW(WWW, 3, \"https\", '"'w', 'w', 'w'"')" >src/lib/base/prefix.h
        echo "const char *a = \"www.\";" >src/lib/url/planted.c'
    # $lists makes the lists of tests that are compared.
    lists='mkdir -p src/lib/mail/container include tests/lib/mail/container tests/support
        echo "[TRAWL_INPUT_MMDF] = {\"mmdf\", \"a \\\"b\\\"\", container_mmdf," >src/lib/mail/container/kinds.c
        echo "enum trawl_option { TRAWL_OPTION_JOIN = 1 };" >include/trawl.h
        echo "{TRAWL_INPUT_MMDF, 1}" >tests/lib/mail/container/t_container.c
        echo "{\"x\", MMDF, 1}" >tests/support/shapes.h; echo TRAWL_OPTION_JOIN >tests/support/scan_configs.h'
    tree "$lists"
    asked tested_rows "$tree" = 'tested_rows allows complete lists'
    for list in lib/mail/container/t_container.c support/shapes.h support/scan_configs.h; do
        planted tested_rows "no row in $list" "$lists; echo >tests/$list"
    done
    planted rule_ids 'two cases of one name' 'mkdir -p testdata/spec; printf "R1\ta\nR1a\tb\nR1\tc\n" >testdata/spec/planted.txt'
    planted rule_ids 'a SPEC' 'echo "/* see SPEC E12 */" >src/lib/url/planted.c'
    answered
    check_status 'prose.sh fails for more than 20 phrases' 1 'mkdir "$tmp/prose" && cd "$tmp/prose" &&
        mkdir src include tests mk .ci doc && touch Makefile README.md doc/a.md doc/a.1 &&
        lines 21 | sed "s/ / what stands here /" >src/a.c && sh "$OLDPWD/tests/prose.sh"'
    check_status 'prose.sh reads only comments' 0 'cd "$tmp/prose" && lines 21 | sed "s/.*/int stands;/" >src/a.c &&
        sh "$OLDPWD/tests/prose.sh"'
}

if have python3; then
    try_house
    check 'the tables of src/gen/rows.py are up to date' 'python3 -B src/gen/rows.py --check'
    check 'trawl(3) is what src/gen/man3.py makes of the headers' 'python3 -B src/gen/man3.py --check'
    check 'the weights of src/gen/evidence.py are up to date' 'python3 -B src/gen/evidence.py --check'
else
    skip 'the rules of the source tree' 'no python3'
fi

# ---- What the library exports ----

exported() {
    nm -D --defined-only "$B/libtrawl.so" | awk '$2 != "A" { print $3 }' | sort
}

# The static library must not have other global names, since these could clash with names of a
# program. The names of sanitizers begin with "_".
archived() {
    nm -g --defined-only "$B/libtrawl.a" | awk 'NF == 3 && $3 !~ /^_/ { print $3 }' | sort
}

declared() {
    awk '/^TRAWL_API/ && match($0, /trawl_[a-z0-9_]*\(/) { print substr($0, RSTART, RLENGTH - 1) }' include/*.h | sort
}

check_same 'the library exports what tests/symbols.txt lists' exported 'cat tests/symbols.txt'
check_same 'the archive exports the same' archived 'sed "s/@.*//" tests/symbols.txt'
check_same 'the headers declare the same' declared 'sed "s/@.*//" tests/symbols.txt'
check_same 'the Debian package exports the same' "sed -n 's/^ \\(trawl_[a-z0-9_]*\\)@.*/\\1/p' debian/libtrawl1.symbols" \
    'sed "s/@.*//" tests/symbols.txt'

# ---- The manual pages ----

# undocumented_names: prints the kinds and flags of JSON that trawl-formats(5) does not
# explain.
undocumented_names() {
    sed -n '/trawl_kind_name\|trawl_flag_name/,/^}/p' src/lib/find/names.c | grep -o '"[a-z-]*"' | tr -d '"' |
        while read -r name; do
            grep -q "^\.It Li $name\$" doc/trawl-formats.5 || echo "$name"
        done
}

# missing_options PAGE COMMAND...: prints the options in the help of these commands that the manual
# page lacks. "" is trawl without a command.
missing_options() {
    page=$1
    shift
    for command do
        "$B/trawl" ${command:+"$command"} --help | grep -oE '^ +(-[a-zA-Z0-9], )?--[a-z0-9-]+' | grep -oE '[a-z][a-z0-9-]+$'
    done | sort -u | while read -r name; do
        grep -qE "^\\.It Fl (.* Fl )?-$name\\>" "$page" || echo "--$name"
    done
}

# constants: prints the constants of the headers, without the counts.
constants() {
    sed 's/"[^"]*"//g' include/*.h | grep -o 'TRAWL_[A-Z0-9_]*' | sort -u |
        grep -vxE 'TRAWL_(H|MAIL_H|EMIT_H|OPTIONS_H|REWRITE_H|API|SIZED|INPUTS|KINDS|REFUSALS|SKIPS|ZONES)'
}

# names_of OPTION: prints the names that an option of the filter takes.
names_of() {
    "$B/trawl" "$1" '' 2>&1 | sed -n 's/.*; it takes //p' | sed 's/,//g; s/ or / /g' | tr ' ' '\n'
}

# missing_names PAGE OPTION: prints the names that the option takes, but that its entry in the page
# does not explain.
missing_names() {
    awk -v begin="^[.]It Fl ${2#-} " '/^[.]It Fl / && n { exit } $0 ~ begin { n = 1 } n' "$1" >"$tmp/entry"
    names_of "$2" | while read -r name; do
        grep -qE "^\.(It Cm (.* , )?|Cm )$name( ,|\$)" "$tmp/entry" || echo "$name"
    done
}

# unpicked_kinds: prints the kinds of input that trawl-pick(1) does not name.
unpicked_kinds() {
    names_of -f | grep -vx -e news -e mboxrd | while read -r name; do
        grep -qE "^\.Cm (.* , )?$name( [,.]|\$)" doc/trawl-pick.1 || echo "$name"
    done
}

# without_entry PAGE NAME: makes a copy of a page without the entry of a name.
without_entry() {
    grep -vE "^\.It (Cm $2\$|Fl .*-$2\>)" "$1" >"$tmp/page.1"
}

# missing_from_sqlite: prints the functions and columns of the extension for SQLite that
# trawl-sqlite(7) lacks.
missing_from_sqlite() {
    "$B/sql_host" "$B"/trawl1.* "SELECT DISTINCT name FROM pragma_function_list WHERE name LIKE 'trawl\_%' ESCAPE '\'
        UNION SELECT name FROM pragma_module_list WHERE name LIKE 'trawl\_%' ESCAPE '\'
        UNION SELECT name FROM pragma_table_xinfo('trawl_read')" | while read -r name; do
        grep -qE "^\.(It Ic|It Li|Ic) (.* )?$name\b" doc/trawl-sqlite.7 || echo "$name"
    done
}

# undocumented_constants: prints the constants that trawl(3) lacks.
undocumented_constants() {
    constants | while read -r name; do
        grep -q "$name\b" doc/trawl.3 || echo "$name"
    done
}

# undocumented_functions: prints the functions without a name, a prototype or a description in
# trawl(3).
undocumented_functions() {
    declared | while read -r name; do
        [ "$(grep -cE "^\.(Nm|Fo|It.* Fn) $name\b" doc/trawl.3)" -ge 3 ] || echo "$name"
    done
}

commands='check resolve encode pick rewrite'
[ ! -e "$B/trawl-archive" ] || commands="$commands index forget query report site"

# options_of COMMAND: prints the options in its help.
options_of() {
    "$B/trawl" ${1:+"$1"} --help | grep -oE -- '--[a-z0-9][a-z0-9-]+' | sort -u
}

# unknown_options FILE...: prints the options in the code of these documents that do not exist.
# After "trawl COMMAND" these are the options that this command does not have, elsewhere the options
# that no command has.
unknown_options() {
    for command in '' $commands; do
        options_of "$command" | sed "s/^/${command:-trawl} /"
    done >"$tmp/options"
    grep -hoE '(^|^    |^[$] |[|`] *)trawl( [a-z]+)?( [^`|;&>]*)? --[a-z][^`|;&>]*' "$@" | sed 's/^[^t]*//' | awk -v commands=" $commands " '
        { command = index(commands, " " $2 " ") ? $2 : "trawl"
          for (i = 2; i <= NF; i++) if (match($i, /^--[a-z0-9-]+/)) print command, substr($i, 1, RLENGTH) }' |
        sort -u | grep -vxFf "$tmp/options"
    { cat "$@" | tr '\n' ' ' | grep -oE '`--[a-z][a-z0-9-]+' | tr -d '`'
      sed -nE 's/.*Fl -([a-z0-9][a-z0-9-]+).*/--\1/p' doc/trawl*.[157]; } | sort -u |
        while read -r option; do grep -q -- " $option\$" "$tmp/options" || echo "$option"; done
}

documents='README.md SECURITY.md doc/tour.md doc/testing.md doc/contributing.md doc/design.md doc/standards.md'
check_test 'documents name no option that no command has' = '' 'unknown_options $documents contrib/*/README'
check_test 'nor do the examples of manual pages' = '' 'unknown_options doc/*.[157]'
check_test 'such an option is found' = 'check --bunch --bunch' 'echo "Run \`trawl check --bunch\` or \`--bunch\`." >"$tmp/page.md"
    echo $(unknown_options "$tmp/page.md")'
check_test 'trawl-formats(5) explains all kinds and flags' = '' 'undocumented_names'
check_test 'trawl has at most 58 options' -le 58 'options_of | wc -l'
check_test 'all commands have at most 102 options' -le 102 'for c in "" $commands; do options_of $c; done | sort -u | wc -l'
check_test 'trawl(1) lists all options' = '' 'missing_options doc/trawl.1 "" check resolve encode'
check_test 'trawl(1) explains all output formats' = '' 'missing_names doc/trawl.1 -t'
check_test 'trawl(1) explains all kinds of input' = '' 'missing_names doc/trawl.1 -f'
check_test 'trawl-pick(1) names all kinds of input' = '' 'unpicked_kinds'
check_test 'there are formats and kinds of input' -ge 23 '{ names_of -t && names_of -f; } | wc -l'
check_test 'a format without an entry is found' = notes 'without_entry doc/trawl.1 notes; missing_names "$tmp/page.1" -t'
check_test 'a kind of input without an entry is found' = ldif 'without_entry doc/trawl.1 ldif; missing_names "$tmp/page.1" -f'
check_test 'an option without an entry is found' = --refang 'without_entry doc/trawl.1 refang
    missing_options "$tmp/page.1" "" check resolve encode'
check_test 'trawl-pick(1) lists all options' = '' 'missing_options doc/trawl-pick.1 pick'
check_test 'trawl-rewrite(1) lists all options' = '' 'missing_options doc/trawl-rewrite.1 rewrite'
if [ -e "$B/trawl-archive" ]; then
    check_test 'trawl-index(1) lists all options' = '' 'missing_options doc/trawl-index.1 index forget'
    check_test 'trawl-query(1) lists all options' = '' 'missing_options doc/trawl-query.1 query'
    check_test 'trawl-report(1) lists all options' = '' 'missing_options doc/trawl-report.1 report'
    check_test 'trawl-site(1) lists all options' = '' 'missing_options doc/trawl-site.1 site'
else
    skip 'trawl-index(1) and trawl-query(1) list all options' 'built without SQLite'
fi
if [ -e "$B/sql_host" ]; then
    check_test 'trawl-sqlite(7) lists all functions' = '' 'missing_from_sqlite'
else
    skip 'trawl-sqlite(7) lists all functions' 'built without SQLite, or without its tests'
fi

check_test 'trawl(3) names all constants' = '' 'undocumented_constants'
check_test 'trawl(3) has all functions, with prototype and description' = '' 'undocumented_functions'
check_test 'soname' = libtrawl.so.1 'readelf -d "$B/libtrawl.so" | sed -n "s/.*SONAME.*\[\(.*\)\]/\1/p"'
check_test 'the command needs no libtrawl.so' -eq 0 'readelf -d "$B/trawl" | grep -c "NEEDED.*libtrawl"'

check_same 'the completion of --rules has the sets of contrib' \
    '"$TRAWL" help completion bash | sed -n "/ .,--rules/s/.*words=.\([^;]*\). ;;/\1/p" | tr " " "\n" | tr -d "'"'"'"' \
    'ls contrib/rules | sed -n "s/\.rules$//p"'

# ---- Installation ----

version=$(sed -n 's/^.define TRAWL_VERSION "\(.*\)"/\1/p' include/trawl.h)

# wanted_files: prints the files that are installed below a prefix.
wanted_files() {
    [ ! -e "$B/trawl-archive" ] || echo libexec/trawl/trawl-archive
    for file in "$B"/trawl.so "$B"/trawl1.so "$B"/trawl.dylib "$B"/trawl1.dylib; do
        [ ! -e "$file" ] || echo "lib/trawl/${file##*/}"
    done
    printf '%s\n' bin/trawl libexec/trawl/trawl-pick lib/libtrawl.a lib/libtrawl.so lib/libtrawl.so.1 "lib/libtrawl.so.${version%%-*}" \
        lib/pkgconfig/trawl.pc
    for file in include/*.h; do
        echo "$file"
    done
    find contrib -type f | sed 's|^[a-z]*/|share/trawl/|'
    for file in LICENSE src/gen/LICENSE.*; do
        echo "share/trawl/licenses/${file##*/}"
    done
    printf 'share/%s\n' bash-completion/completions/trawl zsh/site-functions/_trawl fish/vendor_completions.d/trawl.fish trawl/records.schema.json
    for file in doc/*.[1357]; do
        [ ! -f "$file" ] || echo "share/man/man${file##*.}/${file#doc/}"
    done
    printf 'share/man/man1/trawl-%s.1\n' check encode resolve forget
}

files_in() {
    (cd "$1" && find . ! -type d | sed 's|^\./||' | sort)
}

check 'install with DESTDIR and PREFIX' 'mk install DESTDIR="$tmp/dest" PREFIX=/opt/trawl'
check_same 'installs these files' 'files_in "$tmp/dest/opt/trawl"' 'wanted_files | sort'
check_same 'each command has a manual page' \
    '"$TRAWL" --help | sed -n "s/^ *\(usage: \)\{0,1\}  *trawl \([a-z]*\) .*/\2/p" | grep -vx help | while read -r c; do
        [ -s "$tmp/dest/opt/trawl/share/man/man1/trawl-$c.1" ] || echo "$c"; done' 'true'
check_test 'DESTDIR is not in trawl.pc' -eq 0 'grep -c "$tmp" "$tmp/dest/opt/trawl/lib/pkgconfig/trawl.pc"'
check_test 'the recipes name the folder in which they are' = /opt/trawl/share/trawl/fzf/trawl-fzf \
    'grep -o "/[^ ]*trawl-fzf" "$tmp/dest/opt/trawl/share/trawl/fzf/README"'
check 'uninstall with DESTDIR and PREFIX' 'mk uninstall DESTDIR="$tmp/dest" PREFIX=/opt/trawl'
check_test 'uninstall leaves neither file nor folder' = "$tmp/dest" 'find "$tmp/dest"'
check 'install with LIBDIR and MANDIR' \
    'mk install DESTDIR="$tmp/dest" PREFIX=/usr LIBDIR=/usr/lib64 MANDIR=/usr/man && [ -f "$tmp/dest/usr/lib64/libtrawl.a" ]'
check_test 'trawl.pc has the LIBDIR' = /usr/lib64 'sed -n "s/^libdir=//p" "$tmp/dest/usr/lib64/pkgconfig/trawl.pc"'

# ---- Use by other programs: the examples of the headers, built with the flags of pkg-config ----

prefix=$tmp/prefix
PKG_CONFIG_PATH=$prefix/lib/pkgconfig:$PKG_CONFIG_PATH
export PKG_CONFIG_PATH

# example NUMBER HEADER: prints the program of that number in the comment at the top of the header.
example() {
    awk -v wanted="$1" '
        /^ \*     #include/ && !inside { inside = 1; number++ }
        /^ \*\// || /^ \* [^ ]/ { inside = 0 }
        inside && number == wanted { sub(/^ \*     /, "") || sub(/^ \*/, ""); print }' "include/$2"
}

# compile_with COMPILER SOURCE PROGRAM LIBRARY [PACKAGE...]: LIBRARY replaces -ltrawl, since the
# linker prefers the shared library. Flags are split into words.
# shellcheck disable=SC2046,SC2086
compile_with() {
    compile="$1 $CFLAGS $CPPFLAGS -Wall -Werror -o $3 $2 $LDFLAGS" library=$4
    shift 4
    $compile $($PKG_CONFIG --cflags trawl) $($PKG_CONFIG --libs trawl "$@" | sed "s/-ltrawl/$library/")
}

# prints PROGRAM: succeeds when the example prints the links of its text, and the text as HTML.
prints() {
    LD_LIBRARY_PATH=$prefix/lib "$1" >"$tmp/said" || return
    cat "$tmp/said"
    printf '%s\n' http://www.example.com/ https://www.example.org >"$tmp/wanted"
    echo 'See <URL:http://www.example.com/> or www.example.org, please.' | "$TRAWL" -t html >>"$tmp/wanted"
    cmp "$tmp/wanted" "$tmp/said"
}

# refused PROGRAM: succeeds when the example reports that its URL is refused for its space, also by
# RFC 3986.
refused() {
    status=0
    LD_LIBRARY_PATH=$prefix/lib "$1" >"$tmp/said" || status=$?
    cat "$tmp/said"
    [ "$status" -eq 1 ] && grep -q '^RFC 3986, section .*: byte 29: ' "$tmp/said"
}

# lists PROGRAM: succeeds when the example prints the links of standard input, with the broken link
# joined. The last link has no line end after it.
lists() {
    printf 'See <URL:http://a.example/x\n y>,\nor mailto:joe@b.example.\nwww.example.com/z' |
        LD_LIBRARY_PATH=$prefix/lib "$1" >"$tmp/said" || return
    cat "$tmp/said"
    printf '%s\n' http://a.example/xy mailto:joe@b.example https://www.example.com/z | cmp - "$tmp/said"
}

# mails PROGRAM: succeeds when the example prints the links of a mailbox, each after its message's
# subject.
mails() {
    for subject in one two; do
        printf 'From a@b.example Fri Nov 20 10:00:00 2026\nSubject: %s\n\nhttp://a.example/\n\n' "$subject"
    done | LD_LIBRARY_PATH=$prefix/lib "$1" >"$tmp/said" || return
    cat "$tmp/said"
    printf '%s: http://a.example/\n' one two | cmp - "$tmp/said"
}

# writes PROGRAM: succeeds when the example writes standard input as a page.
writes() {
    echo 'see http://a.example/ & more' >"$tmp/text"
    LD_LIBRARY_PATH=$prefix/lib "$1" <"$tmp/text" >"$tmp/said" || return
    cat "$tmp/said"
    "$TRAWL" -t html --page <"$tmp/text" | cmp - "$tmp/said"
}

# refuses PROGRAM: succeeds when the example reports what is wrong with its option.
refuses() {
    status=0
    LD_LIBRARY_PATH=$prefix/lib "$1" >"$tmp/said" || status=$?
    cat "$tmp/said"
    [ "$status" -eq 2 ] && grep -qx 'profile: plain is wrong; it takes mail, uts58, rfc1738 or screen' "$tmp/said"
}

rewrites() {
    printf '<p>www.example.com <a href=x>y</a>, joe@example.com' | LD_LIBRARY_PATH=$prefix/lib "$1" >"$tmp/said"
    grep -qF '<p><a href="https://www.example.com" rel="nofollow noopener noreferrer ugc" target="_blank">www.example.com</a> <a href=x target="_blank">y</a>, joe@example.com' "$tmp/said"
}

# try_language NAME COMPILER SUFFIX: builds and runs each example with both libraries.
try_language() {
    compiler=$2
    for one in 1:trawl.h:prints 2:trawl.h:refused 3:trawl.h:lists 1:trawl_mail.h:mails 1:trawl_emit.h:writes \
        1:trawl_options.h:refuses 1:trawl_rewrite.h:rewrites; do
        works=${one##*:} source=$tmp/example.$3 header=${one#*:}
        example "${one%%:*}" "${header%:*}" >"$source"
        check "$1, $works, shared library" 'compile_with "$compiler" "$source" "$tmp/a.out" -ltrawl && "$works" "$tmp/a.out"'
        check "$1, $works, static library" 'compile_with "$compiler" "$source" "$tmp/a.out" -l:libtrawl.a \
            $($PKG_CONFIG --print-requires-private trawl) && "$works" "$tmp/a.out"'
    done
}

check 'install into a prefix' 'mk install PREFIX="$prefix"'
check_test 'pkg-config knows the version' = "$version" '$PKG_CONFIG --modversion trawl'
# The program defines a name that the library also has inside.
cat >"$tmp/small.c" <<'EOF'
#include <trawl.h>
int scan_run(void);
int scan_run(void) { return 11; }
int main(void) { return (int)trawl_site_length("a.example.org", 13) != scan_run(); }
EOF
check 'a program gets only the objects of the static library that it uses' 'compile_with "$CC" "$tmp/small.c" "$tmp/small" -l:libtrawl.a \
    $($PKG_CONFIG --print-requires-private trawl) && "$tmp/small" && nm "$tmp/small" | grep _trawl_parts_split &&
    ! nm "$tmp/small" | grep _trawl_scan_run'
try_language 'the example in C' "$CC -std=c11" c
if there "cmd:${CXX%% *}"; then
    try_language 'the example in C++' "$CXX -std=c++11" cc
else
    skip 'the example in C++' "no $CXX"
fi
# In a static program, libidn2 needs libunistring, which libidn2's package does not install.
# Sanitizers are shared libraries.
if [ "${CFLAGS#*-fsanitize}" = "$CFLAGS" ] && have static:unistring; then
    example 1 trawl.h >"$tmp/example.c"
    check 'the example in C, a static program' '$CC $CFLAGS $CPPFLAGS -static -o "$tmp/a.out" "$tmp/example.c" \
        $LDFLAGS $($PKG_CONFIG --static --cflags --libs trawl) && prints "$tmp/a.out" && ! readelf -d "$tmp/a.out" | grep NEEDED'
fi
check 'install strips the command, install-debug does not' 'mk install-debug PREFIX="$prefix" && readelf -SW "$prefix/bin/trawl" | grep " .symtab" &&
    mk install PREFIX="$prefix" && ! readelf -SW "$prefix/bin/trawl" | grep " .symtab"'
check 'the installed command runs' '"$prefix/bin/trawl" check http://a/ && "$prefix/bin/trawl" pick --version'
PKG_CONFIG_PATH=${PKG_CONFIG_PATH#*:}
check_same 'uninstall leaves the folders and files that were there before' \
    'mkdir "$prefix/bin/mine" && mk uninstall PREFIX="$prefix" >/dev/null && (cd "$prefix" && find . | sort)' 'printf "%s\n" . ./bin ./bin/mine'
check_same 'uninstall leaves no folder' 'rm -rf "$prefix"; mkdir "$tmp/there"
    for goal in install install uninstall; do mk "$goal" PREFIX="$tmp/there/new" >/dev/null; done
    find "$tmp/there"' 'echo "$tmp/there"'

# ---- The build ----

check_test 'the tests keep the settings of the build' = "$settings" 'cat "$B/tools"'
check 'a second make does nothing' 'mk -q all'
check 'make builds an object' 'mk B="$tmp/b" CFLAGS=-O0 "$tmp/b/src/lib/base/out.o"'
check 'make does nothing with the same flags' 'mk B="$tmp/b" CFLAGS=-O0 -q "$tmp/b/src/lib/base/out.o"'
check_status 'make builds again with other flags' 1 'mk B="$tmp/b" CFLAGS=-O1 -q "$tmp/b/src/lib/base/out.o"'
check_test 'make prints a short line for each file' = 'CC   src/lib/base/out.c' 'mk B="$tmp/b" V= -W src/lib/base/out.c "$tmp/b/src/lib/base/out.o"'
check 'make V=1 prints the command' 'mk B="$tmp/b" CFLAGS=-O0 V=1 "$tmp/b/src/lib/base/out.o" | grep -e "-o $tmp/b/src/lib/base/out.o"'
if grep -q "^HARDEN_LD = .*now" "$B/config.mk"; then
    check 'the command is hardened' 'readelf -dW "$B/trawl" | grep BIND_NOW && readelf -lW "$B/trawl" | grep GNU_RELRO'
    check 'the library is hardened' 'readelf -dW "$B/libtrawl.so" | grep BIND_NOW'
fi
check 'a sanitizer builds without hardening' 'CFLAGS=-fsanitize=undefined sh src/gen/probe.sh | grep -x "HARDEN = "'
check 'without PCRE2 the message names "make deps"' '! mk B="$tmp/c" PKG_CONFIG=false >"$tmp/said" 2>&1 &&
    grep "make deps" "$tmp/said"'

# ---- Goals ----

# of_group GROUP: prints the tests of a group, or of all with "*".
of_group() {
    mk -s --eval='print: ; @printf "%s\n" $(TESTS)' GROUPS="$1" print | sort
}
groups=$(sed -n 's/^groups := //p' mk/dev.mk)
for group in $groups; do
    of_group "$group" >"$tmp/group.$group"
done
check_same 'each test is in one group' 'cat "$tmp"/group.* | sort' \
    'find tests -name "t_*.sh" -o -name "t_*.c" | sed "s|\(.*\)\.c\$|$B/\1|" | sort'
check_same 'check has tests of the library and of the command alone' \
    'sed "s|^$B/||" "$tmp/group.core" | cut -d / -f 2 | sort -u | grep -v "^t_" | xargs' 'echo app examples faults lib mutants tools trawl'
check_same 'check-all has the tests of all groups' 'of_group "$groups"' 'cat "$tmp"/group.* | sort'
check_test 'make help: no name runs into its text' = '' 'mk help | grep -vE "^  [a-z-]+ +[^ ]|^[A-Z][a-z, ]*:\$|^\$"'

# ---- What the tests need ----

# used_needs [FOLDER...]: prints the names that the tests pass to have() and there(), one a line,
# without those that contain variables.
used_needs() {
    find "${@:-tests}" -name '*.sh' -exec sed 's/^ *#.*//' {} + |
        grep -oE '(^|if|elif|!|&&|\|\||\(|\{) *(have|there)( [a-z][A-Za-z0-9_:.+-]*)+( *[;&|]|$)' |
        sed -E 's/^.*(have|there) //; s/[ ;&|]*$//' | tr ' ' '\n' | sort -u
}

# unknown_needs: prints the names of used_needs that src/gen/needs.sh does not have. It does not
# need to have apt-get and dpkg, which cannot be installed: a system has them or not.
unknown_needs() {
    used_needs | grep -vx -e cmd:apt-get -e cmd:dpkg | while read -r name; do
        case $name in *:*) ;; *) name=cmd:$name ;; esac
        need_of "$name" >"$tmp/need" || echo "$name"
    done
}

# heavy_needs: prints the names that tests of "make check" pass to have() although deps.sh does not
# install them for "make check". valgrind is left out: t_face.sh only does more where it is
# installed.
heavy_needs() {
    used_needs tests/app tests/examples tests/faults tests/lib tests/mutants tests/trawl tests/t_*.sh | grep -vx cmd:valgrind | while read -r name; do
        case $name in *:*) ;; *) name=cmd:$name ;; esac
        printf '%s\n' "$needs" | awk -v name="$name" '{ n = $3; sub(/(>=|<).*/, "", n) }
            n == name && $1 ~ /build|core/ { found = 1 } END { if (!found) print name }'
    done
}

# own_probes: prints the lines of tests that look for programs or modules without have() and
# there().
own_probes() {
    grep -rnE --include='*.sh' -e '(^|if|elif|!|&&|\|\||[;{(]) *(command -v|which|type) ' -e '1\.\.0 # *SKIP' \
        -e '(if|elif|!|&&|\|\|) *python3 -c .import [a-z_, ]*[^;]( |$)' tests |
        grep -vE '^[^:]*:[0-9]+: *#|^tests/t_project.sh|^tests/support/lib.sh|= *\$\(|\$\(command -v|:  type '
}

check_test 'the tests name their needs' -ge 40 'used_needs | wc -l'
check_test 'as src/gen/needs.sh does' = '' 'unknown_needs'
check_test 'tests of check need only what make deps check installs' = '' 'heavy_needs'
check_test 'no test has a probe of its own' = '' own_probes
check_test 'each line of src/gen/needs.sh has a known probe' = '' 'printf "%s\n" "$needs" | awk "NF && NF != 8 { print }"'
for library in $(printf '%s\n' "$needs" | sed -n 's/.* lib:\([A-Z0-9]*\) .*/\1/p'); do
    [ "$library" = PCRE2 ] || grep -qE "^HAVE_$library(_SO)? = ." "$B/config.mk" ||
        skip "the build has $library" 'its library is missing; make deps check-all installs it'
done

# ---- Missing tools: src/gen/deps.sh on a machine with only a package manager ----

# bare MANAGER UID: makes a directory with few commands, in which the package manager only writes
# its arguments to a file.
bare() {
    rm -rf "$tmp/called" "${tmp:?}/bin" && mkdir "$tmp/bin"
    for tool in sh mktemp rm tr cut sort grep sed cat awk head tail mkdir cp dirname cksum; do
        ln -s "$(command -v "$tool")" "$tmp/bin/$tool"
    done
    printf '#!/bin/sh\necho %s\n' "$2" >"$tmp/bin/id"
    [ "$1" = none ] || printf '#!/bin/sh\necho "%s $*" >>%s/called\n' "$1" "$tmp" >"$tmp/bin/$1"
    chmod +x "$tmp"/bin/*
}

deps() {
    PATH=$tmp/bin B=$tmp/none PKG_CONFIG=pkg-config "$tmp/bin/sh" src/gen/deps.sh "$@"
}

for pair in apt-get:libpcre2-dev dnf:pcre2-devel pacman:pcre2 apk:pcre2-dev brew:pcre2; do
    bare "${pair%:*}" 0
    check_status "${pair%:*} is called, and what is still missing is reported" 1 'deps try'
    check "${pair%:*} installs ${pair#*:}" 'grep -w -- "${pair#*:}" "$tmp/called"'
    check_test "${pair%:*} installs no tools of the tests" -eq 0 'grep -cE "clang|cppcheck" "$tmp/called"'
done
bare apt-get 0
check_status 'deps check: exits with 1' 1 'deps check'
check_test 'deps check installs neither linters nor other programs' -eq 0 'grep -cwE "cppcheck|clang|emacs-nox|chromium|npm" "$tmp/called"'
bare apt-get 0
check_status 'deps check-all: exits with 1' 1 'deps check-all'
check 'deps check-all installs editors, browsers and compilers' 'for name in emacs-nox chromium clang npm; do grep -w "$name" "$tmp/called" || exit; done'
bare apt-get 0
check_status 'deps js: exits with 1' 1 'deps js'
check 'deps js installs compilers for it and node' 'for name in clang lld wasi-libc nodejs; do grep -w "$name" "$tmp/called" || exit; done'
check_test 'and neither browsers nor Python' -eq 0 'grep -cE "chromium|firefox|python|emacs" "$tmp/called"'
bare apt-get 0
check_status 'deps lint: exits with 1' 1 'deps lint'
check 'deps lint installs a linter' 'grep -w cppcheck "$tmp/called"'
# The goals in the table of deps.sh and the groups in mk/dev.mk are two lists that must agree.
for group in core archive pick bindings hosts; do
    bare apt-get 0
    check_test "deps check-$group installs what it alone needs" -ge 1 'deps check-$group >"$tmp/said"; wc -w <"$tmp/called"'
done
bare apt-get 1000
check_test 'neither root nor sudo: the command to run is shown last' -eq 1 'deps try | tail -n 1 | grep -c "apt-get update && apt-get install .*libpcre2-dev"'
check_test 'neither root nor sudo: the command is not run' = '' 'cat "$tmp/called"'
bare none 0
check_test 'no package manager: missing packages are reported' -eq 1 'deps try | grep -c "missing: lib:PCRE2"'
bare apt-get 0
check_test 'deps.sh --list names missing packages' -eq 2 'deps --list check | grep -cE "lib:PCRE2, in .* libpcre2-dev|cmd:jq, in .* jq"'
check_test 'deps.sh --list installs nothing' = '' 'cat "$tmp/called" 2>"$tmp/none"'
check_test 'goals after deps run after it, also with -j' = 'deps:all' \
    'mk -j4 help deps | awk "NR == 1 || \$1 == \"all\" { printf \"%s\", \$1 }"'
finish
