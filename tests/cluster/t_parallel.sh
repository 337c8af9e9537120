#!/bin/sh
# t_parallel.sh - GNU parallel does the tasks of a manifest on this machine
#
# Kills a task and the shell of parallel in the middle of their work. Parallel goes on after its
# shell has died, while a second parallel does the same tasks. "make check-cluster" does more, over
# ssh and with Slurm.

# shellcheck disable=SC2031  # used by commands in quotes
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

# children PID: prints its child processes that have not ended.
children() {
    ps -e -o pid= -o ppid= -o stat= | awk -v of="$1" '$2 == of && $3 !~ /Z/ { print $1 }'
}

# ended PID...: succeeds when none of these processes runs.
ended() {
    ! ps -e -o pid= -o stat= | awk -v of=" $* " 'index(of, " " $1 " ") && $2 !~ /Z/' | grep -q .
}

# kill_task: kills a running task and its children.
kill_task() {
    for file in "$tmp"/pids/*; do
        pid=$(cat "$file")
        kill -STOP "$pid" || continue
        for child in $(children "$pid"); do
            kill -9 "$child"
        done
        kill -9 "$pid" && rm "$file" && return
    done
    return 1
}

check_test 'a manifest of 40 tasks' = 40 in_manifest
echo 8 >"$tmp/most"
go "$results" >"$tmp/log" 2>&1 &
parallel=$!
check 'tasks are done' 'wait_for 300 "runs 8"'
outlived=$(children "$parallel" | tr '\n' ' ')
kill -9 "$parallel"
wait "$parallel" 2>/dev/null
check_status 'its shell was killed: tasks are missing' 66 merged
go "$results" >"$tmp/log" 2>&1 &
parallel=$!
echo 20 >"$tmp/most"
check 'it goes on' 'wait_for 300 "runs 20"'
check 'a task is killed with its children' kill_task
rm "$tmp/most"
check 'two tasks are done a second time meanwhile' 'map_too 1 && map_too 30'
wait "$parallel"
check_test 'all tasks are done in the end' = 0 "echo $?"
check 'merged: the bytes of one run' same_as_one
check 'the parallel that outlived its shell ends' 'wait_for 300 "ended $outlived"'
check 'no task is left' 'wait_for 300 "[ -z \"\$(ls \"$tmp/pids\")\" ]"'
check_test 'both have appended to the log' -gt 60 'awk -F "\t" "NF == 9" "$results.joblog" | wc -l'
check_test 'each of its lines has nine columns' = '' 'awk -F "\t" "NF != 9" "$results.joblog"'
before=$(grep -c '' "$tmp/runs")
check_test 'a second time there is nothing to do' = "$before" \
    '(go "$results") >/dev/null; grep -c "" "$tmp/runs"'
check 'a result that was removed is made again' 'rm "$results/7.task" && (go "$results") >/dev/null && same_as_one'
finish
