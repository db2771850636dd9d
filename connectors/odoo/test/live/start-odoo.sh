#!/usr/bin/env bash
# A real Odoo 19 with accounting, sales and purchases on a loopback port, for tests.
#
#   start-odoo.sh up [N]          install if missing, build the database, seed N invoices (50), start, wait
#   start-odoo.sh newdb NAME [N]  other books with N invoices (0); 1 s except for the first of N
#   start-odoo.sh dropdb NAME     delete these books
#   start-odoo.sh seed NAME …     run a step of odoo-seed.py in these books
#   start-odoo.sh paths           where its database server is
#   start-odoo.sh status          health of PostgreSQL and Odoo
#   start-odoo.sh down            stop Odoo and its PostgreSQL (data is kept)
#   start-odoo.sh reset           down, then delete everything under $ODOO_HOME
#
# Debian has Odoo only in its unstable branch, and that package asks for a Python that is too new for Odoo 19. So the
# package is fetched into a folder of ours (never installed) and run by Python 3.11 or 3.12 with libraries from PyPI.
#
# Settings (environment):
#   ODOO_HOME     /var/tmp/odoo-provider        all state: data, logs, pid files
#   ODOO_CACHE    /var/tmp/odoo-provider-cache  what takes long: Odoo (0.8 GB), its libraries, the built template
#   ODOO_PORT     18900                         Odoo, 127.0.0.1 only
#   ODOO_PG_PORT  15444                         private PostgreSQL, 127.0.0.1 only
#   ODOO_DB       odoo
#   ODOO_PYTHON   python3.11, python3.12 or python3
set -euo pipefail

HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
HOME_DIR=${ODOO_HOME:-/var/tmp/odoo-provider}
CACHE=${ODOO_CACHE:-/var/tmp/odoo-provider-cache}
PORT=${ODOO_PORT:-18900}
PG_PORT=${ODOO_PG_PORT:-15444}
DB=${ODOO_DB:-odoo}
TEMPLATE=odoo_template
PGDATA=$HOME_DIR/pg

