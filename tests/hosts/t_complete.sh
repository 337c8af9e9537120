#!/bin/sh
# t_complete.sh - "trawl help completion": bash, zsh and fish complete options, values, files, commands
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh

mkdir "$tmp/here" "$tmp/here/folder" && cd "$tmp/here" || exit 2
: >letter.txt
: >'letter two.txt'
for shell in bash zsh fish; do
    "$TRAWL" help completion "$shell" >"$tmp/trawl.$shell" || exit 2
done
export tmp

# bash_completes LINE: prints what bash completes at the end of the line, without blanks at the end.
cat >"$tmp/complete.bash" <<'END'
source "$tmp/trawl.bash"
line=$1
# bash divides words at blanks and "=".
COMP_WORDS=(${line//=/ = })
[[ $line != *' ' && $line != *= ]] || COMP_WORDS+=('')
[[ $line != *= ]] || unset 'COMP_WORDS[-1]'
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
compopt() { :; }
_trawl
printf '%s\n' "${COMPREPLY[@]}" | sort
END
bash_completes() {
    bash "$tmp/complete.bash" "$1"
}

# zsh_completes LINE: prints what zsh completes. The first call completes all lines: a zsh in a
# pseudo-terminal gets each line and a TAB, and writes the candidates to a file instead of showing
# them.
cat >"$tmp/complete.zsh" <<'END'
zmodload zsh/zpty
zpty shell 'TERM=dumb PS1= PS2= zsh -f -i'
zpty -w shell "fpath=($tmp \$fpath); autoload -U compinit; compinit -D -u; bindkey '^I' complete-word"
zpty -w shell "compadd() { local -a all; builtin compadd -A all \"\$@\"; print -rl -- \$all >>$tmp/candidates; builtin compadd \"\$@\" }"
zpty -w shell "print ready >$tmp/ready"
for i in {1..1200}; do [[ -e $tmp/ready ]] && break; sleep 0.05; done
for line in "$@"; do
    rm -f $tmp/candidates
    zpty -w -n shell "$line"$'\t'
    for i in {1..600}; do
        zpty -r -t shell >/dev/null
        [[ -s $tmp/candidates ]] && break
        sleep 0.05
    done
    sleep 0.1
    : >>$tmp/candidates
    mv $tmp/candidates "$tmp/zsh $line"
    zpty -w -n shell $'\C-u'
done
zpty -d shell
END
zsh_completes() {
    if ! [ -e "$tmp/_trawl" ]; then
        cp "$tmp/trawl.zsh" "$tmp/_trawl"
        timeout 300 zsh -f "$tmp/complete.zsh" 'trawl --pro' 'trawl -t c' 'trawl -n --from mb' 'trawl let' \
            'trawl --rules let' 'trawl --rules iet' 'trawl ch' 'trawl check --a' 'trawl check --as 3' 'trawl help r' 'trawl check let' 'trawl pick --pr' \
            >/dev/null 2>&1
    fi
    sed 's/\\//g' "$tmp/zsh $1" | sort -u
}

fish_completes() {
    HOME=$tmp fish --no-config -c 'source "$tmp/trawl.fish"; complete -C "$argv[1]"' "$1" 2>/dev/null | cut -f 1 | sort -u
}

# completes SHELL NAME LINE WANTED...: checks that each wanted candidate is offered, or, if it begins
# with "!", is not offered.
completes() {
    shell=$1 line=$3 name=$2
    shift 3
    candidates=$("${shell}_completes" "$line")
    for wanted in "$@"; do
        export candidates wanted
        case $wanted in
        !*) check_status "$shell, $name: not ${wanted#!}" 1 'printf "%s\n" "$candidates" | grep -qxF -e "${wanted#!}"' ;;
        *) check "$shell, $name: $wanted" 'printf "%s\n" "$candidates"; printf "%s\n" "$candidates" | grep -qxF -e "$wanted"' ;;
        esac
    done
}

for shell in bash zsh fish; do
    if ! have "$shell"; then
        skip "completion in $shell" "there is no $shell"
        continue
    fi
    completes "$shell" 'an option' 'trawl --pro' --profile --progress !--rules
    completes "$shell" 'a value' 'trawl -t c' csv !json
    completes "$shell" 'the value of a long option' 'trawl -n --from mb' mbox mboxcl2 !mail
    completes "$shell" 'a file' 'trawl let' letter.txt 'letter two.txt' !folder
    completes "$shell" 'a file as a value' 'trawl --rules let' letter.txt !folder
    completes "$shell" 'a set of rules as a value' 'trawl --rules iet' ietf !letter.txt
    completes "$shell" 'a command' 'trawl ch' check !resolve
    completes "$shell" 'an option of a command' 'trawl check --a' --as !--at
    completes "$shell" 'an option of a program of its own' 'trawl pick --pr' --print !--progress
    completes "$shell" 'a value of a command' 'trawl check --as 3' 3986 !1738
    completes "$shell" 'a command to explain' 'trawl help r' resolve !letter.txt
    completes "$shell" 'no files after check' 'trawl check let' !letter.txt
done
if have bash; then
    completes bash 'the first of a list' 'trawl --find w' www !url
    completes bash 'the next of a list' 'trawl --find url,w' url,www !www
    completes bash 'a value after =' 'trawl --to=j' json !list
    completes bash 'nothing typed after =' 'trawl --to=' json list
    completes bash 'an optional value' 'trawl --unwrap=' known any
    completes bash 'both forms of it' 'trawl --unw' --unwrap --unwrap=
    completes bash 'no value without =' 'trawl --unwrap a' !any
    completes bash 'fields' 'trawl --fields url,list' url,list_id
    completes bash 'flags' 'trawl --flag odd' odd-ip
fi
if have fish; then
    completes fish 'the next of a list' 'trawl --find url,w' url,www
fi
check_same 'every option of the help is in the scripts' \
    'for command in "" check resolve encode pick; do "$TRAWL" $command --help; done | grep -oE "^ +(-[a-zA-Z0-9], )?--[a-z0-9-]+" | grep -oE "[a-z0-9]+[a-z0-9-]*$" | sort -u |
        while read -r name; do
            grep -q -e "--$name" "$tmp/trawl.bash" && grep -q -e "--$name" "$tmp/trawl.zsh" && grep -q -e "-l $name" "$tmp/trawl.fish" ||
                echo "$name"
        done' ''
check_same 'an unknown shell' '"$TRAWL" help completion tcsh 2>&1' \
    'echo "trawl: completion: unknown shell tcsh; it takes bash, zsh or fish"'
check_status 'two shells' 2 '"$TRAWL" help completion fish zsh'
check_status 'no shell' 2 '"$TRAWL" help completion'

finish
