#!/usr/bin/env bash
# A real rate limiter (nginx limit_req / limit_conn) in front of a provider, so that
# 429 + Retry-After, 503 and 504 come from a real server and not from a mock.
#
#   throttle-nginx.sh up     start on 127.0.0.1:$THROTTLE_PORT, forward to $UPSTREAM
#   throttle-nginx.sh down   stop
#   throttle-nginx.sh reload apply changed settings
#   throttle-nginx.sh maintenance on|off   answer 503 + Retry-After to everything
#
# Settings: UPSTREAM 127.0.0.1:18800   THROTTLE_PORT 18808   RATE 60r/m   BURST 5
#           CONNS 5 (requests in progress)   RETRY_AFTER 2   READ_TIMEOUT 30s
#           AUTH none, or user:password for HTTP Basic authentication
#           THROTTLE_HOME /var/tmp/throttle-nginx
set -euo pipefail
install_package() {
  export DEBIAN_FRONTEND=noninteractive
  local get=(apt-get -o DPkg::Lock::Timeout=600 install -y --no-install-recommends "$1")
  # The package lists of a new machine may be empty or old: then update them and try again.
  "${get[@]}" >/dev/null 2>&1 || { apt-get update -qq; "${get[@]}" >/dev/null; }
}
D=${THROTTLE_HOME:-/var/tmp/throttle-nginx}
UP=${UPSTREAM:-127.0.0.1:18800} PORT=${THROTTLE_PORT:-18808}
RATE=${RATE:-60r/m} BURST=${BURST:-5} CONNS=${CONNS:-5} RETRY=${RETRY_AFTER:-2} RT=${READ_TIMEOUT:-30s} AUTH=${AUTH:-}

config() {
  mkdir -p "$D/tmp"
  if [ -n "$AUTH" ]; then echo "${AUTH%%:*}:{PLAIN}${AUTH#*:}" >"$D/users"; fi
  cat >"$D/nginx.conf" <<CONF
daemon on; worker_processes 1; pid $D/nginx.pid; error_log $D/error.log warn;
$([ "$(id -u)" = 0 ] && echo "user root;")
events { worker_connections 256; }
http {
  access_log $D/access.log;
  client_body_temp_path $D/tmp; proxy_temp_path $D/tmp;
  fastcgi_temp_path $D/tmp; uwsgi_temp_path $D/tmp; scgi_temp_path $D/tmp;
  # One bucket for each tenant: for Tryton, the first path segment is the database.
  map \$uri \$tenant { ~^/(?<t>[^/]+) \$t; default -; }
  limit_req_zone  \$tenant zone=minute:1m rate=$RATE;
  limit_conn_zone \$tenant zone=conc:1m;
  limit_req_status 429; limit_conn_status 429;
  upstream books { server $UP; }
  server {
    listen 127.0.0.1:$PORT;
    client_max_body_size 20m;
    location / {
      if (-f $D/maintenance) { return 503; }
      limit_req zone=minute burst=$BURST nodelay;
      limit_conn conc $CONNS;
      $([ -n "$AUTH" ] && echo "auth_basic books; auth_basic_user_file $D/users;")
      proxy_pass http://books;
      proxy_set_header Host \$host;
      proxy_read_timeout $RT;
    }
    error_page 429 = @limited;
    error_page 503 = @maintenance;
    location @limited     { internal; default_type application/json; add_header Retry-After $RETRY always; return 429 '{"error":"rate limited"}'; }
    location @maintenance { internal; default_type application/json; add_header Retry-After $RETRY always; return 503 '{"error":"maintenance"}'; }
  }
}
CONF
}
# An nginx left over from an aborted test would still hold the port.
stop() {
  [ -s "$D/nginx.pid" ] || return 0
  local pid; pid=$(cat "$D/nginx.pid"); kill -TERM "$pid" 2>/dev/null || return 0
  for _ in $(seq 50); do kill -0 "$pid" 2>/dev/null || return 0; sleep 0.1; done
}
ngx() { nginx -p "$D" -c "$D/nginx.conf" "$@"; }
case "${1:-up}" in
  up) command -v nginx >/dev/null || install_package nginx-light
      stop; rm -f "$D/access.log" "$D/maintenance"; config; ngx; echo "THROTTLED_URL=http://127.0.0.1:$PORT" ;;
  down) stop ;;
  reload) config; kill -HUP "$(cat "$D/nginx.pid")" ;;
  maintenance) if [ "${2:-on}" = on ]; then touch "$D/maintenance"; else rm -f "$D/maintenance"; fi ;;
esac
