#!/usr/bin/env bash
# A real Tryton accounting server (6.0 from Debian or 7.0 from PyPI) on a loopback port, for tests.
#
#   start-tryton.sh up [N]        install if missing, build the database, seed N invoices (50), start, wait
#   start-tryton.sh newdb NAME [N]  another company's books with N invoices (0); 0.3 s except for the first of N
#   start-tryton.sh dropdb NAME   delete these books
#   start-tryton.sh status        health of PostgreSQL and trytond
#   start-tryton.sh paths         where its configuration and its database server are
#   start-tryton.sh down          stop trytond and its PostgreSQL (data is kept)
#   start-tryton.sh reset         down, then delete everything under $TRYTON_HOME
#
# Settings (environment):
#   TRYTON_VERSION  6.0 | 7.0                  6.0: Debian's packages. 7.0: a virtual environment in TRYTON_CACHE
#   TRYTON_HOME     /var/tmp/tryton-provider   all state: data, logs, pid files (7.0: …-7.0)
#   TRYTON_PORT     18800                      trytond, 127.0.0.1 only (7.0: 18801)
#   TRYTON_PG_PORT  15442                      private PostgreSQL, 127.0.0.1 only (7.0: 15443)
#   TRYTON_DB       tryton
#   TRYTON_BACKEND  postgresql | sqlite        sqlite: quicker, but NOT safe for parallel posting
#   TRYTON_ADMIN_PASSWORD  (a fixed test value)
#   TRYTON_CACHE    /var/tmp/tryton-provider-cache   dump of the built template (0.8 MB);
#                   restoring it takes a second, building it a minute or two. Empty = no cache.
set -euo pipefail

HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
VERSION=${TRYTON_VERSION:-6.0}
case $VERSION in
  6.0) DEFAULTS=(/var/tmp/tryton-provider 18800 15442) ;;
  7.0) DEFAULTS=(/var/tmp/tryton-provider-7.0 18801 15443) ;;
  *) echo "TRYTON_VERSION must be 6.0 or 7.0, not $VERSION" >&2; exit 2 ;;
esac
HOME_DIR=${TRYTON_HOME:-${DEFAULTS[0]}}
PORT=${TRYTON_PORT:-${DEFAULTS[1]}}
PG_PORT=${TRYTON_PG_PORT:-${DEFAULTS[2]}}
DB=${TRYTON_DB:-tryton}
BACKEND=${TRYTON_BACKEND:-postgresql}
ADMIN_PW=${TRYTON_ADMIN_PASSWORD:-Gull3-anchorVy8}
CACHE=${TRYTON_CACHE-/var/tmp/tryton-provider-cache}
TEMPLATE=tryton_template
REQUIREMENTS=$HERE/tryton-7.0-requirements.txt
if [ "$VERSION" = 6.0 ]; then PYTHON=/usr/bin/python3; PROGRAMS=/usr/bin
else PROGRAMS=${CACHE:-$HOME_DIR}/venv-$VERSION/bin; PYTHON=$PROGRAMS/python; fi
# Activated in steps. Each step is one transaction, and PostgreSQL plans Tryton's many catalogue
# queries badly until it has statistics: ANALYZE between steps halves the time (96 s -> 52 s).
STEPS=("ir" "party currency" "company account" "product account_product" "account_invoice account_payment")
CONF=$HOME_DIR/trytond.conf
PGDATA=$HOME_DIR/pg
FILES=$HOME_DIR/files

