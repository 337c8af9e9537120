# shellcheck shell=sh
# needs.sh - what trawl and its tests need: the names, the packages that have them, and a probe of
# each
#
# Sourced in the root of the project by deps.sh, which installs what is missing, and by
# tests/support/lib.sh, so that a test names its needs as deps.sh does. Needs $tmp, a folder for
# files of the probes. Each probe uses the dependency as its user does: it runs the program, or
# compiles and links a program.
# shellcheck disable=SC2154  # $tmp

# One line for each dependency: the kinds of goals that need it, joined by commas (deps.sh has the
# goals of each kind), whether it is required (must) or optional (want), its name (see there()), and
# its packages for apt, dnf, pacman, apk and brew. Several packages are joined by commas; "-" means
# that there is no package, and deps.sh finds the names that begin with "@". A program's ">=VERSION"
# and a library's "<HEADER>" are not part of the name.
needs='
build                  must cmd:cc                   gcc                  gcc                 gcc         gcc               gcc
build                  must link:                    libc6-dev            glibc-devel         glibc       musl-dev          -
build                  must cmd:make                 make                 make                make        make              make
build                  must cmd:pkg-config           pkgconf              pkgconf-pkg-config  pkgconf     pkgconf           pkgconf
build                  must lib:PCRE2                libpcre2-dev         pcre2-devel         pcre2       pcre2-dev         pcre2
build                  want lib:IDN2                 libidn2-dev          libidn2-devel       libidn2     libidn2-dev       libidn2
build                  want lib:ZLIB                 zlib1g-dev           zlib-devel          zlib        zlib-dev          zlib
build                  want lib:ZSTD                 libzstd-dev          libzstd-devel       zstd        zstd-dev          zstd
build                  want lib:LZMA                 liblzma-dev          xz-devel            xz          xz-dev            xz
build                  want lib:NCURSES              libncurses-dev       ncurses-devel       ncurses     ncurses-dev       ncurses
build                  want lib:SQLITE               libsqlite3-dev       sqlite-devel        sqlite      sqlite-dev        sqlite
build                  want lib:BZIP2                libbz2-dev           bzip2-devel         bzip2       bzip2-dev         bzip2
core                   must cmd:prove                perl                 perl-Test-Harness   perl        perl-utils        perl
core                   want cmd:g++                  g++                  gcc-c++             gcc         g++               gcc
core                   want cmd:gcc                  gcc                  gcc                 gcc         gcc               gcc
every                  want link:address             -                    libasan,libubsan    gcc-libs    -                 -
bindings,hosts,js      want cmd:clang                clang                clang               clang       clang             llvm
hosts                  want cmd:clang++              clang                clang               clang       clang             llvm
hosts                  want fuzz:                    @fuzzer              compiler-rt         compiler-rt compiler-rt       llvm
afl                    want cmd:afl-clang-fast       afl++                american-fuzzy-lop   aflplusplus aflplusplus       afl++
lint                   want cmd:clang-format         clang-format         clang-tools-extra   clang       clang-extra-tools clang-format
lint                   want cmd:clang-tidy           clang-tidy           clang-tools-extra   clang       clang-extra-tools llvm
lint                   want cmd:cppcheck             cppcheck             cppcheck            cppcheck    cppcheck          cppcheck
lint                   want cmd:mandoc               mandoc               mandoc              mandoc      mandoc            mandoc
lint                   want cmd:shellcheck           shellcheck           ShellCheck          shellcheck  shellcheck        shellcheck
cover                  want cmd:gcovr                gcovr                gcovr               -           gcovr             gcovr
core                   want cmd:readelf              binutils             binutils            binutils    binutils          binutils
core                   want cmd:timeout              coreutils            coreutils           coreutils   coreutils         coreutils
core                   want static:unistring        libunistring-dev     -                   -           libunistring-static -
hosts                  want cmd:sha256sum            coreutils            coreutils           coreutils   coreutils         coreutils
core                   want cmd:iconv                libc-bin             glibc-common        glibc       musl-utils        -
core,archive,bindings  want cmd:setpriv              util-linux           util-linux          util-linux  setpriv           -
archive                want cmd:setsid               util-linux           util-linux          util-linux  setsid            -
core,pick              want cmd:tput                 ncurses-bin          ncurses             ncurses     ncurses           ncurses
hosts                  want cmd:ps                   procps               procps-ng           procps-ng   procps            -
core                   want cmd:strace               strace               strace              strace      strace            -
core                   want cmd:cmark                cmark                cmark               cmark       cmark             cmark
hosts                  want cmd:curl                 curl                 curl                curl        curl              curl
hosts                  want cmd:man                  man-db               man-db              man-db      man-db            man-db
hosts                  want cmd:nroff                groff-base           groff-base          groff       groff             groff
core                   want cmd:less                 less                 less                less        less              less
hosts                  want cmd:neomutt              neomutt              neomutt             neomutt     neomutt           neomutt
hosts                  want cmd:mutt                 mutt                 mutt                mutt        mutt              mutt
hosts                  want cmd:aerc                 aerc                 aerc                aerc        aerc              aerc
hosts                  want cmd:slrn                 slrn                 slrn                slrn        -                 slrn
hosts                  want cmd:tin                  tin                  tin                 -           -                 tin
hosts                  want cmd:alot                 alot                 alot                alot        -                 -
hosts                  want cmd:notmuch              notmuch              notmuch             notmuch     notmuch           notmuch
hosts                  want el:notmuch               elpa-notmuch         emacs-notmuch       -           notmuch-emacs     -
hosts                  want cmd:mu                   maildir-utils        maildir-utils       -           mu                mu
hosts                  want el:mu4e                  mu4e                 -                   -           -                 -
hosts                  want vim:                     vim                  vim-enhanced        vim         vim               vim
hosts                  want cmd:nvim                 neovim               neovim              neovim      neovim            neovim
hosts                  want cmd:emacs                emacs-nox            emacs-nox           emacs       emacs-nox         emacs
hosts                  want cmd:fzf                  fzf                  fzf                 fzf         fzf               fzf
hosts                  want cmd:w3m                  w3m                  w3m                 w3m         w3m               w3m
hosts                  want cmd:lynx                 lynx                 lynx                lynx        lynx              lynx
hosts                  want cmd:tmux>=3.2            tmux                 tmux                tmux        tmux              tmux
hosts                  want cmd:kitty                kitty                kitty               kitty       kitty             -
hosts                  want cmd:xvfb-run             xvfb                 xorg-x11-server-Xvfb xorg-server-xvfb xvfb-run          -
hosts                  want cmd:xdotool              xdotool              xdotool             xdotool     xdotool           -
hosts                  want cmd:foot                 foot                 foot                foot        foot              -
hosts                  want cmd:sway                 sway                 sway                sway        sway              -
hosts                  want cmd:wtype                wtype                wtype               wtype       wtype             -
core                   want cmd:gzip                 gzip                 gzip                gzip        gzip              gzip
core                   want cmd:zstd                 zstd                 zstd                zstd        zstd              zstd
core                   want cmd:xz                   xz-utils             xz                  xz          xz                xz
core                   want cmd:bzip2                bzip2                bzip2               bzip2       bzip2             bzip2
core                   want cmd:python3>=3.9         python3              python3             python      python3           python
core                   want cmd:jq                   jq                   jq                  jq          jq                jq
bindings,hosts         want py:pandas                python3-pandas       python3-pandas      python-pandas py3-pandas        -
python                 want py:setuptools            python3-setuptools   python3-setuptools  python-setuptools py3-setuptools    -
python                 want py:wheel                 python3-wheel        python3-wheel       python-wheel py3-wheel         -
python                 want py:ensurepip             python3-venv         python3             python      python3           python3
python                 want py:pip                   python3-pip          python3-pip         python-pip  py3-pip           -
python                 want pydev:                   python3-dev          python3-devel       python      python3-dev       python3
bindings,engines       want py:dask.dataframe        python3-dask         python3-dask        -           -                 -
hosts                  want py:jsonschema            python3-jsonschema   python3-jsonschema  python-jsonschema py3-jsonschema -
bindings               want py:pytest                python3-pytest       python3-pytest      python-pytest py3-pytest        -
bindings               want py:hypothesis            python3-hypothesis   python3-hypothesis  python-hypothesis py3-hypothesis    -
bindings               want py:mypy                  python3-mypy         python3-mypy        mypy        mypy              mypy
bindings               want py:bleach                python3-bleach       python3-bleach      python-bleach py3-bleach        -
bindings               want py:linkify_it            python3-linkify-it   python3-linkify-it-py python-linkify-it-py py3-linkify-it-py -
bindings               want py:markdown_it           python3-markdown-it  python3-markdown-it-py python-markdown-it-py py3-markdown-it-py -
hosts                  want cmd:bash                 bash                 bash                bash        bash              bash
hosts                  want cmd:zsh                  zsh                  zsh                 zsh         zsh               zsh
hosts                  want cmd:fish                 fish                 fish                fish        fish              fish
archive,bindings,hosts want cmd:sqlite3              sqlite3              sqlite              sqlite      sqlite            sqlite
cross,hosts            want cmd:gpg                  gnupg                gnupg2              gnupg       gnupg             gnupg
hosts                  want cmd:mmdebstrap           mmdebstrap           -                   -           -                 -
core                   want cmd:git                  git                  git                 git         git               git
hosts                  want cmd:wget                 wget                 wget                wget        wget              wget
hosts                  want cmd:public-inbox-mda     public-inbox         -                   -           -                 -
bindings,js            want cmd:wasm-ld              lld                  lld                 lld         lld               lld
bindings,js            want wasm:                    wasi-libc,libclang-rt-dev-wasm32 wasi-libc-devel     wasi-libc,wasi-compiler-rt wasi-libc,wasi-compiler-rt -
core                   want so:libgit2               @libgit2             libgit2             libgit2     libgit2           libgit2
archive,bindings,hosts want browser:chromium         chromium             chromium            chromium    chromium          -
bindings,hosts         want browser:firefox          firefox-esr          firefox             firefox     firefox-esr       -
archive,bindings,hosts,js want cmd:node>=18.13       nodejs               nodejs              nodejs      nodejs            node
archive,bindings,hosts want cmd:npm                  npm                  nodejs-npm          npm         npm               node
archive,bindings,hosts want npm:                     -                    -                   -           -                 -
cross,hosts            want cmd:aarch64-linux-gnu-gcc gcc-aarch64-linux-gnu gcc-aarch64-linux-gnu aarch64-linux-gnu-gcc -                 -
cross,hosts            want cross:aarch64-linux-gnu  libc6-dev-arm64-cross -                   aarch64-linux-gnu-glibc -                 -
cross,hosts            want cmd:qemu-aarch64         qemu-user            qemu-user           qemu-user   qemu-aarch64      -
engines,hosts          want cmd:parallel             parallel             parallel            parallel    parallel          parallel
hosts                  want cmd:abidiff              abigail-tools        libabigail          libabigail  -                 -
hosts                  want cmd:reuse                reuse                reuse               reuse       -                 reuse
cross                  want cmd:mmdebstrap           mmdebstrap           mmdebstrap          -           -                 -
cross                  want cross:i686-linux-gnu     gcc-i686-linux-gnu,libc6-dev-i386-cross -                   -           -                 -
cross                  want cross:s390x-linux-gnu    gcc-s390x-linux-gnu,libc6-dev-s390x-cross -                   -           -                 -
cross                  want cross:arm-linux-gnueabihf gcc-arm-linux-gnueabihf,libc6-dev-armhf-cross -                   -           -                 -
cross                  want cross:riscv64-linux-gnu  gcc-riscv64-linux-gnu,libc6-dev-riscv64-cross -                   -           -                 -
cross                  want cross:powerpc64le-linux-gnu gcc-powerpc64le-linux-gnu,libc6-dev-ppc64el-cross -                   -           -                 -
cross                  want cmd:qemu-s390x           qemu-user            qemu-user           qemu-user   qemu-s390x        -
cross                  want cmd:musl-gcc             musl-tools           musl-gcc            musl        -                 -
cross                  want cmd:tclsh                tcl                  tcl                 tcl         tcl               -
cross                  want cmd:zip                  zip                  zip                 zip         zip               zip
cross                  want cmd:unzip                unzip                unzip               unzip       unzip             unzip
cross                  want cmd:umoci                umoci                umoci               umoci       umoci             -
cross                  want cmd:runc                 runc                 runc                runc        runc              -
cross                  want cmd:dpkg-source          dpkg-dev             -                   -           -                 -
cross                  want cmd:ld.lld               lld                  lld                 lld         lld               -
cross                  want cmd:valgrind             valgrind             valgrind            valgrind    valgrind          -
engines,hosts          want cmd:unshare              util-linux           util-linux          util-linux  util-linux-misc   -
engines                want cmd:munged               munge                munge               munge       munge             -
engines                want cmd:slurmctld            slurmctld            slurm-slurmctld     -           -                 -
engines                want cmd:slurmd               slurmd               slurm-slurmd        -           -                 -
engines                want cmd:sbatch               slurm-client         slurm               -           -                 -
bench                  want pc:gmime-3.0<gmime/gmime.h> libgmime-3.0-dev     gmime30-devel       gmime3      gmime-dev         gmime
bench                  want cmd:rg                   ripgrep              ripgrep             ripgrep     ripgrep           ripgrep
bench                  want cmd:ugrep                ugrep                ugrep               ugrep       ugrep             ugrep
bench                  want cmd:re2c                 re2c                 re2c                re2c        re2c              re2c
bench                  want pc:libhs<hs.h>           libhyperscan-dev     hyperscan-devel     -           -                 -
bench                  want pc:re2<re2/re2.h>        libre2-dev           re2-devel           re2         re2-dev           re2
bench                  want cmd:valgrind             valgrind             valgrind            valgrind    valgrind          -
bench                  want cmd:cargo                cargo                cargo               rust        cargo             rust
bench                  want cmd:rustc                rustc                rust                rust        rust              rust
bench                  want crate:linkify            librust-linkify-dev  -                   -           -                 -
bench                  want ruby:rinku               ruby-rinku           -                   -           -                 -
bench                  want perl:URI::Find           liburi-find-perl     perl-URI-Find       -           -                 -
bench                  want cmd:cmark-gfm            cmark-gfm            -                   -           -                 cmark-gfm
bench                  want cmd:urlscan              urlscan              -                   urlscan     urlscan           urlscan
bench                  want cmd:go                   golang-go            golang              go          go                go
bench                  want go:mvdan.cc/xurls        golang-mvdan-xurls-dev -                   -           -                 -
cast                   want py:pyte                  python3-pyte         python3-pyte        python-pyte -                 -
'

