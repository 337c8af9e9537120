# shellcheck shell=sh
# cluster.sh - functions for the tests of clusters, which source it after lib.sh
#
# The command "trawl" in $tmp/bin waits before and after each task, so that processes can be killed
# in the middle of one. While it runs, $tmp/pids has a file with its process number. When it ends,
# it appends "NODE STATUS TASK" to $tmp/runs, with NODE from the environment (Slurm:
# SLURMD_NODENAME). If $tmp/most has a number, tasks that have begun wait once that many have ended.

tmp=$(realpath "$tmp")
trawl=$(realpath "${TRAWL-}")
manifest=$tmp/links.tsv
results=$tmp/links.d

# wait_for SECONDS COMMAND: waits until COMMAND succeeds. Fails after SECONDS. Only a test that
# fails waits so long, so SECONDS may be large, for a machine that does other work.
wait_for() {
    wait_end=$(($(date +%s) + $1))
    until eval "$2"; do
        [ "$(date +%s)" -lt "$wait_end" ] || return 1
        sleep 0.2
    done
}

# free_ports N: prints N unused ports of 127.0.0.1.
free_ports() {
    perl -MIO::Socket::INET -e '
        push @s, IO::Socket::INET->new(Listen => 1, LocalAddr => "127.0.0.1") or die for 1 .. shift;
        print join(" ", map { $_->sockport } @s), "\n"' "$1"
}

# make_tasks N PAUSE OPTION...: makes mailboxes and a manifest of N tasks. $tmp/one gets the output
# of one run over the mailboxes, with these options. Each task waits PAUSE seconds at both ends.
make_tasks() {
    tasks=$1 pause=$2
    shift 2
    mkdir "$tmp/bin" "$tmp/in" "$tmp/pids" "$results"
    all_of_testdata "$tmp/text" "$tmp/in/1.mbox"
    for box in 2 3 4 5; do
        cat "$tmp/in/1.mbox" "$tmp/in/1.mbox" "$tmp/in/1.mbox" >"$tmp/in/$box.mbox"
    done
    cat >"$tmp/bin/trawl" <<END
#!/bin/sh
[ "\$1" = map ] || exec '$trawl' "\$@"
echo \$\$ >'$tmp/pids/'\$\$
sleep $pause
while most=\$(cat '$tmp/most' 2>/dev/null) && [ "\$(grep -c '' '$tmp/runs')" -ge "\$most" ]; do
    sleep 0.1
done
'$trawl' "\$@"
status=\$?
echo "\${SLURMD_NODENAME-\$NODE} \$status \$5" >>'$tmp/runs'
sleep $pause
rm '$tmp/pids/'\$\$
exit \$status
END
    chmod +x "$tmp/bin/trawl"
    : >"$tmp/runs"
    "$trawl" split --tasks "$tasks" "$tmp"/in/*.mbox >"$manifest"
    "$trawl" "$@" "$tmp"/in/*.mbox >"$tmp/one" 2>"$tmp/one.notes"
}

# in_manifest: prints the number of tasks of the manifest.
in_manifest() {
    grep -v '^#' "$manifest" | cut -f 1 | uniq | grep -c ''
}

# runs N [PATTERN]: succeeds when at least N lines of $tmp/runs match the pattern.
runs() {
    [ "$(grep -c "${2-}" "$tmp/runs")" -ge "$1" ]
}

# map_too ID [COMMAND...]: does a task, even if another process is doing it; COMMAND starts it, by
# ssh for example.
map_too() {
    id=$1
    shift
    "$@" trawl map --manifest "$manifest" --task "$id" -o "$results" -t json
    case $? in 0 | 65) ;; *) return 1 ;; esac
}

# merged: merges the results into $tmp/merged.
merged() {
    "$trawl" merge --manifest "$manifest" "$results" >"$tmp/merged"
}

# same_as_one: succeeds when the merged results have the same bytes as the output of one run. Some
# of the input is damaged, so the status must be 65.
same_as_one() {
    merged
    [ $? -eq 65 ] && cmp "$tmp/merged" "$tmp/one"
}
