#!/bin/sh
# deps.sh [--list | --list=PACKAGE | --packages] [GOAL...] - installs the missing dependencies of these
# make goals by the package manager, and the npm packages of the tests
#
# Each dependency of needs.sh is tested by using it, not by the list of installed packages; so no
# privileges are needed when nothing is missing. Building needs little; the goals that run tests need
# more. Called by "make deps [GOAL...]" in the root of the project.
#
# --list installs nothing, and prints what is missing with its packages; --list=PACKAGE prints only
# what this package has. --packages prints the packages of all dependencies, missing or not.
# Exit status: 0 when nothing required is missing, else 1, after printing what to do.
set -u

tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT

say() {
    printf 'deps: %s\n' "$*"
}

# shellcheck source=src/gen/needs.sh
. src/gen/needs.sh

have() {
    command -v "$1" >/dev/null 2>&1
}

# kinds_of GOAL...: prints the kinds of dependencies that the goals need. "check" needs the least
# with which the tests of the library and of the command run; editors, browsers and databases are for
# the other groups. Only the goals of "engines" install its daemons, which some systems start at once.
kinds_of() {
    tests='core archive pick bindings python hosts'
    kinds=build
    for goal in "$@"; do
        case $goal in
        all | install* | uninstall | try | clean | help | deps | dist | completions) ;;
        python) kinds="$kinds python" ;;
        wheels) kinds="$kinds python cross" ;;
        check | check-core | path) kinds="$kinds core" ;;
        check-archive) kinds="$kinds core archive" ;;
        check-pick) kinds="$kinds core pick" ;;
        cast) kinds="$kinds core pick hosts cast" ;;
        js | web) kinds="$kinds js" ;;
        check-bindings | check-web | check-python*) kinds="$kinds core bindings python" ;;
        fuzz-afl) kinds="$kinds core hosts afl" ;;
        check-hosts | fuzz*) kinds="$kinds core hosts" ;;
        lint) kinds="$kinds lint" ;;
        cover) kinds="$kinds $tests cover" ;;
        bench*) kinds="$kinds $tests bench" ;;
        check-engines) kinds="$kinds core bindings python engines" ;;
        static | image) kinds="$kinds cross" ;;
        release | check-roots | check-static | check-platforms | check-builds | check-small | check-large | check-valgrind | helgrind) kinds="$kinds $tests cross" ;;
        check-every) kinds="$kinds $tests engines cross lint every" ;;
        check-goals) kinds="$kinds $tests engines cross lint every cover bench cast afl" ;;
        asan | msan | tsan | check-failures) kinds="$kinds $tests every" ;;
        *) kinds="$kinds $tests" ;;
        esac
    done
    echo "$kinds"
}

# rows KINDS: prints the lines of $needs of these kinds.
rows() {
    printf '%s\n' "$needs" | awk -v kinds="$1" '
        BEGIN { for (n = split(kinds, k, " "); n > 0; n--) wanted[k[n]] = 1 }
        { for (n = split($1, k, ","); n > 0; n--) if (k[n] in wanted) { print; next } }'
}

# missing ROWS: prints the lines whose dependency is missing.
missing() {
    printf '%s\n' "$1" | while read -r kind force how rest; do
        [ -z "$how" ] || there "$how" || echo "$kind $force $how $rest"
    done
}

# in_package PACKAGE ROWS: prints the lines that have this package. If no line has it, looks up the
# names that begin with "@".
in_package() {
    printf '%s\n' "$2" | grep -E "[ ,]$(printf '%s' "$1" | sed 's/[.+]/\\&/g')([ ,]|\$)" && return
    printf '%s\n' "$2" | grep ' @' | while read -r line; do
        case " $(packages "$with" "$line")" in
        *" $1 "*) echo "$line" ;;
        esac
    done
}

manager() {
    for m in apt-get dnf pacman apk brew; do
        have "$m" && echo "$m" && return
    done
    echo none
}

# apt_fuzzer: prints the package of clang's run-time libraries, whose name contains clang's version.
# Prints nothing on older releases, where they are part of the package clang.
apt_fuzzer() {
    version=$(clang -dumpversion 2>/dev/null | cut -d . -f 1)
    name=libclang-rt${version:+-$version}-dev
    apt-cache show "$name" >/dev/null 2>&1 && echo "$name"
}

# apt_libgit2: prints the package of libgit2, whose name contains its version.
apt_libgit2() {
    apt-cache depends libgit2-dev 2>/dev/null | sed -n 's/.*Depends: \(libgit2-[0-9.]*\)$/\1/p' | head -n 1
}