say() { printf '[tryton %4ds] %s\n' "$SECONDS" "$*" >&2; }
die() { say "ERROR: $*"; exit 1; }
alive() { [ -s "$1" ] && kill -0 "$(head -1 "$1")" 2>/dev/null; }
# PostgreSQL will not run as root.
as_pg() { if [ "$(id -u)" = 0 ]; then runuser -u postgres -- "$@"; else "$@"; fi; }
pg_bin() { local d; for d in /usr/lib/postgresql/*/bin; do [ -x "$d/initdb" ] && BIN=$d; done; [ -n "${BIN:-}" ] || die "no PostgreSQL"; echo "$BIN/$1"; }
sql() { psql -qXAt -v ON_ERROR_STOP=1 -h 127.0.0.1 -p "$PG_PORT" -U "$(pg_user)" "$@"; }
pg_user() { if [ "$(id -u)" = 0 ]; then echo postgres; else id -un; fi; }
uri() { if [ "$BACKEND" = sqlite ]; then echo "sqlite:///$1"; else echo "postgresql://$(pg_user)@127.0.0.1:$PG_PORT/$1"; fi; }

apt_install() {
  DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=600 install -y --no-install-recommends "$@" >>"$HOME_DIR/apt.log" 2>&1
}

install_packages() {
  local want=() missing=() p
  if [ "$VERSION" = 6.0 ]; then
    want+=(tryton-server tryton-proteus tryton-modules-account-invoice tryton-modules-account-payment)
    [ "$BACKEND" = postgresql ] && want+=(python3-psycopg2)
  else want+=(python3-venv); fi
  [ "$BACKEND" = postgresql ] && want+=(postgresql)
  for p in "${want[@]}"; do dpkg-query -W -f='${Status}' "$p" 2>/dev/null | grep -q 'install ok' || missing+=("$p"); done
  [ ${#missing[@]} = 0 ] && return
  say "apt-get install ${missing[*]}"
  [ "$(id -u)" = 0 ] || die "install these as root first: ${missing[*]}"
  # The package lists of a new machine may be empty or old: then update them and try again.
  apt_install "${missing[@]}" || { apt-get update -qq >>"$HOME_DIR/apt.log" 2>&1; apt_install "${missing[@]}"; } ||
    die "apt failed, see $HOME_DIR/apt.log"
}

# An interrupted installation has no mark, and so it is made again.
make_venv() {
  [ "$VERSION" = 6.0 ] && return
  local venv; venv=$(dirname "$PROGRAMS")
  local mark; mark=$venv/$(sha256sum <"$REQUIREMENTS" | cut -c1-16)
  [ -f "$mark" ] && return
  say "pip install trytond $VERSION"
  rm -rf -- "$venv"; mkdir -p "$(dirname "$venv")"
  { /usr/bin/python3 -m venv "$venv" && "$venv/bin/pip" install -q -r "$REQUIREMENTS"; } >>"$HOME_DIR/pip.log" 2>&1 ||
    die "pip failed, see $HOME_DIR/pip.log"
  touch "$mark"
}

write_config() {
  mkdir -p "$FILES"
  local base; if [ "$BACKEND" = sqlite ]; then base=sqlite://; else base="postgresql://$(pg_user)@127.0.0.1:$PG_PORT/"; fi
  cat >"$CONF" <<CONF
[web]
listen = 127.0.0.1:$PORT
# trytond serves this directory on GET, so it must be empty.
root = $HOME_DIR/www
[database]
uri = $base
path = $FILES
[session]
# 'post' and the pay wizard demand a session used within this many seconds.
timeout = 3600
max_attempt = 5
[password]
length = 8
CONF
  mkdir -p "$HOME_DIR/www"
  (umask 077; printf '%s\n' "$ADMIN_PW" >"$HOME_DIR/admin.pw")
}

start_pg() {
  [ "$BACKEND" = postgresql ] || return 0
  if [ ! -s "$PGDATA/PG_VERSION" ]; then
    say "initdb"
    mkdir -p "$PGDATA" "$HOME_DIR/run"
    [ "$(id -u)" = 0 ] && chown postgres "$PGDATA" "$HOME_DIR/run"
    as_pg "$(pg_bin initdb)" -D "$PGDATA" -A trust -E UTF8 --locale=C.UTF-8 -N >"$HOME_DIR/initdb.log" 2>&1 || die "initdb, see $HOME_DIR/initdb.log"
    # Throw-away data: no fsync. jit=off halves Tryton's module set-up time.
    cat >>"$PGDATA/postgresql.conf" <<PG
listen_addresses = '127.0.0.1'
unix_socket_directories = '$HOME_DIR/run'
fsync = off
synchronous_commit = off
full_page_writes = off
jit = off
shared_buffers = 64MB
max_connections = 200
timezone = 'UTC'
log_timezone = 'UTC'
PG
  fi
  alive "$PGDATA/postmaster.pid" && return
  as_pg "$(pg_bin pg_ctl)" -D "$PGDATA" -w -t 60 -l "$HOME_DIR/run/pg.log" -o "-p $PG_PORT" start >/dev/null || die "PostgreSQL, see $HOME_DIR/run/pg.log"
}

exists() {
  if [ "$BACKEND" = sqlite ]; then [ -s "$FILES/$1.sqlite" ]; else [ "$(sql -d postgres -c "select 1 from pg_database where datname='$1'")" = 1 ]; fi
}

seed() { "$PYTHON" -W ignore "$HERE/tryton-seed.py" --config "$CONF" --uri "$(uri "$1")" "${@:2}" 2>>"$HOME_DIR/seed.log" || die "seed, see $HOME_DIR/seed.log"; }

admin() { TRYTONPASSFILE=$HOME_DIR/admin.pw "$PYTHON" -W ignore "$PROGRAMS/trytond-admin" -c "$CONF" "$@" >>"$HOME_DIR/admin.log" 2>&1 || die "trytond-admin, see $HOME_DIR/admin.log"; }

# The cached template depends on the programs, the seed script, the admin password and the fiscal years.
programs() { if [ "$VERSION" = 6.0 ]; then dpkg-query -W 'tryton-*' 2>/dev/null; else cat "$REQUIREMENTS"; fi; }

cache_file() {
  local key; key=$( { programs; cat "$HERE/tryton-seed.py"; echo "$ADMIN_PW"; date +%Y; } | sha256sum | cut -c1-16)
  echo "$CACHE/template-$BACKEND-$key.dump"
}

build_template() {
  exists "$TEMPLATE" && return
  local work=${TEMPLATE}_building   # an interrupted build never looks finished
  local cached; cached=$([ -n "$CACHE" ] && cache_file || true)
  if [ -n "$cached" ] && [ -s "$cached" ]; then
    say "restore template from $cached"
    if [ "$BACKEND" = sqlite ]; then cp "$cached" "$FILES/$TEMPLATE.sqlite"
    else
      sql -d postgres -c "drop database if exists $work" -c "create database $work" 2>/dev/null
      "$(pg_bin pg_restore)" -h 127.0.0.1 -p "$PG_PORT" -U "$(pg_user)" --no-owner -d "$work" "$cached"
      sql -d "$work" -c "vacuum analyze"; sql -d postgres -c "alter database $work rename to $TEMPLATE"
    fi
    return
  fi
  if [ "$BACKEND" = sqlite ]; then rm -f "$FILES/$work.sqlite"; touch "$FILES/$work.sqlite"
  else sql -d postgres -c "drop database if exists $work" -c "create database $work" 2>/dev/null; fi
  local step
  for step in "${STEPS[@]}"; do
    say "activate: $step"
    admin -d "$work" -u $step --activate-dependencies --email admin@example.com
    [ "$BACKEND" = sqlite ] || sql -d "$work" -c analyze
  done
  say "company, chart of accounts, taxes, products, users"
  seed "$work" setup >&2
  if [ "$BACKEND" = sqlite ]; then mv "$FILES/$work.sqlite" "$FILES/$TEMPLATE.sqlite"
  else sql -d "$work" -c "vacuum analyze"; sql -d postgres -c "alter database $work rename to $TEMPLATE"; fi
  if [ -n "$cached" ]; then
    mkdir -p "$CACHE"
    if [ "$BACKEND" = sqlite ]; then cp "$FILES/$TEMPLATE.sqlite" "$cached.tmp"
    else "$(pg_bin pg_dump)" -h 127.0.0.1 -p "$PG_PORT" -U "$(pg_user)" -Fc --no-owner "$TEMPLATE" >"$cached.tmp"; fi
    mv "$cached.tmp" "$cached"
  fi
}

copy() {  # copy FROM TO; FROM must have no open connections
  if [ "$BACKEND" = sqlite ]; then cp "$FILES/$1.sqlite" "$FILES/$2.sqlite"
  else sql -d postgres -c "create database \"$2\" template \"$1\""; fi
}

# clone NAME N: a new database with N seeded invoices. The seeded state is kept as a second
# template that nothing connects to, so the next clone of the same size takes 0.3 s.
clone() {
  exists "$1" && return
  local from=$TEMPLATE n=${2:-0}
  if [ "$n" -gt 0 ]; then
    from=${TEMPLATE}_$n
    if ! exists "$from"; then
      say "seed $n invoices"
      exists "${from}_building" && "$0" dropdb "${from}_building"
      copy "$TEMPLATE" "${from}_building"
      seed "${from}_building" invoices --count "$n" >&2
      if [ "$BACKEND" = sqlite ]; then mv "$FILES/${from}_building.sqlite" "$FILES/$from.sqlite"
      else sql -d postgres -c "alter database ${from}_building rename to $from"; fi
    fi
  fi
  say "clone $from -> $1"
  copy "$from" "$1"
}

rpc() { curl -fsS -m "${3:-5}" -H 'content-type: application/json' -d "$2" "http://127.0.0.1:$PORT$1" 2>/dev/null; }

start_server() {
  if ! alive "$HOME_DIR/trytond.pid"; then
    say "start trytond on 127.0.0.1:$PORT"
    nohup "$PYTHON" -W ignore "$PROGRAMS/trytond" -c "$CONF" -d "$DB" >>"$HOME_DIR/trytond.log" 2>&1 &
    echo $! >"$HOME_DIR/trytond.pid"
  fi
  local i
  for i in $(seq 1 240); do
    if rpc / '{"id":1,"method":"common.server.version","params":[]}' | grep -q result; then break; fi
    alive "$HOME_DIR/trytond.pid" || die "trytond died, see $HOME_DIR/trytond.log"
    [ "$i" = 240 ] && die "trytond did not answer"
    sleep 0.25
  done
  warm "$DB"
}

# Ready means: a login works. The first login to a database loads its models (about a second).
# Meanwhile, trytond 6.0 can answer a request to ANOTHER database with the error ["",""].
warm() {
  rpc "/$1/" '{"id":1,"method":"common.db.login","params":["connector",{"password":"Quay7-lamp4Oz"}]}' 60 | grep -q '"result"' || die "login to $1 failed"
}

stop_pid() {
  alive "$1" || { rm -f "$1"; return 0; }
  local pid; pid=$(head -1 "$1"); kill -TERM "$pid"
  for _ in $(seq 1 50); do kill -0 "$pid" 2>/dev/null || break; sleep 0.1; done
  kill -KILL "$pid" 2>/dev/null || true
  rm -f "$1"
}

case "${1:-up}" in
  up)
    mkdir -p "$HOME_DIR"; chmod 755 "$HOME_DIR"
    install_packages; make_venv; write_config; start_pg; build_template; clone "$DB" "${2:-50}"; start_server
    say "ready"
    echo "TRYTON_URL=http://127.0.0.1:$PORT"; echo "TRYTON_DB=$DB"
    echo "TRYTON_USER=connector"; echo "TRYTON_PASSWORD=Quay7-lamp4Oz" ;;
  newdb) start_pg; clone "${2:?name}" "${3:-0}"; if alive "$HOME_DIR/trytond.pid"; then warm "$2"; fi ;;
  dropdb)
    if [ "$BACKEND" = sqlite ]; then rm -f "$FILES/${2:?name}.sqlite"
    else sql -d postgres -c "drop database if exists \"${2:?name}\" with (force)"; fi ;;
  paths) echo "TRYTON_CONFIG=$CONF"; echo "TRYTON_URI=$(uri '')"; echo "TRYTON_PYTHON=$PYTHON" ;;
  status)
    rpc / '{"id":1,"method":"common.server.version","params":[]}' && echo || { echo "trytond: down"; exit 1; }
    rpc / '{"id":1,"method":"common.db.list","params":[]}'; echo ;;
  down)
    stop_pid "$HOME_DIR/trytond.pid"
    if alive "$PGDATA/postmaster.pid"; then as_pg "$(pg_bin pg_ctl)" -D "$PGDATA" -m fast -w stop >/dev/null; fi
    say "stopped" ;;
  reset)
    "$0" down; rm -rf -- "${HOME_DIR:?}" ;;
  *) sed -n '2,22p' "$0"; exit 2 ;;
esac