# sshd and slurmd are in sbin, which is not in the PATH of every user.
needs_path=$PATH:/usr/sbin:/sbin
needs_root=$PWD

# need_of NAME: prints the name with the version or the header that trawl needs, or fails when no line
# of $needs has the name.
need_of() {
    printf '%s\n' "$needs" | awk -v name="$1" '{ n = $3; sub(/(>=|<).*/, "", n) }
        n == name { print $3; found = 1; exit } END { exit !found }'
}

# there NEED: succeeds when the dependency is installed. NEED is
#     cmd:PROGRAM[>=VERSION]  a program that starts
#     link:[SANITIZER]        a C program, with a sanitizer
#     lib:LIBRARY             a library that src/gen/probe.sh looks for
#     pc:NAME<HEADER>         another library: its name for pkg-config, and its header
#     so:NAME                 a library NAME.so.1.N that a program can load
#     cross:TRIPLET           a cross compiler with its C library
#     static:NAME             a library for programs that need no shared one
#     fuzz:                   clang with libFuzzer
#     wasm:                   clang with a C library for WebAssembly
#     py:, perl:, ruby:, el:  a module of Python, Perl or Ruby, a library of Emacs
#     pydev:                  headers for the Python that has setuptools and wheel
#     crate:NAME              in Debian's folder, for cargo without a network
#     go:PATH                 a package of Go in Debian's folder
#     browser:NAME            Chromium or Firefox
#     npm:                    the packages of tests/npm
#     vim:                    a vim that starts programs: vim_of()
# Runs in a subshell, so that it changes no variable of its caller.
there() (
    case $1 in
    cmd:*) starts "${1#cmd:}" ;;
    lib:*) probed "${1#lib:}" ;;
    pc:*) includes "${1#pc:}" ;;
    so:*) loads "${1#so:}" ;;
    link:) compiles 'int main(void) { return puts("") < 0; }' cc ;;
    link:*) compiles "$need_main" cc "-fsanitize=${1#link:}" ;;
    cross:*) compiles "$need_main" "${1#cross:}-gcc" -static ;;
    static:*) compiles "$need_main" cc -static "-l${1#static:}" ;;
    wasm:) compiles "$need_main" clang --target=wasm32-wasi ;;
    fuzz:) CC=clang sh "$needs_root/src/gen/probe.sh" fuzzer ;;
    py:*) python_with "${1#py:}" >"$tmp/.found" ;;
    pydev:) python_headers ;;
    perl:*) perl "-M${1#perl:}" -e '' ;;
    ruby:*) ruby "-r${1#ruby:}" -e '' ;;
    el:*) emacs -batch --eval "(or (locate-library \"${1#el:}\") (kill-emacs 1))" ;;
    crate:*) ls -d "/usr/share/cargo/registry/${1#crate:}"-* ;;
    go:*) ls -d "/usr/share/gocode/src/${1#go:}" ;;
    browser:*) browser_of "${1#browser:}" >"$tmp/.found" ;;
    npm:) npm_folder >"$tmp/.found" ;;
    vim:) vim_of ;;
    *) false ;;
    esac >"$tmp/.probe.out" 2>&1 </dev/null
)

