#!/usr/bin/env bash
# hledger-web: a real double-entry ledger with a small JSON API. It has accounts and journal
# transactions but no invoices and no customers: the platform for "data type not supported" tests.
#
#   start-hledger.sh up [N]   install if missing, write a journal of N sales (50), start, wait
#   start-hledger.sh down     stop          start-hledger.sh reset   stop and delete
#
# Settings: HLEDGER_HOME /var/tmp/hledger-provider   HLEDGER_PORT 18850
set -euo pipefail
install_package() {
  export DEBIAN_FRONTEND=noninteractive
  local get=(apt-get -o DPkg::Lock::Timeout=600 install -y --no-install-recommends "$1")
  # The package lists of a new machine may be empty or old: then update them and try again.
  "${get[@]}" >/dev/null 2>&1 || { apt-get update -qq; "${get[@]}" >/dev/null; }
}
D=${HLEDGER_HOME:-/var/tmp/hledger-provider} PORT=${HLEDGER_PORT:-18850}
URL=http://127.0.0.1:$PORT
alive() { [ -s "$D/pid" ] && kill -0 "$(cat "$D/pid")" 2>/dev/null; }
stop() { if alive; then kill "$(cat "$D/pid")"; for _ in $(seq 30); do alive || break; sleep 0.1; done; fi; rm -f "$D/pid"; }
journal() {
  printf 'commodity 1000.00 USD\n\naccount assets:bank  ; type: A\naccount assets:receivable\naccount income:sales\naccount liabilities:vat\n\n'
  awk -v n="$1" 'BEGIN { for (i = 1; i <= n; i++) {
    net = 40 + (i * 37) % 960; vat = net * 0.2; d = sprintf("2026-%02d-%02d", 1 + int((i - 1) * 10 / n), 1 + i % 28);
    printf "%s * (INV-%05d) Customer %d | order %d\n    assets:receivable:c%d  %.2f USD\n    income:sales  %.2f USD\n    liabilities:vat  %.2f USD\n\n", d, i, i % 12, i, i % 12, net + vat, -net, -vat;
    if (i % 3) printf "%s * (PAY-%05d) Customer %d | payment\n    assets:bank  %.2f USD\n    assets:receivable:c%d  %.2f USD\n\n", d, i, i % 12, net + vat, i % 12, -(net + vat);
  } }'
}
case "${1:-up}" in
  up)
    command -v hledger-web >/dev/null || install_package hledger-web
    # The program itself, which writes exports.
    [ -z "${HLEDGER_EXPORTS:-}" ] || command -v hledger >/dev/null || install_package hledger
    mkdir -p "$D"; [ -s "$D/books.journal" ] || journal "${2:-50}" >"$D/books.journal"
    # LANG must be a UTF-8 locale or non-ASCII journals fail to parse.
    alive || { LANG=C.UTF-8 nohup hledger-web -f "$D/books.journal" --serve-api --host 127.0.0.1 --port "$PORT" \
      --base-url "$URL" --capabilities=view,add >"$D/log" 2>&1 & echo $! >"$D/pid"; }
    for _ in $(seq 100); do curl -fs "$URL/version" >/dev/null && break; alive || { tail -5 "$D/log" >&2; exit 1; }; sleep 0.1; done
    echo "HLEDGER_URL=$URL" ;;
  down) stop ;;
  reset) stop; rm -rf -- "${D:?}" ;;
esac
