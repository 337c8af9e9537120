# shellcheck shell=sh
# chroot.sh - makes Debian chroots by mmdebstrap, from the archives of this machine's apt
#
# Sourced by tests after lib.sh. An ordinary user can make chroots where user namespaces work.
# shellcheck disable=SC2154  # $tmp

# What is made there is made as anywhere, whatever the variables of "make CC=clang release" are.
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES CC CXX CFLAGS CPPFLAGS LDFLAGS PARTS

# find_suite [SUITE]: sets $suite to SUITE, or to this machine's Debian release, and writes its
# sources to $tmp/sources: only those of Debian's own archives, from where this machine's apt gets
# them. Fails when apt has no list of packages. The keyring must have the keys of SUITE.
find_suite() {
    keyring=/usr/share/keyrings/debian-archive-keyring.gpg
    [ ! -f "$keyring" ] || signed="[signed-by=$keyring] "
    apt-get indextargets --format '$(CODENAME) $(SITE) $(COMPONENT)' \
        'Created-By: Packages' 'Origin: Debian' 'Component: main' 2>"$tmp/apt" | sort -u >"$tmp/targets"
    here=$(awk '{ print length($1), $1 }' "$tmp/targets" | sort -n | sed -n '1s/^[0-9]* //p')
    suite=${1:-$here}
    # Unstable has neither updates nor security.
    awk -v signed="deb ${signed-}" -v here="$here" -v suite="$suite" '
        { part = substr($1, length(here) + 1) }
        part == "" || suite != "sid" { print signed $2, suite part, $3 }' "$tmp/targets" >"$tmp/sources"
    [ -n "$here" ]
}

# apt_settings: prints how this machine's apt reaches its archives, as lines of apt.conf.
apt_settings() {
    apt-config dump | grep -E '^Acquire::(https?::|Check-)' | grep -vE '::(Proxy|Timeout) "";'
    [ -z "${http_proxy-}" ] || echo "Acquire::http::Proxy \"$http_proxy\";"
    [ -z "${https_proxy-}" ] || echo "Acquire::https::Proxy \"$https_proxy\";"
}

# chroot_make VARIANT PACKAGES IN OUT COMMAND [TARGET]: makes a chroot with these packages and the
# files of the folder IN in /trawl, runs COMMAND there as root, and copies /trawl/out to OUT. With
# TARGET, a new folder, the chroot is kept there.
chroot_make() {
    apt_settings >"$tmp/apt.conf"
    mmdebstrap --variant="$1" --include="$2" --aptopt="$tmp/apt.conf" \
        --format="$([ -n "${6-}" ] && echo directory || echo null)" \
        --customize-hook='mkdir -p "$1/trawl/out"' \
        --customize-hook="sync-in $3 /trawl" \
        --customize-hook="chroot \"\$1\" $5" \
        --customize-hook="sync-out /trawl/out $4" \
        "$suite" "${6:-/dev/null}" "$tmp/sources"
}