need_main='int main(void) { return 0; }'

# starts PROGRAM[>=VERSION]: succeeds when the program starts, and is new enough. Not every program
# knows --version, and some write settings to the user's folder; the shell exits with 126 or 127 when a
# program, its interpreter or a library is missing.
starts() {
    program=${1%%>=*}
    status=0
    PATH=$needs_path HOME=$tmp/.home "$program" --version >"$tmp/.version" 2>&1 || status=$?
    [ "$status" -ne 126 ] && [ "$status" -ne 127 ] || return 1
    [ "$program" != "$1" ] || return 0
    [ "$status" -eq 0 ] || "$program" -V >"$tmp/.version" 2>&1
    grep -oE '[0-9]+(\.[0-9]+)+' "$tmp/.version" | head -n 1 | awk -v least="${1#*>=}" '
        { split($0, a, "."); split(least, b, "."); exit !(a[1] > b[1] + 0 || a[1] == b[1] && a[2] >= b[2] + 0) }'
}

# path_of PROGRAM: prints its path.
path_of() (
    PATH=$needs_path
    command -v "$1"
)

# compiles PROGRAM COMPILER FLAG...: succeeds when the compiler makes a program.
compiles() {
    printf '#include <stdio.h>\n%s\n' "$1" >"$tmp/.need.c"
    shift
    "$@" -o "$tmp/.need" "$tmp/.need.c"
}

