#!/bin/sh
# t_parallel.sh - GNU parallel finds the links of one run, by the recipes of doc/clusters.md
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh
# shellcheck source=tests/cluster/page.sh
. tests/cluster/page.sh

if ! have parallel || ! parallel --version 2>/dev/null | grep -q '^GNU parallel'; then
    skip 'recipes for GNU parallel' 'GNU parallel is not installed'
    finish
fi
PARALLEL='--will-cite -j4' PARALLEL_HOME=$tmp/parallel
export PARALLEL PARALLEL_HOME
mkdir "$PARALLEL_HOME"
cp -R testdata "$tmp/mail"
# Messages with paragraphs, lines "From ", URLs on several lines, an attached message, and a text that quotes a message.
awk 'BEGIN {
    for (i = 0; i < 12000; i++) {
        print "From ada@example.org Mon Jun 30 02:34:" 10 + i % 50 " 2008\nFrom: ada@example.org\nSubject: http://subject.example/" i
        if (i % 5 == 0) print "Content-Type: multipart/mixed; boundary=b\n\n--b\n\nhttp://part.example/" i "\n--b\nContent-Type: message/rfc822\n\nSubject: x"
        print "\nFirst http://body.example/" i " and <URL:http://wrapped.example/long/\nway/" i "> or\nFrom http://line.example/" i
        for (k = 0; k < i % 8; k++) print "\nA paragraph, http://paragraph.example/" i "-" k "\n>From ada@example.org Mon Jun 30 02:34:00 2008"
        print (i % 5 == 0 ? "\n--b--\n" : "\n-- \nhttp://signature.example/" i "\n")
    }
}' >"$tmp/archive.mbox"
cd "$tmp" || exit 2

check 'files: the recipe' '(eval "$(recipe "GNU parallel" 1)"); test $? -le 9'
check '... the bytes of one run' 'by_one_run | cmp links.json -'
check_test '... which has links' -gt 9999 'wc -l <links.json'
check 'a mailbox: the recipe' 'eval "$(recipe "GNU parallel" 2)"'
check '... the bytes of one run' '"$TRAWL" -f mbox archive.mbox | cmp links.txt -'
check_test '... which has links' -gt 50000 'wc -l <links.txt'
check_test '... of several blocks' -ge 4 'eval "$(recipe "GNU parallel" 2 | sed "s/trawl .*>.*/head -n 1/")" | grep -c "^From ada"'
finish
