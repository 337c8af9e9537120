#!/bin/sh
# inside.sh build|install VERSION - the part of debian.sh that runs in a chroot, as root
#
# Finds its files in /trawl and writes to /trawl/out: "begun"; "results" with a line for each step
# that succeeded; the packages of both builds in "one" and "two"; the output of lintian.
set -u

out=/trawl/out
name=trawl-$2
touch "$out/begun"

# good WORD...: writes a result.
good() {
    echo "$*" >>"$out/results"
}

# build NUMBER USER DIRECTORY UMASK OPTIONS VARIABLE=VALUE...: builds the packages as this user.
build() {
    number=$1 user=$2 directory=$3 mask=$4 options=$5
    shift 5
    useradd -m "$user" && mkdir -p "$directory" "$out/$number" && tar -xzf "/trawl/$name.tar.gz" -C "$directory" &&
        chown -R "$user" "$directory" && cd "$directory/$name" || return
    setpriv --reuid="$user" --regid="$user" --clear-groups env -i PATH=/usr/bin:/bin HOME="/home/$user" \
        DEB_BUILD_OPTIONS="$options" "$@" sh -c 'umask "$0" && dpkg-buildpackage -us -uc' "$mask" || return
    cd .. && cp ./*.deb ./*.tar.xz ./*.dsc ./*.changes ./*.buildinfo "$out/$number" && good built "$number"
}

# packages NAME...: prints the files of these packages.
packages() {
    for package do
        echo "/trawl/${package}_$version"_*.deb
    done
}

# recommended: for each library whose name is in the command, tests that the library's package is
# among the dependencies and recommendations of trawl. First installs the recommendations, since apt
# does not do so for a package that is already installed.
recommended() {
    apt-get satisfy -y "$(dpkg-query -W -f '${Recommends}' trawl)" || return
    packages=", $(dpkg-query -W -f '${Depends}, ${Recommends}' trawl | sed 's/ ([^)]*)//g; s/ |/,/g'), "
    grep -ao 'lib[a-z0-9-]*\.so\.[0-9.]*[0-9]' /usr/bin/trawl | sort -u >/tmp/libraries
    [ "$(wc -l </tmp/libraries)" -ge 6 ] || return
    while read -r library; do
        dpkg -S "*/$library*" | sed 's/:.*//' >/tmp/owners
        echo "$packages" | tr -d , | tr ' ' '\n' | grep -qxFf /tmp/owners && continue
        echo "recommended: $library is in '$(cat /tmp/owners)', not in one of $packages"
        return 1
    done </tmp/libraries
}

case $1 in
build)
    jobs=$(nproc)
    build one ada /home/ada/one 022 "parallel=$jobs" LC_ALL=C.UTF-8 TZ=UTC
    build two bob /srv/a/longer/way/two 002 nocheck LC_ALL=C TZ=Asia/Kathmandu
    lintian --allow-root --fail-on none --display-info "$out"/one/*.changes >"$out/lintian" 2>&1
    ;;
install)
    version=$(echo "$2" | tr - '~') # 1.0.0-rc1 is 1.0.0~rc1 for Debian
    export DEBIAN_FRONTEND=noninteractive
    # shellcheck disable=SC2046  # names of files
    apt-get install -y --no-install-recommends $(packages trawl libtrawl1)
    said=$(echo 'see www.example.org/x' | trawl) && [ "$said" = https://www.example.org/x ] && good alone
    # shellcheck disable=SC2046
    apt-get install -y $(packages trawl libtrawl1 libtrawl-dev libsqlite3-mod-trawl python3-trawl) autopkgtest dpkg-dev && good installed
    recommended && good recommended
    tar -xzf "/trawl/$name.tar.gz" -C /tmp
    autopkgtest --no-built-binaries "/tmp/$name" -- null && good tested
    dpkg --purge trawl libtrawl-dev libtrawl1 libsqlite3-mod-trawl python3-trawl &&
        [ ! -e /usr/share/trawl ] && [ ! -e /usr/libexec/trawl ] && good removed
    ;;
esac
exit 0