say() { printf '[odoo %4ds] %s\n' "$SECONDS" "$*" >&2; }
die() { say "ERROR: $*"; exit 1; }
alive() { [ -s "$1" ] && kill -0 "$(head -1 "$1")" 2>/dev/null; }
# PostgreSQL will not run as root.
as_pg() { if [ "$(id -u)" = 0 ]; then runuser -u postgres -- "$@"; else "$@"; fi; }
pg_bin() { local d; for d in /usr/lib/postgresql/*/bin; do [ -x "$d/initdb" ] && BIN=$d; done; [ -n "${BIN:-}" ] || die "install PostgreSQL first (apt-get install postgresql)"; echo "$BIN/$1"; }
sql() { psql -qXAt -v ON_ERROR_STOP=1 -h 127.0.0.1 -p "$PG_PORT" -U odoo "$@"; }
exists() { [ "$(sql -d postgres -c "select 1 from pg_database where datname='$1'")" = 1 ]; }
place() { echo "--db_host=127.0.0.1 --db_port=$PG_PORT --db_user=odoo --db_password=odoo --data-dir=$HOME_DIR/data --log-level=warn"; }
# In the place of the shell, so that its pid is Odoo's.
run_odoo() { exec "$CACHE/venv/bin/python" -W ignore -c 'import sys; sys.path.insert(0, sys.argv.pop(1)); from odoo.cli import main; main()' "$CACHE/lib" "$@" $(place); }

fetch_odoo() { # through an apt of our own beside the machine's, at the mirror that the machine uses
  [ -d "$CACHE/lib/odoo" ] && return
  local apt=$CACHE/apt mirror
  mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | grep -v security | head -1)
  [ -n "$mirror" ] || die "this machine has no Debian mirror in its apt sources"
  say "fetch Odoo"
  rm -rf "$apt"; mkdir -p "$apt"/{lists/partial,cache/archives/partial,etc}
  echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror sid main" >"$apt/etc/sid.list"
  # A mirror may lag behind: an old release file is good enough for a test.
  local own=(-o Dir::State::lists="$apt/lists" -o Dir::Cache="$apt/cache" -o Dir::Etc::sourcelist="$apt/etc/sid.list" -o Dir::Etc::sourceparts=- -o Acquire::Check-Valid-Until=false -o APT::Get::List-Cleanup=0 -o APT::Sandbox::User=root)
  apt-get "${own[@]}" -qq update
  (cd "$apt" && apt-get "${own[@]}" -qq download odoo-19)
  dpkg -x "$apt"/odoo-19_*.deb "$apt/unpacked"
  # Charts of other countries are half of the package.
  rm -rf "$apt"/unpacked/usr/lib/python3/dist-packages/odoo/addons/{l10n_*,test_*,website*,theme_*,pos_*,point_of_sale,spreadsheet_dashboard_{pos,website}*}
  mkdir -p "$CACHE/lib" && mv "$apt/unpacked/usr/lib/python3/dist-packages/odoo" "$CACHE/lib/odoo"
  rm -rf "$apt"
}

find_python() {
  local p; for p in "${ODOO_PYTHON:-}" python3.11 python3.12 python3; do
    if [ -n "$p" ] && "$p" -c 'import sys, venv; sys.exit(not (3, 10) <= sys.version_info < (3, 14))' 2>/dev/null; then echo "$p"; return; fi
  done
  die "Odoo 19 needs a Python from 3.10 to 3.13 with venv"
}

make_venv() {
  local key; key=$(sha256sum <"$HERE/odoo-requirements.txt" | cut -c1-16)
  [ -f "$CACHE/venv/$key" ] && return
  say "Python libraries"
  local python; python=$(find_python)
  rm -rf "$CACHE/venv"; "$python" -m venv "$CACHE/venv"
  "$CACHE/venv/bin/pip" install -q --disable-pip-version-check -r "$HERE/odoo-requirements.txt"
  touch "$CACHE/venv/$key"
}

start_pg() {
  alive "$PGDATA/postmaster.pid" && return
  if [ ! -s "$PGDATA/PG_VERSION" ]; then
    say "initdb"
    mkdir -p "$PGDATA" && { [ "$(id -u)" != 0 ] || chown postgres "$PGDATA"; }
    as_pg "$(pg_bin initdb)" -D "$PGDATA" -U odoo -A trust -E UTF8 --locale=C.UTF-8 -N >/dev/null
    # Throw-away data: no fsync.
    cat >>"$PGDATA/postgresql.conf" <<PG
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
fsync = off
synchronous_commit = off
full_page_writes = off
jit = off
max_connections = 200
timezone = 'UTC'
log_timezone = 'UTC'
PG
  fi
  as_pg "$(pg_bin pg_ctl)" -D "$PGDATA" -w -t 60 -l "$PGDATA/log" -o "-p $PG_PORT" start >/dev/null || die "PostgreSQL, see $PGDATA/log"
}

seed() { "$CACHE/venv/bin/python" -W ignore "$HERE/odoo-seed.py" --lib "$CACHE/lib" --database "$1" "${@:2}" -- $(place) 2>>"$HOME_DIR/seed.log" || { tail -3 "$HOME_DIR/seed.log" >&2; die "seed, see $HOME_DIR/seed.log"; }; }

# The template depends on the seed script and this one. Its dates are relative to the day on which it was built.
template_key() { cat "$HERE/odoo-seed.py" "$HERE/odoo-requirements.txt" <(sed -n '/^build_template/,/^}/p' "$0") <(date +%Y-%m) | sha256sum | cut -c1-16; }

build_template() {
  exists "$TEMPLATE" && return
  local work=${TEMPLATE}_building cached; cached=$CACHE/template-$(template_key)
  sql -d postgres -c "drop database if exists $work" 2>/dev/null
  if [ -s "$cached/dump" ]; then
    say "restore the template"
    sql -d postgres -c "create database $work"
    "$(pg_bin pg_restore)" -h 127.0.0.1 -p "$PG_PORT" -U odoo --no-owner -j 2 -d "$work" "$cached/dump"
    sql -d "$work" -c "vacuum analyze"
  else
    say "build the template: accounting, sales and purchases with demo data"
    (run_odoo -d "$work" -i account,sale,purchase --with-demo --stop-after-init --no-http) >"$HOME_DIR/build.log" 2>&1 || { tail -5 "$HOME_DIR/build.log" >&2; die "the build failed"; }
    rm -rf "$cached" "$cached.tmp"; mkdir -p "$cached.tmp"
    say "users, keys, a second company, transfers"
    seed "$work" setup >"$cached.tmp/keys"
    sql -d "$work" -c "vacuum analyze"
    "$(pg_bin pg_dump)" -h 127.0.0.1 -p "$PG_PORT" -U odoo -Fd -j 2 --no-owner -f "$cached.tmp/dump" "$work"
    mv "$cached.tmp" "$cached"
  fi
  cp "$cached/keys" "$HOME_DIR/keys"
  sql -d postgres -c "alter database $work rename to $TEMPLATE"
}

# clone NAME N: new books with N seeded invoices. The seeded state is kept as a second template.
clone() {
  exists "$1" && return
  local from=$TEMPLATE n=${2:-0}
  if [ "$n" -gt 0 ]; then
    from=${TEMPLATE}_$n
    if ! exists "$from"; then
      say "seed $n invoices"
      sql -d postgres -c "drop database if exists ${from}_building" -c "create database ${from}_building template $TEMPLATE" 2>/dev/null
      seed "${from}_building" invoices --count "$n" >&2
      sql -d postgres -c "alter database ${from}_building rename to $from"
    fi
  fi
  sql -d postgres -c "create database \"$1\" template \"$from\""
  sql -d "$1" -c "update ir_config_parameter set value = gen_random_uuid()::text where key = 'database.uuid'"
}

# The first request to a database loads its models, which takes seconds.
warm() { curl -fsS -m 120 -o /dev/null -H "X-Odoo-Database: $1" -H "Authorization: bearer $(key)" -H 'content-type: application/json' -d '{}' "http://127.0.0.1:$PORT/json/2/res.users/context_get" || die "Odoo does not accept the key in $1"; }
key() { sed -n 's/^ODOO_KEY=//p' "$HOME_DIR/keys"; }

start_server() {
  if ! alive "$HOME_DIR/odoo.pid"; then
    say "start Odoo on 127.0.0.1:$PORT"
    run_odoo --http-port="$PORT" --http-interface=127.0.0.1 --max-cron-threads=0 --db_maxconn=64 >>"$HOME_DIR/odoo.log" 2>&1 &
    echo $! >"$HOME_DIR/odoo.pid"
  fi
  local i
  for i in $(seq 240); do
    curl -fs -o /dev/null "http://127.0.0.1:$PORT/web/health" && break
    alive "$HOME_DIR/odoo.pid" || die "Odoo died, see $HOME_DIR/odoo.log"
    [ "$i" = 240 ] && die "Odoo did not answer"
    sleep 0.5
  done
  warm "$DB"
}

stop_pid() {
  alive "$1" || { rm -f "$1"; return 0; }
  local pid; pid=$(head -1 "$1"); kill -TERM "$pid"
  for _ in $(seq 60); do kill -0 "$pid" 2>/dev/null || break; sleep 0.25; done
  kill -KILL "$pid" 2>/dev/null || true
  rm -f "$1"
}

case "${1:-up}" in
  up)
    mkdir -p "$HOME_DIR" "$CACHE"; chmod 755 "$HOME_DIR"
    pg_bin initdb >/dev/null; fetch_odoo; make_venv; start_pg; build_template; clone "$DB" "${2:-50}"; start_server
    say "ready"
    echo "ODOO_URL=http://127.0.0.1:$PORT"; echo "ODOO_DB=$DB"; cat "$HOME_DIR/keys" ;;
  newdb) clone "${2:?name}" "${3:-0}"; if alive "$HOME_DIR/odoo.pid"; then warm "$2"; fi ;;
  dropdb) sql -d postgres -c "drop database if exists \"${2:?name}\" with (force)" ;;
  seed) seed "${@:2}" ;;
  paths) echo "ODOO_URI=postgresql://odoo@127.0.0.1:$PG_PORT/" ;;
  status) alive "$PGDATA/postmaster.pid" && echo "PostgreSQL runs"; curl -fs "http://127.0.0.1:$PORT/web/health" && echo || { echo "Odoo: down"; exit 1; } ;;
  down)
    stop_pid "$HOME_DIR/odoo.pid"
    if alive "$PGDATA/postmaster.pid"; then as_pg "$(pg_bin pg_ctl)" -D "$PGDATA" -m fast -w stop >/dev/null; fi
    say "stopped" ;;
  reset) mkdir -p "$HOME_DIR"; "$0" down; rm -rf -- "${HOME_DIR:?}" ;;
  *) sed -n '2,12p' "$0"; exit 2 ;;
esac
