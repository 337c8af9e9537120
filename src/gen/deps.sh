#!/bin/sh
# deps.sh [GOAL...] - installs the missing dependencies of these make goals by the package manager
#
# Each dependency is tested by using it (a command, a pkg-config name, a program that links), not by
# the list of installed packages; so no privileges are needed when nothing is missing. Building
# needs little; the goals that run tests need more. Called by "make deps [GOAL...]".
# Exit status: 0 when nothing required is missing, else 1, after printing what to do.
set -u

# One line per dependency: the goals that need it (build, test, bench, cluster, cross), whether it is required
# (must) or optional (want), the test for it (see there()), and its packages for apt, dnf, pacman,
# apk and brew. Several packages are joined by commas; "-" means that there is no package.
needs='
build must cmd:cc              gcc                gcc                 gcc         gcc               gcc
build must link:               libc6-dev          glibc-devel         glibc       musl-dev          -
build must cmd:make            make               make                make        make              make
build must cmd:pkg-config      pkg-config         pkgconf-pkg-config  pkgconf     pkgconf           pkgconf
build must pc:libpcre2-8       libpcre2-dev       pcre2-devel         pcre2       pcre2-dev         pcre2
build want pc:libidn2          libidn2-dev        libidn2-devel       libidn2     libidn2-dev       libidn2
build want inc:zlib.h          zlib1g-dev         zlib-devel          zlib        zlib-dev          zlib
build want inc:zstd.h          libzstd-dev        libzstd-devel       zstd        zstd-dev          zstd
build want inc:lzma.h          liblzma-dev        xz-devel            xz          xz-dev            xz
build want pc:ncursesw         libncurses-dev     ncurses-devel       ncurses     ncurses-dev       ncurses
build want pc:sqlite3          libsqlite3-dev     sqlite-devel        sqlite      sqlite-dev        sqlite
build want inc:bzlib.h         libbz2-dev         bzip2-devel         bzip2       bzip2-dev         bzip2
test  must cmd:prove           perl               perl-Test-Harness   perl        perl-utils        perl
test  want cmd:c++             g++                gcc-c++             gcc         g++               gcc
test  want cmd:gcc             gcc                gcc                 gcc         gcc               gcc
test  want link:address        -                  libasan,libubsan    gcc-libs    -                 -
test  want cmd:clang           clang              clang               clang       clang             llvm
test  want cmd:clang++         clang              clang               clang       clang             llvm
test  want fuzz:               @fuzzer            compiler-rt         compiler-rt compiler-rt       llvm
test  want cmd:clang-format    clang-format       clang-tools-extra   clang       clang-extra-tools clang-format
test  want cmd:clang-tidy      clang-tidy         clang-tools-extra   clang       clang-extra-tools llvm
test  want cmd:cppcheck        cppcheck           cppcheck            cppcheck    cppcheck          cppcheck
test  want cmd:mandoc          mandoc             mandoc              mandoc      mandoc            mandoc
test  want cmd:shellcheck      shellcheck         ShellCheck          shellcheck  shellcheck        shellcheck
test  want cmd:gcovr           gcovr              gcovr               -           gcovr             gcovr
test  want cmd:cmark        cmark              cmark               cmark       cmark             cmark
test  want cmd:less         less               less                less        less              less
test  want cmd:neomutt      neomutt            neomutt             neomutt     neomutt           neomutt
test  want cmd:mutt            mutt               mutt                mutt        mutt              mutt
test  want cmd:aerc            aerc               aerc                aerc        aerc              aerc
test  want cmd:slrn            slrn               slrn                slrn        -                 slrn
test  want cmd:tin             tin                tin                 -           -                 tin
test  want cmd:alot            alot               alot                alot        -                 -
test  want cmd:notmuch         notmuch,elpa-notmuch notmuch,emacs-notmuch notmuch notmuch,notmuch-emacs notmuch
test  want cmd:mu              maildir-utils,mu4e maildir-utils       -           mu                mu
test  want cmd:vim          vim                vim-enhanced        vim         vim               vim
test  want cmd:nvim         neovim             neovim              neovim      neovim            neovim
test  want cmd:emacs        emacs-nox          emacs-nox           emacs       emacs-nox         emacs
test  want cmd:fzf          fzf                fzf                 fzf         fzf               fzf
test  want cmd:w3m          w3m                w3m                 w3m         w3m               w3m
test  want cmd:lynx         lynx               lynx                lynx        lynx              lynx
test  want cmd:tmux         tmux               tmux                tmux        tmux              tmux
test  want cmd:gzip            gzip               gzip                gzip        gzip              gzip
test  want cmd:zstd            zstd               zstd                zstd        zstd              zstd
test  want cmd:xz              xz-utils           xz                  xz          xz                xz
test  want cmd:bzip2           bzip2              bzip2               bzip2       bzip2             bzip2
test  want cmd:python3         python3            python3             python      python3           python
test  want cmd:jq              jq                 jq                  jq          jq                jq
test  want py:pandas           python3-pandas     python3-pandas      python-pandas py3-pandas       -
test  want cmd:bash            bash               bash                bash        bash              bash
test  want cmd:zsh             zsh                zsh                 zsh         zsh               zsh
test  want cmd:fish            fish               fish                fish        fish              fish
test  want cmd:sqlite3         sqlite3            sqlite              sqlite      sqlite            sqlite
test  want cmd:ruby            ruby               ruby                ruby        ruby              ruby
test  want cmd:rpmspec         rpm                rpm-build           rpm-tools   rpm               rpm
test  want cmd:nix-instantiate nix-bin            -                   nix         nix               -
test  want cmd:mmdebstrap      mmdebstrap         -                   -           -                 -
test  want cmd:git             git                git                 git         git               git
test  want cmd:wget            wget               wget                wget        wget              wget
test  want cmd:public-inbox-mda public-inbox      -                   -           -                 -
test  want pg:              postgresql-15,postgresql-server-dev-15 postgresql-server,postgresql-server-devel postgresql postgresql15,postgresql15-dev postgresql@15
test  want pc:libgit2          libgit2-dev        libgit2-devel       libgit2     libgit2-dev       libgit2
test  want cmd:chromium        chromium           chromium            chromium    chromium          -
test  want cmd:firefox-esr     firefox-esr        -                   -           firefox-esr       -
test  want cmd:node            nodejs             nodejs              nodejs      nodejs            node
test  want cmd:npm             npm                nodejs-npm          npm         npm               node
test  want cross:aarch64-linux-gnu-gcc gcc-aarch64-linux-gnu,libc6-dev-arm64-cross - aarch64-linux-gnu-gcc - -
test  want cmd:qemu-aarch64    qemu-user          qemu-user           qemu-user   qemu-aarch64      -
test  want cmd:parallel        parallel            parallel            parallel    parallel          parallel
test  want cmd:abidiff         abigail-tools      libabigail          libabigail  -                 -
test  want cmd:reuse          reuse              reuse               reuse       -                 reuse
cross want cmd:mmdebstrap     mmdebstrap         mmdebstrap          -           -                 -
cross want cross:i686-linux-gnu-gcc gcc-i686-linux-gnu,libc6-dev-i386-cross - - - -
cross want cross:s390x-linux-gnu-gcc gcc-s390x-linux-gnu,libc6-dev-s390x-cross - - - -
cross want cross:arm-linux-gnueabihf-gcc gcc-arm-linux-gnueabihf,libc6-dev-armhf-cross - - - -
cross want cross:riscv64-linux-gnu-gcc gcc-riscv64-linux-gnu,libc6-dev-riscv64-cross - - - -
cross want cross:powerpc64le-linux-gnu-gcc gcc-powerpc64le-linux-gnu,libc6-dev-ppc64el-cross - - - -
cross want cmd:qemu-s390x     qemu-user          qemu-user           qemu-user   qemu-s390x        -
cross want cmd:musl-gcc       musl-tools         musl-gcc            musl        -                 -
cross want cmd:ld.lld         lld                lld                 lld         lld               -
cross want cmd:valgrind       valgrind           valgrind            valgrind    valgrind          -
cluster want cmd:unshare       util-linux          util-linux          util-linux  util-linux-misc   -
cluster want cmd:munged        munge               munge               munge       munge             -
cluster want cmd:slurmctld     slurmctld           slurm-slurmctld     -           -                 -
cluster want cmd:slurmd        slurmd              slurm-slurmd        -           -                 -
cluster want cmd:sbatch        slurm-client        slurm               -           -                 -
cluster want cmd:ssh           openssh-client      openssh-clients     openssh     openssh-client    -
cluster want cmd:sshd          openssh-server      openssh-server      openssh     openssh-server    -
bench want pc:gmime-3.0        libgmime-3.0-dev   gmime30-devel       gmime3      gmime-dev         gmime
bench want pc:gumbo            libgumbo-dev       gumbo-parser-devel  gumbo-parser gumbo-parser-dev gumbo-parser
bench want pc:libxml-2.0       libxml2-dev        libxml2-devel       libxml2     libxml2-dev       libxml2
bench want cmd:rg           ripgrep             ripgrep            ripgrep     ripgrep       ripgrep
bench want cmd:ugrep        ugrep               ugrep              ugrep       ugrep         ugrep
bench want cmd:re2c         re2c                re2c               re2c        re2c          re2c
bench want pc:libhs         libhyperscan-dev    hyperscan-devel    -           -             -
bench want pc:re2           libre2-dev          re2-devel          re2         re2-dev       re2
bench want cmd:cargo        cargo               cargo              rust        cargo         rust
bench want cmd:rustc        rustc               rust               rust        rust          rust
bench want crate:linkify    librust-linkify-dev -                  -           -             -
bench want ruby:rinku       ruby-rinku          -                  -           -             -
bench want perl:URI::Find   liburi-find-perl    perl-URI-Find      -           -             -
bench want cmd:cmark-gfm    cmark-gfm           -                  -           -             cmark-gfm
bench want cmd:urlscan      urlscan             -                  urlscan     urlscan       urlscan
'

tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT

say() {
    printf 'deps: %s\n' "$*"
}

# sshd and slurmd are in sbin, which is not in the PATH of every user.
PATH=$PATH:/usr/sbin:/sbin

have() {
    command -v "$1" >/dev/null 2>&1
}

# kinds_of GOAL...: prints the kinds of dependencies that the goals need. Only the goals of "cluster"
# install its daemons, which some systems start at once.
kinds_of() {
    kinds=build
    for goal in "$@"; do
        case $goal in
        bench) kinds="$kinds test bench" ;;
        check-cluster) kinds="$kinds test cluster" ;;
        check-platforms | check-builds | check-small | check-large | check-valgrind) kinds="$kinds test cross" ;;
        check-all) kinds="$kinds test cluster cross" ;;
        check* | asan | msan | fuzz* | lint | cover | shots | dist) kinds="$kinds test" ;;
        esac
    done
    echo "$kinds"
}

# there HOW: succeeds when the dependency is installed. HOW is cmd:NAME, pc:PKG-CONFIG-NAME,
# inc:HEADER, link:SANITIZER (link: alone tests a plain program), cross:COMPILER (with a C library),
# fuzz: (clang with libFuzzer), crate:NAME (in Debian's directory, for cargo without a network),
# ruby:NAME, perl:NAME, py:NAME or pg: (a server of PostgreSQL and its headers).
there() {
    case $1 in
    cmd:*) have "${1#cmd:}" ;;
    pc:*) "${PKG_CONFIG:-pkg-config}" --exists "${1#pc:}" 2>/dev/null ;;
    inc:*) printf '#include <stdio.h>\n#include <%s>\n' "${1#inc:}" >"$tmp/a.c" &&
        cc -c -o "$tmp/a.o" "$tmp/a.c" 2>/dev/null ;;
    crate:*) ls -d "/usr/share/cargo/registry/${1#crate:}"-* >/dev/null 2>&1 ;;
    ruby:*) ruby "-r${1#ruby:}" -e '' 2>/dev/null ;;
    py:*) python3 -c "import ${1#py:}" 2>/dev/null || /usr/bin/python3 -c "import ${1#py:}" 2>/dev/null ;;
    perl:*) perl "-M${1#perl:}" -e '' 2>/dev/null ;;
    pg:) for config in /usr/lib/postgresql/*/bin/pg_config pg_config; do
        have "$config" && [ -x "$("$config" --bindir)/postgres" ] && [ -f "$("$config" --pgxs)" ] && return
    done
        return 1 ;;
    link:) echo '#include <stdio.h>
int main(void) { return puts("") < 0; }' >"$tmp/a.c" && cc -o "$tmp/a" "$tmp/a.c" 2>/dev/null ;;
    link:*) echo 'int main(void) { return 0; }' >"$tmp/a.c" && cc "-fsanitize=${1#link:}" -o "$tmp/a" "$tmp/a.c" 2>/dev/null ;;
    cross:*) echo 'int main(void) { return 0; }' >"$tmp/a.c" && "${1#cross:}" -static -o "$tmp/a" "$tmp/a.c" 2>/dev/null ;;
    fuzz:) echo 'int LLVMFuzzerTestOneInput(const char *p, unsigned long n);
int LLVMFuzzerTestOneInput(const char *p, unsigned long n) { return p && n > 9 ? 0 : 0; }' >"$tmp/f.c" &&
        clang -fsanitize=fuzzer,address -o "$tmp/f" "$tmp/f.c" 2>/dev/null ;;
    esac
}

# missing KINDS: prints the lines of $needs whose dependency is missing.
missing() {
    printf '%s\n' "$needs" | while read -r kind force how rest; do
        case " $1 " in
        *" ${kind:-none} "*) there "$how" || printf '%s\n' "$kind $force $how $rest" ;;
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

run() {
    say "\$ $*"
    "$@"
}

# install MANAGER ROOT LINES: installs the packages of these lines of $needs in one command, or one
# by one if that fails. ROOT is "sudo" or empty. Command lines and lists are split into words on
# purpose.
# shellcheck disable=SC2086
install() {
    command=$(installer "$1")
    if [ "$1" = apt-get ]; then
        DEBIAN_FRONTEND=noninteractive
        export DEBIAN_FRONTEND
        run $2 apt-get update || say "apt-get update failed; using the present lists"
    fi
    names=$(packages "$1" "$3")
    [ -n "$names" ] || return 0
    run $2 $command $names && return
    say "that failed; trying the packages one by one"
    for name in $names; do
        run $2 $command "$name" || say "$name could not be installed"
    done
}

# report LINES: prints what is still missing. Fails when something required is.
report() {
    [ -n "$1" ] || return 0
    printf '%s\n' "$1" | while read -r _ force how _; do
        case $force in
        must) say "missing: $how" ;;
        *) say "missing (optional): $how" ;;
        esac
    done
    ! printf '%s\n' "$1" | grep -q '^[a-z]* must '
}

kinds=$(kinds_of "$@")
lines=$(missing "$kinds")
if [ -z "$lines" ]; then
    say "nothing is missing for ${kinds##* }"
    exit 0
fi
with=$(manager)
root=
[ "$(id -u)" -eq 0 ] || [ "$with" = brew ] || root=sudo
if [ "$with" = none ]; then
    say "no known package manager (apt, dnf, pacman, apk, brew); please install these yourself:"
    report "$lines"
    exit
fi
if [ "$root" ] && ! may_sudo; then
    say "not root, and no sudo: nothing was installed. Please run as root:"
    [ "$with" != apt-get ] || say "    apt-get update"
    say "    $(installer "$with") $(packages "$with" "$lines")"
    report "$lines"
    exit
fi
install "$with" "$root" "$lines"
lines=$(missing "$kinds")
case $lines in
*@fuzzer*) # The name of this package depends on clang's version, so install clang first.
    [ "$with" = apt-get ] && have clang && install "$with" "$root" "$(printf '%s\n' "$lines" | grep @fuzzer)"
    ;;
esac
# The probe must run again: its results may be out of date.
rm -f "${B:-build}"/config.mk "${B:-build}"/*/config.mk
report "$(missing "$kinds")"
