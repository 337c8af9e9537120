#!/bin/sh
# fresh_inside.sh ROOT HOSTNAME GOAL... - the part of fresh.sh that runs in a chroot, as root
#
# Finds the checkout, settings and certificates in /trawl. Writes to /trawl/out: "begun"; "results"
# with a line for each command that passed and the figures; the logs of the commands; in "12" also
# "unnamed", the packages that "deps.sh --list" does not name when they are missing.
set -u

out=/trawl/out
touch "$out/begun"
printf '127.0.0.1 localhost\n127.0.1.1 %s\n' "$2" >/etc/hosts
chmod 755 / /trawl && chmod -R a+rX /trawl
# The terminals of mmdebstrap belong to user 5, so other users could not open them by their names.
mount -t devpts -o newinstance,ptmxmode=666,mode=620,gid=5 devpts /dev/pts && trap 'umount /dev/pts' EXIT
user=root
if [ "${1%-sudo}" != "$1" ]; then
    user=ada
    useradd -m -s /bin/sh "$user" && chown -R "$user" /trawl/src
    echo "$user ALL=(ALL) NOPASSWD: ALL" >/etc/sudoers.d/ada
fi
home=$(getent passwd "$user" | cut -d : -f 6)

# as_user COMMAND: runs a command of the shell in the checkout.
as_user() {
    setpriv --reuid="$user" --regid="$user" --init-groups env -i HOME="$home" USER="$user" LC_ALL=C.UTF-8 \
        PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
        sh -c ". /trawl/settings && cd /trawl/src && $1"
}

# packages, megabytes: print the number of packages, and the size of the system with the user's files.
packages() {
    dpkg-query -W | wc -l
}
megabytes() {
    du -smx --exclude=/proc --exclude=/sys --exclude=/dev --exclude=/trawl --exclude=/var/cache/apt / 2>/dev/null | cut -f 1
}

# try GOAL: runs "make deps GOAL", as the README says, and writes how long it took and how much it
# installed. prove writes each check to the log.
try() {
    before="$(packages) $(megabytes)" began=$(date +%s)
    as_user "TRAWL_REQUIRE=all PROVEFLAGS='-v -j$(nproc)' make deps $1" >"$out/$1.log" 2>&1 </dev/null &&
        echo "passed $1" >>"$out/results"
    echo "make deps $1: $(($(packages) - ${before% *})) packages, $(($(megabytes) - ${before#* })) MB, $((($(date +%s) - began + 30) / 60)) minutes$(sed -n 's/^\(Files=[0-9]*, Tests=[0-9]*\).*/, \1/p' "$out/$1.log")" \
        >>"$out/results"
}

# installed PATTERN: prints the names of installed packages.
installed() {
    dpkg-query -W -f '${db:Status-Abbrev} ${Package}\n' "$1" | sed -n 's/^ii *//p'
}

# unnamed: removes each package, prints it if "deps.sh --list" does not name it, and installs it
# again. Leaves out essential packages, which a Debian system always has; python3, whose program is
# in python3-minimal; and python3-dev, python3-venv and libclang-rt-dev-wasm32, which only depend on
# the packages of a version.
unnamed() {
    mkdir -p /trawl/debs && cd /trawl/debs || return
    for package in $(as_user "sh src/gen/deps.sh --packages $last"); do
        case $(dpkg-query -W -f '${Essential} ${Status}' "$package") in
        'no install ok installed') ;;
        'yes '*) continue ;;
        *) echo "$package is not installed" && continue ;;
        esac
        case $package in
        python3) taken='python3 python3-minimal' ;;
        python3-dev) taken="$package $(installed 'libpython3.*-dev')" ;;
        python3-venv) taken="$package $(installed 'python3.*-venv')" ;;
        libclang-rt-dev-wasm32) taken="$package $(installed 'libclang-rt-*-dev-wasm32')" ;;
        *) taken=$package ;;
        esac
        rm -f ./*.deb
        # shellcheck disable=SC2086  # several words
        apt-get download $taken >/dev/null
        # shellcheck disable=SC2086
        dpkg --force-depends --remove $taken >/dev/null 2>&1 || echo "$package cannot be removed"
        as_user "sh src/gen/deps.sh --list=$package $last" | sed -n 's/.* in the package //p' |
            tr ' ' '\n' | grep -qxF "$package" || echo "$package"
        dpkg --force-depends -i ./*.deb >/dev/null 2>&1 || echo "$package cannot be installed again"
    done
}

chroot=$1
shift 2
for last do
    try "$last"
done
if [ "$chroot" = 12 ]; then
    unnamed >"$out/unnamed"
    as_user "sh src/gen/deps.sh --list $last" >>"$out/$last.log" 2>&1 || echo 'deps.sh: something is still missing' >>"$out/unnamed"
fi
exit 0
