#!/bin/sh
# t_rfc1738_page.sh - the URLs in the text of RFC 1738 as HTML: which of its 30 wrappers are live,
# and with which href
#
# testdata/rfc-like.txt has the same 30 URLs in another text. The RFC is read from TRAWL_SHARED or
# ../shared, if it is there.
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh

cat >"$tmp/wrappers" <<'END'
http://www.acl.lanl.gov/URI/archive/uri-archive.index.html
ftp://@host.com/
ftp://host.com/
ftp://foo:@host.com/
ftp://myname@host.dom/%2Fetc/motd
ftp://myname@host.dom/etc/motd
ftp://myname@host.dom//etc/motd
news:*
file://vms.host.edu/disk$user/my/notes/note12345.txt
prospero://host.dom//pros/name
ftp://info.cern.ch/pub/www/doc;type=d
ftp://ds.internic.net/rfc
http://ds.internic.net/instructions/overview.html#WARNING
ftp://ds.internic.net/rfc/rfc1436.txt;type=a
ftp://boombox.micro.umn.edu/pub/gopher/gopher_protocol/Gopher+/Gopher+.txt
ftp://ds.internic.net/rfc/rfc1630.txt
ftp://info.cern.ch/pub/www/doc/http-spec.txt.Z
ftp://ds.internic.net/rfc/rfc1123.txt
ftp://ds.internic.net/rfc/rfc822.txt
ftp://quake.think.com/pub/wais/doc/protspec.txt
ftp://ds.internic.net/rfc/rfc1036.txt
ftp://quake.think.com/pub/wais/doc/doc-ids.txt
ftp://ds.internic.net/rfc/rfc977.txt
ftp://ds.internic.net/internet-drafts/draft-ietf-uri-irl-fun-req-02.txt
ftp://ds.internic.net/rfc/rfc1034.txt
ftp://prospero.isi.edu/pub/prospero/doc/prospero-protocol.PS.Z
ftp://ds.internic.net/rfc/rfc959.txt
ftp://ds.internic.net/rfc/rfc1737.txt
ftp://ds.internic.net/rfc/rfc1625.txt
ftp://uu.psi.com/wp/nir.txt
END
cat >"$tmp/addresses" <<'END'
mailto:uri@bunyip.com
mailto:timbl@info.cern.ch
mailto:masinter@parc.xerox.com
mailto:mpm@boombox.micro.umn.edu
END

# heads: prints the href of each wrapper in the HTML on standard input, or "dead". Only the first
# piece of a broken link counts.
heads() {
    tr '\n\f' '  ' | grep -oE '&lt;URL:<bdi dir="ltr"[^>]*>(<a href="[^"]*")?' |
        sed 's/.*trawl-dead.*/dead/; s/.*href="//; s/"$//'
}

# hrefs: prints all hrefs; equal neighbours, such as the pieces of a broken link, once.
hrefs() {
    grep -oE '<a href="[^"]*"' | sed 's/.*href="//; s/"$//' | uniq
}

page() {
    "$TRAWL" -t html --page "$@" "$text"
}

# wanted SCHEMES: prints the wrappers, with "dead" for these schemes ("ftp|news").
wanted() {
    sed -E "s/^($1):.*/dead/" "$tmp/wrappers"
}

# test_page NAME FILE
test_page() {
    text=$2
    check_same "$1: 30 wrappers" '"$TRAWL" -t json "$text" | sed -n "s/^{\"url\":\"\([^\"]*\)\",\"kind\":\"wrap\".*/\1/p"' \
        'cat "$tmp/wrappers"'
    check_same "$1: with --live ftp,news,prospero all but file: is live" 'page --live ftp,news,prospero | heads' \
        'wanted file'
    check_same "$1: and the addresses are live" 'page --live ftp,news,prospero | hrefs | sort' \
        'wanted file | cat - "$tmp/addresses" | grep -v dead | sort'
    check_test "$1: file: stays text" -eq 1 'page --live ftp,news,prospero |
        grep -cF "<bdi dir=\"ltr\" class=\"trawl-dead\">file://vms.host.edu/disk\$user/my/notes/note12345.txt</bdi>&gt;"'
    check_same "$1: by default only http is live" 'page | heads' 'wanted "ftp|news|prospero|file"'
    check_same "$1: by default the addresses are live" 'page | hrefs | sort' '{ grep "^http:" "$tmp/wrappers"; cat "$tmp/addresses"; } | sort'
    check_same "$1: the same in a fragment" '"$TRAWL" -t html --live ftp,news,prospero "$text" | heads' 'wanted file'
    check_status "$1: --live file is refused" 2 'page --live ftp,file'
}

check_test 'the list has 30 URLs' -eq 30 'wc -l <"$tmp/wrappers"'
test_page 'rfc-like.txt' testdata/rfc-like.txt
rfc=${TRAWL_SHARED:-../shared}/rfc/rfc1738.txt
if [ -r "$rfc" ]; then
    test_page 'RFC 1738' "$rfc"
else
    tap_note 'no rfc1738.txt: skipped'
fi

finish
