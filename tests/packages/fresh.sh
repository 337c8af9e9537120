#!/bin/sh
# fresh.sh [NAME...] - runs the README's first commands in two Debian chroots: "one" has none of
# their dependencies, "two" has some
#
# Run by "make check-fresh", with the last commit of the checkout. The commands are "make deps try",
# "make deps check", which needs little, and "make deps check-all". "one" is a minimal Debian with
# make, where root runs the commands. It also tests that deps.sh names each package that is removed.
# "two" has PostgreSQL, libpq, Python, node, npm and a compiler; an ordinary user with sudo works
# there. fresh_inside.sh is the part that runs in the chroots. Needs mmdebstrap, 10 GB of disk, and
# half an hour for each. CHECK_FRESH_GOALS='try check' runs some of the goals. Writes logs to
# $B/fresh; with CHECK_FRESH_KEEP=FOLDER the chroots are kept there.

. tests/support/lib.sh
# shellcheck source=tests/packages/chroot.sh
. tests/packages/chroot.sh

: "${B:=build}" "${CHECK_FRESH_KEEP=}" "${CHECK_FRESH_GOALS:=try check check-all}"

# give_up WHY: skips the whole test.
give_up() {
    skip 'fresh machines' "$1"
    finish
}

have mmdebstrap git || give_up 'no mmdebstrap or no git'
there cmd:apt-get || give_up 'no apt-get'
find_suite || give_up 'apt has no list of packages of Debian; apt-get update'
mkdir -p "$B/fresh" && into=$(cd "$B/fresh" && pwd)

# settings: prints how this machine reaches the network, as lines of the shell.
settings() {
    echo 'export npm_config_cafile=/trawl/ca.crt NODE_EXTRA_CA_CERTS=/trawl/ca.crt'
    for variable in http_proxy https_proxy no_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY; do
        eval "value=\${$variable-}"
        [ -z "$value" ] || echo "export $variable='$value'"
    done
    ! there cmd:npm || for variable in registry proxy https-proxy; do
        value=$(npm config get "$variable" 2>"$tmp/npm")
        case $value in
        '' | null | undefined) ;;
        *) echo "export npm_config_$(echo "$variable" | tr - _)='$value'" ;;
        esac
    done
}

# try_in NAME PACKAGES: makes a chroot, works in it and reports the results.
try_in() {
    in=$tmp/in
    rm -rf "$in" "${into:?}/$1" && mkdir -p "$in" "$into/$1"
    git clone -q --no-hardlinks . "$in/src" && cp tests/packages/fresh_inside.sh "$in"
    cp "${SSL_CERT_FILE:-/etc/ssl/certs/ca-certificates.crt}" "$in/ca.crt"
    settings >"$in/settings"
    chroot_make minbase "$2" "$in" "$into/$1" "sh /trawl/fresh_inside.sh $1 $(hostname) $CHECK_FRESH_GOALS" \
        "${CHECK_FRESH_KEEP:+$CHECK_FRESH_KEEP/$1}" >"$into/$1.log" 2>&1
    [ -f "$into/$1/begun" ] || give_up "mmdebstrap makes no chroot here: $(grep '^E:' "$into/$1.log" | head -n 1)"
    for goal in $CHECK_FRESH_GOALS; do
        check "$1: make deps $goal" "grep -qx 'passed $goal' '$into/$1/results' || what_failed '$into/$1/$goal.log'"
    done
    [ "$1" != one ] || check_test 'deps.sh names each package that is missing' = '' "cat '$into/one/unnamed'"
    tap_note "$1: $(grep -v '^passed' "$into/$1/results" | tr '\n' ';')"
}

# what_failed LOG: prints the tests that failed and the end of the log.
what_failed() {
    grep -E '^not ok|^# may not|Failed test|Dubious|Wstat' "$1" | head -n 100
    tail -n 20 "$1"
    return 1
}

[ $# -gt 0 ] || set -- one two
for chroot do
    case $chroot in
    one) try_in one make,ca-certificates ;;
    two) try_in two make,ca-certificates,sudo,gcc,libc6-dev,postgresql,libpq-dev,python3,nodejs,npm ;;
    esac
done
finish
