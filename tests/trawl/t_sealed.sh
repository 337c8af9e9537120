#!/bin/sh
# t_sealed.sh - pages that attack a seal (sealed.py): what is written has the form of a sealed page,
# and does not change when it is sealed again
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh

# judge PAGE: prints the fault of a page that was sealed with --to.
judge() {
    printf '\357\273\277%b' "$1" | python3 -B tests/trawl/sealed.py --judge to
}

if have python3; then
    check_test 'each page is sealed in three modes' = '' 'python3 -B tests/trawl/sealed.py "$TRAWL" "$tmp/report" >"$tmp/said"; grep -v " 0 faults$" "$tmp/said"'
    check_test 'there are 200 pages and more' -ge 200 'sed -n "s/ pages.*//p" "$tmp/said"'
    # The oracle sees what a seal must not write.
    check_test 'a page of the right form' = '' 'judge "<p style=\"mask: url(&quot;https://go.example/?u=x&quot;);\">x</p><style>@media a { p>q { color: #fff; } }</style>"'
    for page in '<p>a>b' '<p x=y>' '<script>' '<p onclick=\"x\">' '<a href=\"http://a.example/\">' '<style>x\\\\</style>' '<style>x\\\\3c/ { }</style>' '<style>@import \"a\";</style>' \
        '<style>p { mask: url(a); }</style>' '<style>p { mask: url(\"http://a.example/\"); }</style>' '<style>p { mask: image-set(\"a\" 1x); }</style>' '<style>p { mask: src(\"a\"); }</style>' '<style>p { mask: x(y; }</style>' \
        '<style>p&q { }</style>' '<img srcset=\"# 1x,http://a.example/ 2x\">' '<a ping=\"# http://a.example/\">' '<meta http-equiv=\"refresh\" content=\"0;url=http://a.example/\">' '<iframe srcdoc=\"&lt;img src=x&gt;\">' '<p title=\"\033\">' \
        '<p style=\"color: red\">&nbsp;' '<p style=\"} p { color: red; }\">' '<rect fill=\"red;x\"/>'; do
        export page
        check_test "a fault: $page" -gt 0 'judge "$page" | wc -c'
    done
else
    skip 'sealed pages' 'no python3'
fi

finish