# packages MANAGER LINES: prints the names of the packages, each once.
packages() {
    case $1 in
    apt-get) column=4 ;;
    dnf) column=5 ;;
    pacman) column=6 ;;
    apk) column=7 ;;
    *) column=8 ;;
    esac
    printf '%s\n' "$2" | tr -s ' ' | cut -d ' ' -f "$column" | tr ',' '\n' | sort -u | while read -r name; do
        case $name in
        - | '') ;;
        @fuzzer) apt_fuzzer ;;
        @libgit2) apt_libgit2 ;;
        *) echo "$name" ;;
        esac
    done | tr '\n' ' '
}

# installer MANAGER: prints the command line that installs packages. All but brew need root.
installer() {
    case $1 in
    apt-get) echo "apt-get install -y --no-install-recommends" ;;
    dnf) echo "dnf install -y" ;;
    pacman) echo "pacman -S --needed --noconfirm" ;;
    apk) echo "apk add" ;;
    brew) echo "brew install" ;;
    esac
}

# may_sudo: succeeds when sudo works without a password, or there is a terminal to enter it.
may_sudo() {
    have sudo && { sudo -n true 2>/dev/null || [ -t 0 ]; }
}

# run COMMAND...: runs it. Its output goes to the log; if it fails, its last 20 lines are shown.
run() {
    say "\$ $(printf '%s' "$*" | sed 's/\(.\{90\}\).*/\1.../')"
    printf '\n$ %s\n' "$*" >>"$log"
    "$@" >"$tmp/said" 2>&1
    set -- $?
    cat "$tmp/said" >>"$log"
    [ "$1" = 0 ] || tail -n 20 "$tmp/said"
    return "$1"
}

# install MANAGER LINES: installs the packages of these lines of $needs in one command, or one by one
# if that fails. Command lines and lists are split into words on purpose.
# shellcheck disable=SC2086
install() {
    command=$(installer "$1")
    if [ "$1" = apt-get ]; then
        DEBIAN_FRONTEND=noninteractive
        export DEBIAN_FRONTEND
        run $root apt-get update || say "apt-get update failed; using the present lists"
    fi
    names=$(packages "$1" "$2")
    [ -n "$names" ] || return 0
    run $root $command $names && return
    say "that failed; trying the packages one by one"
    for name in $names; do
        run $root $command "$name" || say "$name could not be installed"
    done
}

# install_all LINES: installs what these lines need, but for the packages of npm. Without the right
# to install, sets $as_root to the command that root has to run.
install_all() {
    if [ "$with" = none ]; then
        say "no known package manager (apt, dnf, pacman, apk, brew); please install these yourself:"
        return
    fi
    if [ "$root" ] && ! may_sudo; then
        as_root="$([ "$with" != apt-get ] || echo 'apt-get update && ')$(installer "$with") $(packages "$with" "$1")"
        return
    fi
    install "$with" "$1"
    # The name of this package depends on clang's version, so clang is installed first.
    if [ "$with" = apt-get ] && have clang && ! there fuzz:; then
        case $1 in
        *@fuzzer*) install "$with" "$(printf '%s\n' "$1" | grep @fuzzer)" ;;
        esac
    fi
}

# report LINES: prints what is still missing, with its packages. Fails when something required is.
report() {
    [ -n "$1" ] || return 0
    printf '%s\n' "$1" | while read -r kind force how rest; do
        optional=
        [ "$force" = must ] || optional=' (optional)'
        names=$(packages "$with" "$kind $force $how $rest")
        say "missing$optional: $how${names:+, in the package $names}"
    done
    ! printf '%s\n' "$1" | grep -q '^[a-z,]* *must '
}

as_root=
mode=install
case ${1-} in
--list* | --packages)
    mode=$1
    shift
    ;;
esac
kinds=$(kinds_of "$@")
with=$(manager)
root=
[ "$(id -u)" -eq 0 ] || [ "$with" = brew ] || root=sudo
rows=$(rows "$kinds")
case $mode in
--packages)
    packages "$with" "$rows"
    exit
    ;;
--list=*) rows=$(in_package "${mode#*=}" "$rows") ;;
esac
lines=$(missing "$rows")
if [ -z "$lines" ]; then
    say "nothing is missing for ${*:-the build}"
    exit 0
fi
if [ "$mode" != install ]; then
    report "$lines"
    exit
fi
log=${B:-build}/deps.log
mkdir -p "${log%/*}" && : >"$log" || exit
say "installing what is missing for ${*:-the build}, which may take minutes; the log is $log"
system=$(printf '%s\n' "$lines" | grep -v ' npm: ')
[ -z "$system" ] || install_all "$system"
case $lines in
*' npm: '*)
    ! have npm || run sh tests/npm/install.sh || say 'the npm packages of the tests could not be installed'
    ;;
esac
# The probe must run again: its results may be out of date.
rm -f "$tmp/.probed" "${B:-build}"/config.mk "${B:-build}"/*/config.mk
report "$(missing "$rows")"
status=$?
[ "$as_root" ] || exit $status
say "no system package was installed: you are not root and cannot use sudo. As root, run:"
printf '    %s\n' "$as_root"
exit 1
