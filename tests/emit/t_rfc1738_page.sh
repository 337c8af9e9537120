#!/bin/sh
# t_rfc1738_page.sh - the URLs of RFC 1738's own text as hypertext: which of its 30 wrappers are live, and with which href
#
# testdata/rfc-like.txt has the same 30 in a text of its own. The RFC itself is looked at where it lies in ../shared, or in
# what TRAWL_SHARED names; where it does not, nothing is missing.
# shellcheck disable=SC2016,SC2034  # commands stand in single quotes and are run by eval
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

# heads: of the HTML on standard input, each wrapper's href, or "dead"; its pieces behind the first have none of their own.
heads() {
    tr '\n\f' '  ' | grep -oE '&lt;URL:<bdi dir="ltr"[^>]*>(<a href="[^"]*")?' |
        sed 's/.*trawl-dead.*/dead/; s/.*href="//; s/"$//'
}

# hrefs: all of them, each as often as it is told anew; a broken link's pieces say the same.
hrefs() {
    grep -oE '<a href="[^"]*"' | sed 's/.*href="//; s/"$//' | uniq
}

page() {
    "$TRAWL" -t html --page "$@" "$text"
}

# wanted SCHEMES: the list, these being dead; schemes with "|" between.
wanted() {
    sed -E "s/^($1):.*/dead/" "$tmp/wrappers"
}

# look_at NAME FILE
look_at() {
    text=$2
    check_same "$1: 30 wrappers" '"$TRAWL" -t json "$text" | sed -n "s/^{\"url\":\"\([^\"]*\)\",\"kind\":\"wrap\".*/\1/p"' \
        'cat "$tmp/wrappers"'
    check_same "$1: with --live ftp,news,prospero all but file: are live" 'page --live ftp,news,prospero | heads' \
        'wanted file'
    check_same "$1: and beside them the addresses" 'page --live ftp,news,prospero | hrefs | sort' \
        'wanted file | cat - "$tmp/addresses" | grep -v dead | sort'
    check_test "$1: file: stays text" -eq 1 'page --live ftp,news,prospero |
        grep -cF "<bdi dir=\"ltr\" class=\"trawl-dead\">file://vms.host.edu/disk\$user/my/notes/note12345.txt</bdi>&gt;"'
    check_same "$1: else http alone is live" 'page | heads' 'wanted "ftp|news|prospero|file"'
    check_same "$1: and the addresses" 'page | hrefs | sort' '{ grep "^http:" "$tmp/wrappers"; cat "$tmp/addresses"; } | sort'
    check_same "$1: a fragment has the same" '"$TRAWL" -t html --live ftp,news,prospero "$text" | heads' 'wanted file'
    check_status "$1: file: cannot be asked for" 2 'page --live ftp,file'
}

check_test 'the list has 30' -eq 30 'wc -l <"$tmp/wrappers"'
look_at 'a text like it' testdata/rfc-like.txt
rfc=${TRAWL_SHARED:-../shared}/rfc/rfc1738.txt
if [ -r "$rfc" ]; then
    look_at 'RFC 1738' "$rfc"
else
    tap_note 'RFC 1738 itself is not here'
fi

finish
