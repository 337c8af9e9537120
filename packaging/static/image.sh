#!/bin/sh
# image.sh VERSION PROCESSOR FOLDER - packs the static programs as an image for containers (OCI),
# FOLDER/trawl-VERSION-linux-PROCESSOR.oci.tar
#
# PROCESSOR is x86_64 or aarch64. Reads the tarball that build.sh made in FOLDER. Needs umoci, but
# no daemon and no root. The same programs give the same bytes. Called by "make image".
set -eu
name=trawl-$1-linux-$2
case $2 in x86_64) architecture=amd64 ;; aarch64) architecture=arm64 ;; *) architecture=$2 ;; esac
cd "$3"
room=$(mktemp -d "$PWD/image.XXXXXX")
trap 'rm -rf "$room"' EXIT
mkdir "$room/usr" && tar -C "$room/usr" --strip-components=1 -xf "$name.tar.gz"
time=$(stat -c @%Y "$room/usr/bin/trawl")
mkdir "$room/root" "$room/root/tmp" && mv "$room/usr" "$room/root" && chmod 1777 "$room/root/tmp"
find "$room/root" -exec touch -h -d "$time" {} +

image=$room/image:$1
address() { sed -n "s/^$1=//p" "$OLDPWD/packaging/address"; }
umoci init --layout "$room/image"
umoci new --image "$image"
umoci insert --rootless --image "$image" --history.created "$(date -u -d "$time" +%FT%TZ)" \
    --history.created_by 'make image' "$room/root" /
umoci config --image "$image" --no-history --created "$(date -u -d "$time" +%FT%TZ)" --architecture "$architecture" --os linux \
    --config.entrypoint /usr/bin/trawl --config.env PATH=/usr/bin --config.workingdir / \
    --config.user 65534:65534 --manifest.annotation "org.opencontainers.image.version=$1" \
    --manifest.annotation org.opencontainers.image.licenses=MIT \
    --manifest.annotation "org.opencontainers.image.url=$(address home)" \
    --manifest.annotation "org.opencontainers.image.source=$(address repository)"
umoci gc --layout "$room/image"
find "$room/image" -exec touch -h -d "$time" {} +
(cd "$room/image" && find . -mindepth 1 | LC_ALL=C sort) >"$room/list"
tar --owner=0 --group=0 --numeric-owner --format=ustar --no-recursion -C "$room/image" -cf "$name.oci.tar" -T "$room/list"
ls -l "$PWD/$name.oci.tar"
