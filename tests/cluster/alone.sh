# shellcheck shell=sh
# alone.sh - runs a test in its own namespaces; a test sources it first
#
# The test is process 1 of a namespace of processes and has its own mounts. So it cannot kill or
# mount anything outside, and all its daemons end with it, even if it is killed. Needs Linux,
# unshare(1) and root: Slurm and sshd change the user, which user namespaces do not allow.

if [ $$ -ne 1 ]; then
    set -- --pid --fork --mount --mount-proc --kill-child
    [ "$(id -u)" -ne 0 ] || ! unshare "$@" true 2>/dev/null || exec unshare "$@" sh "$0"
fi
. tests/support/lib.sh
# shellcheck disable=SC2031  # the subshells of lib.sh
PATH=$PATH:/usr/sbin:/sbin
if [ $$ -ne 1 ]; then
    skip "$0" 'needs root, and unshare with namespaces of processes and mounts'
    finish
fi

# tree PID...: prints these processes and all their descendants.
tree() {
    ps -e -o pid= -o ppid= | awk -v from="$*" '
        BEGIN { n = split(from, p, " "); for (i = 1; i <= n; i++) in_tree[p[i]] = 1 }
        { parent[$1] = $2 }
        END {
            do {
                more = 0
                for (pid in parent)
                    if (!(pid in in_tree) && (parent[pid] in in_tree))
                        in_tree[pid] = more = 1
            } while (more)
            for (pid in in_tree) print pid
        }'
}

# kill_each PID...: kills processes; some may have ended already.
kill_each() {
    for pid in "$@"; do
        kill -9 "$pid" 2>/dev/null || :
    done
}
