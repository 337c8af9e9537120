#!/bin/sh
# t_refused.sh - options of trawl check and rewrite that do not go together: a line for each row
# of their conflicts

. tests/support/lib.sh

printf x >"$tmp/key"
# refused COMMAND OPTIONS MESSAGE: checks that the command refuses the options with this message.
refused() {
    options=$2
    export options
    check_test "$1 $2" = "trawl: $1: $3 2" \
        "echo x | \"\$TRAWL\" $1 \$options 2>&1 | sed 's/; see \"trawl .*//' | tr '\\n' ' '; echo x | \"\$TRAWL\" $1 \$options >/dev/null 2>&1; echo \$?"
}

same='--same compares two URLs; it does not go with -t, -0, --valid or --not'
for option in '-t json' '-t canonical' -0 --valid "--not valid=3986"; do
    refused check "--same a:b a:b $option" "$same"
done
refused check '--same a:b' '--same takes exactly two URLs'
refused check -0 '-0 goes with -t canonical only'

to='--to https://go.example/{url}'
text='text needs one of --unwrap, --untrack, --to, --defang and --drop, and has no --link'
refused rewrite '-f text --link --unwrap' "$text"
refused rewrite '-f text' "$text"
for options in '--drop --defang' "--drop $to" '--drop --link' "--defang $to" '--defang --link'; do
    refused rewrite "$options" '--drop and --defang go neither together nor with --link or --to'
done
refused rewrite '--seal --drop -f text' '--seal is for HTML, with one of --to, --defang and --drop'
refused rewrite --seal '--seal is for HTML, with one of --to, --defang and --drop'
refused rewrite '--seal --drop --scheme live' \
    '--seal is for all links: it goes with none of --scheme, --host and --site'
for options in '--report x' '--base http://a.example/' '--charset utf-8'; do
    refused rewrite "$options" '--report, --base, --charset and --max-output go with --seal only'
done
refused rewrite "$to{hmac}" '{hmac} in --to and --key go together'
refused rewrite "$to --key $tmp/key" '{hmac} in --to and --key go together'
for options in '--skip pre' '--attr rel=me' '--attr class=c' '--attr target=t' '--short 9' '--spell punycode'; do
    refused rewrite "-f text --drop $options" \
        '--skip, --attr, --short and --spell are for HTML'
done
refused rewrite '--seal --drop --report -' '--report needs a file: the page goes to standard output'
refused rewrite -i '-i needs files'

finish