# probed LIBRARY: succeeds when probe.sh finds the library. probe.sh fails without PCRE2, so the
# other libraries are looked for as in a build that does not need PCRE2.
probed() {
    if [ "$1" = PCRE2 ]; then
        PARTS=url sh "$needs_root/src/gen/probe.sh" pcre2
    else
        [ -s "$tmp/.probed" ] || PARTS="find" sh "$needs_root/src/gen/probe.sh" >"$tmp/.probed"
        grep "^HAVE_$1\(_SO\)* = ." "$tmp/.probed"
    fi
}

# includes NAME<HEADER>: succeeds when a program with the header links with the library. The headers
# of re2 are C++.
includes() {
    flags=$("${PKG_CONFIG:-pkg-config}" --cflags --libs "${1%%<*}") || return
    printf '#include <%s\n%s\n' "${1#*<}" "$need_main" >"$tmp/.need.cc"
    cp "$tmp/.need.cc" "$tmp/.need.c"
    # shellcheck disable=SC2086  # several words
    case $1 in
    re2*) c++ -o "$tmp/.need" "$tmp/.need.cc" $flags ;;
    *) cc -o "$tmp/.need" "$tmp/.need.c" $flags ;;
    esac
}

# loads NAME: succeeds when a program can load the library NAME.so.1.N.
loads() {
    compiles '#include <dlfcn.h>
int main(int argc, char **argv) { while (--argc > 0) if (dlopen(argv[argc], RTLD_LAZY)) return 0; return 1; }' cc || return
    "$tmp/.need" "$1.so.1.1" "$1.so.1.2" "$1.so.1.3" "$1.so.1.4" "$1.so.1.5" "$1.so.1.6" "$1.so.1.7" "$1.so.1.8" "$1.so.1.9"
}

