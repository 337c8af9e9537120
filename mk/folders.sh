#!/bin/sh
# folders.sh missing FOLDER... | remove LIST DESTDIR FOLDER... - the folders that "make install" makes
#
# "missing" prints the folders, and the folders above them, that do not exist. "make install" keeps
# this list with the files that it installs. "remove" removes the folders that the file LIST names,
# and then LIST itself. If DESTDIR is not empty, "remove" ignores LIST, and removes each FOLDER and
# the folders between FOLDER and DESTDIR. A folder with other files in it stays.
set -u

# above TOP FOLDER...: prints each folder and those above it, up to TOP.
above() {
    top=$1
    shift
    for folder do
        while [ "$folder" != "$top" ] && [ "$folder" != / ] && [ "$folder" != . ]; do
            printf '%s\n' "$folder"
            folder=$(dirname "$folder")
        done
    done
}

mode=$1
shift
case $mode in
missing)
    above / "$@" | sort -u | while read -r folder; do
        [ -d "$folder" ] || printf '%s\n' "$folder"
    done
    ;;
remove)
    list=$1 destdir=$2
    shift 2
    if [ -n "$destdir" ]; then
        folders=$(above "${destdir%/}" "$@")
    else
        folders=$(cat "$list" 2>/dev/null)
        rm -f "$list"
    fi
    # In this order a folder comes after those in it.
    printf '%s\n' "$folders" | sort -ru | while read -r folder; do
        [ ! -d "$folder" ] || rmdir "$folder" 2>/dev/null
    done
    exit 0
    ;;
esac
