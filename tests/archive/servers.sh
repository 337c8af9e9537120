# shellcheck shell=sh disable=SC2154  # $tmp is of lib.sh
# servers.sh - starts nginx and Apache over the maps of a site
#
# Sourced by the tests t_*.sh after tests/support/lib.sh. The servers redirect /archive/OLD by a map
# to /new/PAGE, as trawl-site(1) configures them. $port is a free port that the system chose. A test
# calls have() before it starts a server.

# choose_port: sets $port.
choose_port() {
    chmod 755 "$tmp"
    port=$(python3 -c 'import socket
s = socket.socket()
s.bind(("127.0.0.1", 0))
print(s.getsockname()[1])')
}

# write_nginx MAP: writes $tmp/nginx.conf.
write_nginx() {
    choose_port
    cat >"$tmp/nginx.conf" <<END
worker_processes 1; pid $tmp/nginx.pid; error_log $tmp/nginx.log; events {}
http {
  access_log off; client_body_temp_path $tmp/t1; proxy_temp_path $tmp/t2; fastcgi_temp_path $tmp/t3; uwsgi_temp_path $tmp/t4; scgi_temp_path $tmp/t5;
  map_hash_max_size 262144; map_hash_bucket_size 512;
  map \$old \$new { include $1; }
  server {
    listen 127.0.0.1:$port;
    location ~ ^/archive/(?<old>.*)\$ {
      if (\$new = gone) { return 410; }
      if (\$new) { return 301 http://localhost:$port/new/\$new; }
      return 404;
    }
  }
}
END
}

# with_nginx COMMAND: runs COMMAND while nginx serves, after "nginx -t" found no fault and no cause
# for a warning. In COMMAND, $port is its port.
with_nginx() {
    nginx -t -c "$tmp/nginx.conf" 2>"$tmp/nginx.said" || { cat "$tmp/nginx.said" && return 1; }
    grep 'warn' "$tmp/nginx.said" && return 1
    nginx -c "$tmp/nginx.conf" || return
    eval "$1"
    with_status=$?
    nginx -c "$tmp/nginx.conf" -s stop 2>>"$tmp/nginx.said"
    return "$with_status"
}

# write_apache MAP: writes $tmp/apache.conf.
write_apache() {
    modules=/usr/lib/apache2/modules
    choose_port
    mkdir -p "$tmp/empty"
    cat >"$tmp/apache.conf" <<END
ServerRoot $tmp
ServerName localhost
PidFile $tmp/apache.pid
ErrorLog $tmp/apache.log
Listen 127.0.0.1:$port
LoadModule mpm_event_module $modules/mod_mpm_event.so
LoadModule authz_core_module $modules/mod_authz_core.so
LoadModule rewrite_module $modules/mod_rewrite.so
DocumentRoot $tmp/empty
RewriteEngine on
RewriteMap old txt:$1
RewriteCond \${old:\$1} ^gone\$
RewriteRule ^/archive/(.*)\$ - [G]
RewriteCond \${old:\$1} ^(.+)\$
RewriteRule ^/archive/(.*)\$ /new/%1 [R=301,L]
END
}

# with_apache COMMAND: the same as with_nginx for Apache.
with_apache() {
    apache2 -f "$tmp/apache.conf" && until_there "$tmp/apache.pid" || return
    eval "$1"
    with_status=$?
    kill "$(cat "$tmp/apache.pid")"
    while [ -e "$tmp/apache.pid" ]; do sleep 0.1; done
    return "$with_status"
}

# answers PORT: reads old addresses, and prints for each "ADDRESS STATUS" and, for a redirect, the
# page that it leads to.
answers() {
    python3 -c 'import http.client, sys
server = http.client.HTTPConnection("localhost", int(sys.argv[1]), timeout=60)
for name in sys.stdin.read().split():
    server.request("GET", "/archive/" + name)
    answer = server.getresponse()
    answer.read()
    leads = (answer.getheader("Location") or "").replace("http://localhost:" + sys.argv[1], "")
    print(name, answer.status, *([leads] if leads else []))' "$1"
}