# python_with MODULE[, MODULE...]: prints a Python that has the modules. The folder that a removed
# package leaves does not count.
python_with() {
    for python in python3 /usr/bin/python3; do
        "$python" -c "import $1 as module; assert module.__file__" 2>"$tmp/.python" && echo "$python" && return
    done
    return 1
}

# python_headers: succeeds when an extension can be compiled for the Python that has setuptools and
# wheel.
python_headers() {
    python=$(python_with 'setuptools, wheel') &&
        compiles '#include <Python.h>' cc -c "-I$("$python" -c 'import sysconfig; print(sysconfig.get_paths()["include"])')"
}

# browser_of NAME: prints the path of Chromium or Firefox. $CHROMIUM and $FIREFOX name other ones.
browser_of() {
    case $1 in
    chromium) names="${CHROMIUM-} chromium chromium-browser google-chrome" ;;
    firefox) names="${FIREFOX-} firefox-esr firefox" ;;
    esac
    for name in $names; do
        "$name" --version >"$tmp/.browser" 2>&1 && command -v "$name" && return
    done
    return 1
}

# vim_of: prints the name of a vim that starts programs. In Debian, "vim" may be neovim.
vim_of() {
    for name in vim vim.basic vim.nox vim.gtk3; do
        "$name" --version 2>"$tmp/.vim" | grep -q '+channel\|+job' && echo "$name" && return
    done
    return 1
}

# npm_folder: prints the folder of the npm packages.
npm_folder() {
    sh "$needs_root/tests/npm/install.sh" check
}
