#!/usr/bin/env bash
# make-base-images.sh: makes the two bases of the Containerfile from Debian's packages and Node 24 from npm, where no
# image registry can be reached: localhost/daybook-base (what node needs) and localhost/daybook-node (node and npm).
# Installs buildah, podman and mmdebstrap if they are missing (Debian, as root). Existing images are kept.
set -euo pipefail
if ! command -v buildah >/dev/null || ! command -v podman >/dev/null || ! command -v mmdebstrap >/dev/null; then
  apt-get update -qq -o DPkg::Lock::Timeout=600
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq -o DPkg::Lock::Timeout=600 --no-install-recommends buildah podman runc mmdebstrap uidmap >/dev/null
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
has_image() { [ -n "$(buildah images -q "$1" 2>/dev/null)" ]; }

if ! has_image localhost/daybook-base; then
  suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
  # Without documents, as Debian's slim images, and without the whole of Perl (50 MB), which only packaging tools need.
  cat >"$work/remove-perl" <<'HOOK'
#!/bin/sh
chroot "$1" dpkg-query --show --showformat '${Package}\n' | grep -xE 'perl|perl-modules-.*|libperl[0-9.]*' |
  xargs -r chroot "$1" dpkg --purge --force-depends
HOOK
  chmod +x "$work/remove-perl"
  mmdebstrap --quiet --variant=essential --include=libstdc++6 \
    --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/man/*' \
    --dpkgopt='path-exclude=/usr/share/locale/*' --dpkgopt='path-exclude=/usr/share/info/*' \
    --customize-hook="$work/remove-perl" \
    "$suite" "$work/base.tar" >&2
  container=$(buildah from scratch)
  buildah add --quiet "$container" "$work/base.tar" / >/dev/null
  buildah commit --quiet --rm --timestamp 0 "$container" localhost/daybook-base >/dev/null
fi

if ! has_image localhost/daybook-node; then
  npm install --silent --no-audit --no-fund --prefix "$work/node" node@24 >&2
  npm install --silent --no-audit --no-fund --global --prefix "$work/usr/local" npm@11 >&2
  install -D -m 755 "$(readlink -f "$work/node/node_modules/node/bin/node")" "$work/usr/local/bin/node"
  container=$(buildah from localhost/daybook-base)
  buildah add --quiet "$container" "$work/usr/local" /usr/local >/dev/null
  buildah commit --quiet --rm --timestamp 0 "$container" localhost/daybook-node >/dev/null
fi
