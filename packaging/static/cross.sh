#!/bin/sh
# cross.sh FOLDER HOST - makes FOLDER/cc, a compiler for static programs of another processor with the
# C library musl, and prints its path
#
# HOST is a name such as aarch64-linux-gnu; its gcc must be installed. musl comes from Debian's
# packages for that processor.
set -eu
mkdir -p "$1/lists/partial" && folder=$(cd "$1" && pwd) host=$2
musl=${host%-gnu}-musl
case $host in aarch64-*) debian=arm64 flags=-mno-outline-atomics ;; *) debian=${host%%-*} flags= ;; esac
if [ ! -x "$folder/cc" ]; then
    cd "$folder"
    apt() { apt-get -qq -o APT::Architecture="$debian" -o APT::Architectures="$debian" -o Dir::State::Lists="$PWD/lists" -o Dir::State::status=/dev/null -o Dir::Cache="$PWD" -o APT::Sandbox::User=root "$@"; }
    { apt update && apt download musl-dev; } >&2
    dpkg -x musl-dev_*.deb root
    sed "s#/usr/\\(include\\|lib\\)/[a-z0-9_]*-linux-musl#$folder/root/usr/\\1/$musl#g; s#ld-musl-[a-z0-9_]*#ld-musl-${host%%-*}#" \
        "/usr/lib/$(uname -m)-linux-musl/musl-gcc.specs" >specs
    printf '#!/bin/sh\nexec %s-gcc %s "$@" -specs "%s"\n' "$host" "$flags" "$folder/specs" >cc && chmod +x cc
fi
echo "$folder/cc"
