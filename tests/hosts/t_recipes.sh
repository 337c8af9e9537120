#!/bin/sh
# t_recipes.sh - the recipes of README.md and doc/tour.md that check links: run as they are written,
# over a folder docs and a web server with names that shells and xargs treat in a special way

# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh
case $TRAWL in /*) ;; *) TRAWL=$PWD/$TRAWL ;; esac
mkdir "$tmp/bin" && ln -s "$TRAWL" "$tmp/bin/trawl" || exit 2
# shellcheck disable=SC2031  # commands in single quotes are run by eval
PATH=$tmp/bin:$PATH
export tmp PATH

# recipe FILE WORD: prints the command of a block of sh in which WORD is. An empty line, or the end
# of the block, ends it.
recipe() {
    awk -v word="$2" '
        /^```/ || /^$/ { if (inside && index(text, word)) printf "%s", text; text = "" }
        /^```/ { inside = !inside && /^```sh/; next }
        /^trawl / { if (!more) text = "" }
        inside { text = text $0 "\n"; more = /[|\\]$/ }' "$1"
}

# ---- Files that are missing: doc/tour.md ----

recipe doc/tour.md '[ -e' >"$tmp/files.sh"
check_test 'the tour has the recipe' -le 6 'wc -l <"$tmp/files.sh"'
cd "$tmp" || exit 2
mkdir -p "docs/sub folder"
for name in 'a b.md' "it's.md" 'c"d.md' 'e#f.md' 'g.md' 'sub folder/h.md' 'ü.md' '-n' '$(x)`.md'; do : >"docs/$name"; done
cat >"docs/index.md" <<'END'
[x](<a b.md>) [x](a%20b.md) [x](it's.md) [x](c%22d.md) [x](e%23f.md#part) [x](g.md?q=1#part) [x](sub%20folder/h.md)
[x](sub%20folder/) [x](ü.md) [x](%C3%BC.md) [x](-n) [x](<$(x)`.md>) [x](#part) [x](http://127.0.0.1/)
END
printf '<html><a href="a b.md">x</a><a href="../docs/g.md">x</a><a href="?q">x</a>' >"docs/page.html"
check_same 'nothing is missing' 'sh files.sh 2>&1; echo $?' 'echo 0'
check_same '... beside a file without a folder in its name' \
    'cd docs && sed "s/ docs *$/ index.md/; s/ docs |/ index.md |/" ../files.sh | sh 2>&1; echo $?; cd ..' 'echo 0'
cat >"docs/sub folder/b'a\"d.md" <<'END'
[x](../g.md) [x](g.md) [x](<no 'file'.md#x>)
END
printf '<html>a<br>\n<a href="no%%20page.html?q">x</a>' >"docs/bad.html"
check_same 'the missing files are printed, and the status is 1' 'sh files.sh 2>&1 | sort; sh files.sh >/dev/null; echo $?' 'cat <<END
docs/bad.html:2: no%20page.html?q
docs/sub folder/b'"'"'a"d.md:1: g.md
docs/sub folder/b'"'"'a"d.md:1: no '"'"'file'"'"'.md#x
1
END'
cd - >/dev/null || exit 2

# ---- Dead links: README.md ----

recipe README.md curl | sed 's/-m [0-9]*/-m 3/' >"$tmp/dead.sh"
check_test 'the README has the recipe' -le 3 'wc -l <"$tmp/dead.sh"'
have curl || {
    skip 'dead links' 'no curl'
    finish
}
rm -rf "$tmp/docs" && mkdir "$tmp/docs" || exit 2
python3 tests/hosts/recipes.py "$tmp/port" &
server=$!
trap 'kill $server 2>/dev/null; rm -rf "$tmp"' EXIT
until_there "$tmp/port" || exit 2
at=http://127.0.0.1:$(cat "$tmp/port")
export at
cd "$tmp" || exit 2
cat >docs/good.txt <<END
<$at/it's> <$at/a"b"> <$at/{a,b}[1-3]> <$at/\$(x)&y;z> <mailto:joe@example.org>
END
printf '<html>%s\n' "<a href=\"$at/c\\d\">x</a> <a href=\"$at/e|f\">x</a>" >docs/good.html
check_same 'good links: no output, status 0' 'sh dead.sh 2>&1; echo $?' 'echo 0'
check_test 'each is asked for, once' -eq 6 'sort -u port.asked | wc -l'
: >port.asked
cat >docs/bad.txt <<END
$at/slow $at/dead?it's $at/last
END
check_same 'dead and slow links are printed, and the status is 123' 'sh dead.sh 2>&1 | cut -d " " -f 1 | sort; sh dead.sh >/dev/null 2>&1; echo $?' \
    'printf "%s\n" "$at/dead?it'"'"'s:" "$at/slow:" 123'
check_test 'the links after them are asked for' -ge 1 'grep -c last port.asked'
finish
