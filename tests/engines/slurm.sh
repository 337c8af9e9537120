#!/bin/sh
# slurm.sh - Slurm finds the links of one run, by the recipe of doc/clusters.md
#
# Run by "make check-engines". munged, slurmctld and two slurmd run on 127.0.0.1 with their own keys,
# ports, sockets and state in $tmp; no service of the system is used or changed. The test is process
# 1 of a namespace of processes, so all of them end with it. Needs Linux and root: slurmd changes the
# user.

# shellcheck disable=SC2031  # the subshells of lib.sh
if [ $$ -ne 1 ]; then
    set -- --pid --fork --mount --mount-proc --kill-child
    [ "$(id -u)" -ne 0 ] || ! unshare "$@" true 2>/dev/null || exec unshare "$@" sh "$0"
fi
# shellcheck source=tests/support/lib.sh
. tests/support/lib.sh
# shellcheck source=tests/cluster/page.sh
. tests/cluster/page.sh
PATH=$PATH:/usr/sbin:/sbin
if [ $$ -ne 1 ]; then
    skip 'the recipe for Slurm' 'needs root, and unshare with namespaces of processes and mounts'
    finish
elif ! have munged slurmctld slurmd sbatch; then
    skip 'the recipe for Slurm' 'munge, slurmctld, slurmd or slurm-client are not installed'
    finish
fi

# configure PORT PORT PORT: writes the configuration of Slurm.
configure() {
    host=$(uname -n)
    host=${host%%.*}
    cat >"$tmp/slurm.conf" <<END
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$1
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket=$tmp/munge
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
StateSaveLocation=$tmp/state
SlurmdSpoolDir=$tmp/%n
SlurmctldPidFile=$tmp/slurmctld.pid
SlurmdPidFile=$tmp/%n.pid
SlurmctldLogFile=$tmp/log/slurmctld
SlurmdLogFile=$tmp/log/%n
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
NodeName=w1 NodeHostname=$host NodeAddr=127.0.0.1 Port=$2 CPUs=2
NodeName=w2 NodeHostname=$host NodeAddr=127.0.0.1 Port=$3 CPUs=2
PartitionName=all Nodes=w1,w2 Default=YES
END
}

# wait_for SECONDS COMMAND: waits until COMMAND succeeds. Fails after SECONDS.
wait_for() {
    wait_end=$(($(date +%s) + $1))
    until eval "$2"; do
        [ "$(date +%s)" -lt "$wait_end" ] || return 1
        sleep 0.2
    done
}

# start: starts the daemons.
start() {
    mkdir "$tmp/state" "$tmp/log" "$tmp/w1" "$tmp/w2"
    chmod 755 "$tmp"
    # shellcheck disable=SC2046
    configure $(perl -MIO::Socket::INET -e '
        push @s, IO::Socket::INET->new(Listen => 1, LocalAddr => "127.0.0.1") or die for 1 .. 3;
        print join(" ", map { $_->sockport } @s), "\n"')
    SLURM_CONF=$tmp/slurm.conf
    export SLURM_CONF
    head -c 1024 /dev/urandom >"$tmp/key"
    chmod 600 "$tmp/key"
    munged --foreground --force --key-file "$tmp/key" --socket "$tmp/munge" \
        --pid-file "$tmp/munge.pid" --log-file "$tmp/log/munged" --seed-file "$tmp/seed" >/dev/null 2>&1 &
    wait_for 10 '[ -S "$tmp/munge" ]'
    slurmctld -D >/dev/null 2>&1 &
    slurmd -D -N w1 >/dev/null 2>&1 &
    slurmd -D -N w2 >/dev/null 2>&1 &
    wait_for 60 '[ "$(sinfo -h -o %D -t idle 2>/dev/null)" = 2 ]'
}

check 'two nodes are idle' start
SLURM_CONF=$tmp/slurm.conf
export SLURM_CONF
tap_note "$(sbatch --version)"
cp -R testdata "$tmp/mail"
cd "$tmp" || exit 2
recipe Slurm 1 >links.sbatch
recipe Slurm 2 >commands
check 'the recipe' 'timeout 300 sh commands'
check 'the bytes of one run' 'by_one_run | cmp links.json -'
check_test 'each job has found links' = 4 'find links.d -name "*.json" -size +0c | wc -l'
tap_note "$(sort links.d/*.log | sed 's/:.*//' | uniq -c)"
finish
