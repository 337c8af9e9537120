#!/bin/sh
# ssh.sh - GNU parallel does the tasks of a manifest over ssh while hosts die
#
# Run by "make check-cluster". Three sshd on 127.0.0.1 are the hosts w1, w2 and w3, with their own
# keys, ports and configurations in $tmp. Takes about a minute.

# shellcheck disable=SC2154 # node() sets $w1 to $w3; checks use variables in strings

. tests/cluster/alone.sh
. tests/cluster/cluster.sh

sshd=$(path_of sshd)
if ! have sshd parallel ssh; then
    skip 'tasks over ssh' 'GNU parallel, ssh or sshd are not installed'
    finish
fi

# configure: writes keys and configurations.
configure() {
    chmod 755 "$tmp"
    ssh-keygen -q -t ed25519 -N '' -f "$tmp/host"
    ssh-keygen -q -t ed25519 -N '' -f "$tmp/user"
    # shellcheck disable=SC2046
    set -- $(free_ports 3)
    cat >"$tmp/ssh_config" <<END
Host w1
    Port $1
Host w2
    Port $2
Host w3
    Port $3
Host *
    HostName 127.0.0.1
    IdentityFile $tmp/user
    IdentitiesOnly yes
    BatchMode yes
    StrictHostKeyChecking accept-new
    UserKnownHostsFile $tmp/known_hosts
    LogLevel ERROR
END
    for name in w1 w2 w3; do
        cat >"$tmp/$name.conf" <<END
ListenAddress 127.0.0.1
Port $1
HostKey $tmp/host
AuthorizedKeysFile $tmp/user.pub
StrictModes no
UsePAM no
PermitRootLogin yes
PidFile none
MaxStartups 100
SetEnv NODE=$name PATH=$tmp/bin:$PATH
END
        echo "2/$name" >>"$tmp/hosts"
        shift
    done
}

# node NAME: starts an sshd. For w3, the folder of results is on a full disk at first.
node() {
    if [ "$1" = w3 ]; then
        unshare --mount sh -c 'mount -t tmpfs -o size=4k full "$1" && head -c 4096 /dev/zero >"$1/full" &&
            exec "$2" -D -e -f "$3"' sh "$results" "$sshd" "$tmp/w3.conf"
    else
        "$sshd" -D -e -f "$tmp/$1.conf"
    fi >>"$tmp/log.$1" 2>&1 &
    eval "$1=$!"
}

# on NAME COMMAND...: runs the command on a host.
on() {
    ssh -F "$tmp/ssh_config" "$@"
}

# go: replaces this shell by trawl-parallel; call it in the background.
go() {
    cd "$tmp" && exec "$script" "$manifest" "$results" -t json
}

make_tasks 40 0.4 -t json
script=$PWD/contrib/parallel/trawl-parallel
PARALLEL="--sshloginfile $tmp/hosts"
PARALLEL_SSH="ssh -F $tmp/ssh_config"
PARALLEL_HOME=$tmp/parallel
export PARALLEL PARALLEL_SSH PARALLEL_HOME
mkdir "$PARALLEL_HOME"
configure
# sshd needs this folder when root starts it. The mount is visible only in the test.
[ -d /run/sshd ] || { mount -t tmpfs run /run && mkdir /run/sshd; }
# bash reads this file for each command over ssh. A command in the file may wait for a process that
# was killed.
[ ! -f ~/.bashrc ] || mount --bind /dev/null ~/.bashrc
for name in w1 w2 w3; do
    node "$name"
done
if ! wait_for 20 'on w1 true && on w2 true && on w3 true' 2>"$tmp/why"; then
    skip 'tasks over ssh' "sshd lets no one in: $(tail -n 1 "$tmp/why") $(tail -n 1 "$tmp/log.w1")"
    finish
fi

check_test 'a manifest of 40 tasks' = 40 in_manifest
go >"$tmp/log" 2>&1 &
parallel=$!
check 'tasks are done' 'wait_for 60 "runs 5"'
check 'on w3 the disk is full: status 75' 'wait_for 60 "runs 1 \"^w3 75\""'
# shellcheck disable=SC2046
kill_each $(tree "$w1")
wait "$w1"
check_test 'w1 is killed with all its processes' = 137 "echo $?"
check 'tasks go on' 'wait_for 60 "runs 20"'
kill -9 "$parallel"
wait "$parallel"
check_status 'parallel was killed: tasks are missing' 66 merged
check 'the disk of w3 has room again' 'nsenter --target "$w3" --mount umount "$results"'
go >"$tmp/log" 2>&1 &
parallel=$!
check 'two tasks are done a second time meanwhile' 'map_too 1 on w2 && map_too 30 on w2'
node w1
wait "$parallel"
check_test 'all tasks are done in the end' = 0 "echo $?"
check 'merged: the bytes of one run' same_as_one
check 'w3 and w1 have done tasks' 'runs 1 "^w3 [06]" && runs 1 "^w1 [06]"'
check_test 'nothing but 0, 65 (damaged input) and 75' = 0 'grep -vc " 0 \| 65 \| 75 " "$tmp/runs"'
tap_note "$(cut -d ' ' -f 1,2 "$tmp/runs" | sort | uniq -c)"
tap_note "$(head -n 20 "$tmp/log")"
finish
