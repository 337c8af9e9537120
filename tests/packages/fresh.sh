#!/bin/sh
# fresh.sh [ROOT...] - runs the README's first commands in Debian chroots that lack what they install
#
# Run by "make check-fresh", with the last commit of the checkout. Each chroot is a minimal Debian
# with make, where fresh_inside.sh runs "make deps try" and "make deps check":
#
#     12, 13, unstable  root runs them in this release
#     13-sudo           an ordinary user with sudo runs them
#     12-sudo           the same, with Python, node, npm and a compiler installed
#
# In those of Debian 12 "make deps check-all" is run, too, and in "12" it is tested that deps.sh names
# each package that is removed. CHECK_FRESH_GOALS='try check' sets the goals for all chroots. Needs
# mmdebstrap, debian-archive-keyring with the keys of these releases, 10 GB of disk, and a quarter of
# an hour for each chroot; check-all takes half an hour more. Writes logs to $B/fresh; with
# CHECK_FRESH_KEEP=FOLDER the chroots are kept there.

. tests/support/lib.sh
# shellcheck source=tests/packages/chroot.sh
. tests/packages/chroot.sh

: "${B:=build}" "${CHECK_FRESH_KEEP=}" "${CHECK_FRESH_GOALS=}"

# give_up WHY: skips the whole test.
give_up() {
    skip 'fresh machines' "$1"
    finish
}

have mmdebstrap git || give_up 'no mmdebstrap or no git'
there cmd:apt-get || give_up 'no apt-get'
find_suite '' || give_up 'apt has no list of packages of Debian; apt-get update'
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

# try_in ROOT SUITE PACKAGES GOALS: makes a chroot of this release, works in it and reports the
# results.
try_in() {
    goals=${CHECK_FRESH_GOALS:-$4}
    in=$tmp/in
    rm -rf "$in" "${into:?}/$1" && mkdir -p "$in" "$into/$1"
    git clone -q --no-hardlinks . "$in/src" && cp tests/packages/fresh_inside.sh "$in"
    cp "${SSL_CERT_FILE:-/etc/ssl/certs/ca-certificates.crt}" "$in/ca.crt"
    settings >"$in/settings"
    find_suite "$2"
    chroot_make minbase "$3" "$in" "$into/$1" "sh /trawl/fresh_inside.sh $1 $(hostname) $goals" \
        "${CHECK_FRESH_KEEP:+$CHECK_FRESH_KEEP/$1}" >"$into/$1.log" 2>&1
    if [ ! -f "$into/$1/begun" ]; then
        skip "$1" "mmdebstrap makes no chroot here: $(grep '^E:' "$into/$1.log" | head -n 1)"
        return
    fi
    for goal in $goals; do
        check "$1: make deps $goal" "grep -qx 'passed $goal' '$into/$1/results' || what_failed '$into/$1/$goal.log'"
        [ "$goal" = check-all ] ||
            check_test "$1: make deps $goal: no warnings of the compiler" = '' "grep -E '^[^ ]+:[0-9]+: warning: ' '$into/$1/$goal.log'"
    done
    [ "$1" != 12 ] || check_test 'deps.sh names each package that is missing' = '' "cat '$into/12/unnamed'"
    tap_note "$1: $(grep -v '^passed' "$into/$1/results" | tr '\n' ';')"
}

# what_failed LOG: prints the tests that failed and the end of the log.
what_failed() {
    grep -E '^not ok|^# may not|Failed test|Dubious|Wstat' "$1" | head -n 100
    tail -n 20 "$1"
    return 1
}

[ $# -gt 0 ] || set -- 12 13 13-sudo unstable 12-sudo
for root do
    case $root in
    12) try_in 12 bookworm make,ca-certificates 'try check check-all' ;;
    13) try_in 13 trixie make,ca-certificates 'try check' ;;
    13-sudo) try_in 13-sudo trixie make,ca-certificates,sudo 'try check' ;;
    unstable) try_in unstable sid make,ca-certificates 'try check' ;;
    12-sudo) try_in 12-sudo bookworm make,ca-certificates,sudo,gcc,libc6-dev,python3,nodejs,npm \
        'try check check-all' ;;
    *) check "fresh.sh has the chroot $root" false ;;
    esac
done
finish
