#!/bin/sh
# slurm.sh - Slurm does the tasks of a manifest while its daemons die
#
# Run by "make check-cluster". munged, slurmctld and three slurmd run on 127.0.0.1 with their own
# keys, ports, sockets and state in $tmp; no service of the system is used or changed. Slurm waits
# cred_expire seconds before a task runs again: 120 by default, 15 here. Takes about two minutes.

# shellcheck disable=SC2154 # node() sets $w1 to $w3; checks use variables in strings

. tests/cluster/alone.sh
. tests/cluster/cluster.sh

if ! have munged slurmctld slurmd sbatch; then
    skip 'tasks by Slurm' 'munge, slurmctld, slurmd or slurm-client are not installed'
    finish
fi

# configure: writes the configuration of Slurm.
configure() {
    mkdir "$tmp/state" "$tmp/log" "$tmp/w1" "$tmp/w2" "$tmp/w3"
    chmod 755 "$tmp"
    me=$(id -un)
    host=$(uname -n)
    host=${host%%.*}
    # shellcheck disable=SC2046
    set -- $(free_ports 4)
    cat >"$tmp/slurm.conf" <<END
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$1
SlurmUser=$me
SlurmdUser=$me
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket=$tmp/munge,cred_expire=15
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
SchedulerParameters=sched_min_interval=100000,sched_interval=5
SlurmdTimeout=10
MessageTimeout=5
KillWait=2
ReturnToService=2
NodeName=w1 NodeHostname=$host NodeAddr=127.0.0.1 Port=$2 CPUs=2
NodeName=w2 NodeHostname=$host NodeAddr=127.0.0.1 Port=$3 CPUs=2
NodeName=w3 NodeHostname=$host NodeAddr=127.0.0.1 Port=$4 CPUs=2
PartitionName=all Nodes=w1,w2,w3 Default=YES
END
    SLURM_CONF=$tmp/slurm.conf
    export SLURM_CONF
}

controller() {
    slurmctld -D >/dev/null 2>&1 &
    controller=$!
}

# node NAME: starts a slurmd. For w3, the folder of results is on a full disk at first.
node() {
    if [ "$1" = w3 ]; then
        unshare --mount sh -c 'mount -t tmpfs -o size=4k full "$1" && head -c 4096 /dev/zero >"$1/full" &&
            exec slurmd -D -N w3' sh "$results"
    else
        slurmd -D -N "$1"
    fi >/dev/null 2>&1 &
    eval "$1=$!"
}

# of_node NAME: prints the processes of a node: slurmd, its descendants, and each slurmstepd that
# runs a job of the node, since that is not a descendant of slurmd.
of_node() {
    eval "tree \$$1"
    for process in /proc/[0-9]*; do
        grep -qzsx "SLURMD_NODENAME=$1" "$process/environ" || continue
        parent=$(sed -n 's/^PPid:[^0-9]*//p' "$process/status")
        ! grep -qx slurmstepd "/proc/$parent/comm" || tree "$parent"
    done
}

start() {
    configure
    head -c 1024 /dev/urandom >"$tmp/key"
    chmod 600 "$tmp/key"
    munged --foreground --force --key-file "$tmp/key" --socket "$tmp/munge" \
        --pid-file "$tmp/munge.pid" --log-file "$tmp/log/munged" --seed-file "$tmp/seed" >/dev/null 2>&1 &
    wait_for 10 '[ -S "$tmp/munge" ]'
    controller
    for name in w1 w2 w3; do
        node "$name"
    done
    wait_for 30 '[ "$(sinfo -h -o %D -t idle 2>/dev/null)" = 3 ]'
}

# administer: does what an administrator does after slurmctld has died. slurmctld saves its state
# only every few seconds, so it may use the number of a job again. If a node still runs the first
# job with that number, Slurm drains the node and holds the second job.
administer() {
    for name in $(sinfo -h -N -o %N -t drain); do
        scontrol update NodeName="$name" State=RESUME
    done
    for job in $(squeue -h -r -t PENDING -o '%i %r' | sed -n 's/ .*held.*//p'); do
        scontrol release "$job"
    done
}

# ended JOB: succeeds when the job has left the queue.
ended() {
    administer
    queue=$(squeue -h -j "$1" 2>&1) || case $queue in *Invalid*) return 0 ;; *) return 1 ;; esac
    [ -z "$queue" ]
}

make_tasks 40 1 -t json
scripts=$PWD/contrib/slurm
PATH=$tmp/bin:$PATH
TRAWL_PAUSE=1
export PATH TRAWL_PAUSE
check_test 'a manifest of 40 tasks' = 40 in_manifest
start
check_test 'three nodes are idle' = 3 'sinfo -h -o %D -t idle'

cd "$tmp" || exit
"$scripts/trawl-slurm" "$manifest" "$results" "$tmp/links.json" -t json >"$tmp/jobs"
tap_note "$(cat "$tmp/jobs")"
map=$(sed 's/^map: job \([0-9]*\).*/\1/' jobs)
merge=$(sed 's/.*merge: job //' jobs)
check 'tasks are done' 'wait_for 60 "runs 5"'
twice=$(sbatch --parsable --array=11-14 "$scripts/map.sbatch" 40 "$manifest" "$results" -t json)
check 'on w3 the disk is full: status 75' 'wait_for 60 "runs 1 \"^w3 75\""'
# shellcheck disable=SC2046
kill_each $(of_node w1)
wait "$w1"
check_test 'w1 is killed with all its processes' = 137 "echo $?"
check 'tasks go on' 'wait_for 60 "runs 18"'
check 'slurmctld is killed' 'kill -9 "$controller" && ! squeue 2>/dev/null'
wait "$controller"
echo RequeueExit=75 >>"$tmp/slurm.conf"
controller
check 'slurmctld goes on' 'wait_for 150 "squeue >/dev/null 2>&1"'
cat >again.sh <<'END'
#!/bin/sh
[ "${SLURM_RESTART_COUNT-0}" -gt 0 ] || exit 75
echo again >again
END
again=$(sbatch --parsable --output=/dev/null again.sh)
check 'the disk of w3 has room again' 'nsenter --target "$w3" --mount umount "$results"'
node w1
check 'the array ends' 'wait_for 300 "ended $map && ended $twice"'
check 'the merge ends' 'wait_for 60 "ended $merge"'
check 'RequeueExit=75 runs a job again' 'wait_for 60 "ended $again" && [ -f again ]'
check 'merged: the bytes of one run' 'cmp links.json one'
check 'merged by hand: the same' same_as_one
tap_note "$(squeue; sinfo -R)"
tap_note "$(cut -d ' ' -f 1,2 runs | sort | uniq -c)"
check_test 'nothing but 0, 65 (damaged input) and 75' = 0 'grep -vc " 0 \| 65 \| 75 " runs'
finish
