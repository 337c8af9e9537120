#!/bin/sh
# t_recipe.sh - the recipe "a rule about a bracket" of doc/contributing.md, followed to the letter
#
# Adds the rule of the recipe's title, "{%" ends a link, as a row of stop.c with a function, in a copy of
# the rooms of find; then compiles the file, also with as many rows as doc/design.md says there is room
# for, and lets the library find links with it.

# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh
# shellcheck source=tests/make.sh
. tests/make.sh

recipe='### A rule about a bracket, such as "`{%` ends a link"'
check 'contributing.md has the recipe' 'grep -qxF "$recipe" doc/contributing.md'
mkdir "$tmp/src" && cp -R src/lib "$tmp/src/lib" && cp -R include "$tmp/include" || exit 2
stop=$tmp/src/lib/find/ending/stop.c

# with_rows COUNT: stop.c with the rule, in COUNT rows.
with_rows() {
    awk -v count="$1" '
        /^static const struct stop_rule/ {
            print "static bool is_template(ending *e, size_t i)"
            print "{"
            print "    return RULE(M99) && text_at(e->t, i + 1) == (int)\"%\"[0];"
            print "}\n"
        }
        { print }
        /^} stop_rules\[\] = / {
            for (i = 0; i < count; i++)
                print "    {\"{\", is_template, {\"M99\", \"a sign of templates ends it\"}},"
        }' src/lib/find/ending/stop.c >"$stop"
}
sed -i.orig 's/X(M22)/X(M22) X(M99)/' "$tmp/src/lib/find/text/text.h"

compiles() {
    $CC -std=c11 -Wall -Wextra -Werror -DTRAWL_TEST_RULES "-I$tmp/include" "-I$tmp/src/lib" -D_POSIX_C_SOURCE=200809L -c \
        -o "$tmp/with_rules.o" "$stop" &&
        $CC -std=c11 -Wall -Wextra -Werror "-I$tmp/include" "-I$tmp/src/lib" -D_POSIX_C_SOURCE=200809L -c -o "$tmp/stop.o" "$stop"
}

rows=$(sed -n '/^} stop_rules\[\] = /,/^};/p' src/lib/find/ending/stop.c | grep -c '{"M[0-9]*", "')
room=$(sed -n 's/.*bits for \([0-9]*\) rules in `stop.c`.*/\1/p' doc/design.md)
check_test 'stop.c has room for another rule' -gt "$rows" 'echo "$room"'
with_rows "$((room - rows + 1))"
check_status 'there is no more room than design.md says' 1 'compiles >"$tmp/log" 2>&1'
with_rows "$((room - rows))"
check 'there is as much room as design.md says' 'compiles'
with_rows 1
check 'the rule compiles' 'compiles'

cat >"$tmp/links.c" <<'END'
#include <stdio.h>
#include <string.h>
#include <trawl.h>

static int print_link(void *file, const trawl_link *link)
{
    return fprintf(file, "%.*s\n", (int)link->url.n, link->url.p) < 0;
}

int main(void)
{
    const char *text = "http://a.example/x{% if y %} http://a.example/x{y}";

    return trawl_each(text, strlen(text), NULL, print_link, stdout) != TRAWL_OK;
}
END
libraries=$(sed -n 's/^\(PCRE2\|IDN2\|ICONV\|DL\)_LIBS = //p' "$B/config.mk" | xargs)
check 'a program with the rule is linked' \
    '$CC -std=c11 $CFLAGS $LDFLAGS "-I$tmp/include" -o "$tmp/links" "$tmp/links.c" "$tmp/stop.o" "$B/rooms.a" $libraries -pthread'
check_same 'the rule ends a link, and leaves others alone' '"$tmp/links"' 'printf "%s\n" http://a.example/x "http://a.example/x{y}"'

finish
