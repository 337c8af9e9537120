#!/bin/sh
# t_parallel.sh - GNU parallel does the tasks of a manifest on this machine
#
# Kills a task and parallel itself in the middle of their work. "make check-cluster" does more, over
# ssh and with Slurm.

. tests/support/lib.sh
. tests/cluster/cluster.sh

if ! have parallel || ! parallel --version 2>/dev/null | grep -q '^GNU parallel'; then
    skip 'tasks by GNU parallel' 'GNU parallel is not installed'
    finish
fi

PATH=$tmp/bin:$PATH
NODE=here
PARALLEL='-j 4'
PARALLEL_HOME=$tmp/parallel
export PATH NODE PARALLEL PARALLEL_HOME
mkdir "$PARALLEL_HOME"
make_tasks 40 0.2 -t json

# go DIR: replaces this shell by trawl-parallel; call it in the background or in a subshell.
go() {
    exec sh contrib/parallel/trawl-parallel "$manifest" "$1" -t json
}

# kill_task: kills a running task and its children.
kill_task() {
    for file in "$tmp"/pids/*; do
        pid=$(cat "$file")
        kill -STOP "$pid" || continue
        for child in $(ps -e -o pid= -o ppid= | awk -v of="$pid" '$2 == of { print $1 }'); do
            kill -9 "$child"
        done
        kill -9 "$pid" && rm "$file" && return
    done
    return 1
}

check_test 'a manifest of 40 tasks' = 40 in_manifest
go "$results" >"$tmp/log" 2>&1 &
parallel=$!
check 'tasks are done' 'wait_for 20 "runs 5"'
kill -9 "$parallel"
wait "$parallel" 2>/dev/null
check_status 'parallel was killed: tasks are missing' 66 merged
go "$results" >"$tmp/log" 2>&1 &
parallel=$!
check 'it goes on' 'wait_for 20 "runs 15"'
check 'a task is killed with its children' kill_task
check 'two tasks are done a second time meanwhile' 'map_too 1 && map_too 30'
wait "$parallel"
check_test 'all tasks are done in the end' = 0 "echo $?"
check 'merged: the bytes of one run' same_as_one
check 'tasks that outlived parallel have ended' 'wait_for 20 "[ -z \"\$(ls \"$tmp/pids\")\" ]"'
before=$(grep -c '' "$tmp/runs")
check_test 'a second time there is nothing to do' = "$before" \
    '(go "$results") >/dev/null; grep -c "" "$tmp/runs"'
check 'a result that was removed is made again' 'rm "$results/7.task" && (go "$results") >/dev/null && same_as_one'
finish
