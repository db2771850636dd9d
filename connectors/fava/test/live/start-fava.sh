#!/usr/bin/env bash
# Fava: the web interface of Beancount, a real double-entry ledger in a text file, with a JSON API.
#
#   start-fava.sh up [N]   install if missing, write a ledger of N sales (50), start, wait
#   start-fava.sh down     stop          start-fava.sh reset   stop and delete the state (the cache stays)
#
# Settings: FAVA_HOME /var/tmp/fava-provider   FAVA_CACHE /var/tmp/fava-provider-cache   FAVA_PORT 18860
set -euo pipefail
FAVA_VERSION=1.30.16 BEANCOUNT_VERSION=3.2.3
D=${FAVA_HOME:-/var/tmp/fava-provider} C=${FAVA_CACHE:-/var/tmp/fava-provider-cache} PORT=${FAVA_PORT:-18860}
URL=http://127.0.0.1:$PORT/rocket-books
ENV=$C/fava-$FAVA_VERSION-$BEANCOUNT_VERSION
alive() { [ -s "$D/pid" ] && kill -0 "$(cat "$D/pid")" 2>/dev/null; }
stop() { if alive; then kill "$(cat "$D/pid")"; for _ in $(seq 50); do alive || break; sleep 0.1; done; fi; rm -f "$D/pid"; }
ledger() {
  cat <<'LEDGER'
option "title" "Rocket Books"
option "operating_currency" "USD"
option "documents" "documents"

2020-01-01 open Assets:Bank:Checking USD
  institution: "First Bank"
  iban: "DE02120300000000202051"
2020-01-01 open Assets:Bank:Savings USD
2020-01-01 open Assets:Receivable
2020-01-01 open Assets:Shares
2020-01-01 open Assets:Old USD
2020-01-01 open Liabilities:VAT
2020-01-01 open Equity:Opening
2020-01-01 open Income:Sales
2020-01-01 open Expenses:Food
2020-01-01 open Expenses:Rent USD
2020-06-01 close Assets:Old

2025-12-01 * "Opening balance"
  Assets:Bank:Checking  100000.10 USD
  Equity:Opening

2025-12-02 * "Broker" "Shares at a cost"
  Assets:Shares  3 HOOL {10.505 USD}
  Assets:Bank:Checking  -31.515 USD

2025-12-03 ! "Exchange" "Another currency"
  Assets:Receivable  10 EUR @ 1.10 USD
  Assets:Bank:Checking  -11.00 USD

2025-12-04 * "A long number"
  Assets:Receivable  1234567890123456.78 USD
  Income:Sales  -1234567890123456.78 USD

LEDGER
  awk -v n="$1" 'BEGIN { for (i = 1; i <= n; i++) {
    net = 40 + (i * 37) % 960; vat = net * 0.2; d = sprintf("2026-%02d-%02d", 1 + int((i - 1) * 10 / n), 1 + i % 28);
    printf "%s * \"Customer %d\" \"Order %d\" ^INV-%05d\n  Assets:Receivable  %.2f USD\n    description: \"Line %d\"\n  Income:Sales  %.2f USD\n  Liabilities:VAT  %.2f USD\n\n", d, i % 12, i, i, net + vat, i, -net, -vat;
    if (i % 3) printf "%s * \"Customer %d\" \"Payment %d\"\n  Assets:Bank:Checking  %.2f USD\n  Assets:Receivable\n\n", d, i % 12, i, net + vat;
    if (i % 7 == 0) printf "%s * \"Rent\"\n  Expenses:Rent  %.2f USD\n  Assets:Bank:Checking\n\n", d, 10 + i % 50;
  } }'
}
case "${1:-up}" in
  up)
    mkdir -p "$D" "$C"
    if ! [ -x "$ENV/bin/fava" ]; then
      rm -rf "$ENV"; python3 -m venv "$ENV"
      "$ENV/bin/pip" install -q --disable-pip-version-check "fava==$FAVA_VERSION" "beancount==$BEANCOUNT_VERSION" >&2
    fi
    if ! [ -s "$D/books.beancount" ]; then
      ledger "${2:-50}" >"$D/books.beancount"
      bank=$D/documents/Assets/Bank/Checking
      mkdir -p "$bank"
      printf 'Statement\nof May\n' >"$bank/2026-05-31 Auszug.txt"
      head -c 3000000 /dev/zero >"$bank/2026-06-30 large.bin"
    fi
    alive || { LANG=C.UTF-8 nohup "$ENV/bin/fava" --host 127.0.0.1 --port "$PORT" "$D/books.beancount" >"$D/log" 2>&1 & echo $! >"$D/pid"; }
    for _ in $(seq 300); do
      curl -fs "$URL/api/errors" >/dev/null && break
      alive || { tail -5 "$D/log" >&2; exit 1; }
      sleep 0.1
    done
    printf 'FAVA_URL=%s\nFAVA_LEDGER=%s\nFAVA_PROGRAMS=%s\nFAVA_ABOUT=Fava %s with Beancount %s\n' "$URL" "$D/books.beancount" "$ENV/bin" \
      "$("$ENV/bin/python3" -c 'import fava; print(fava.__version__)')" \
      "$("$ENV/bin/python3" -c 'import beancount; print(beancount.__version__)')"
    ;;
  down) stop ;;
  reset) stop; rm -rf -- "${D:?}" ;;
esac
