#!/usr/bin/env bash
# stripe-mock (Stripe's own mock server, with Stripe's OpenAPI document inside) and stripe-node (Stripe's own client).
#
#   start-stripe.sh up      build and install if missing, start stripe-mock on loopback, wait
#   start-stripe.sh down    stop          start-stripe.sh reset   stop and delete the state (the cache stays)
#
# Settings: STRIPE_HOME /var/tmp/stripe-provider   STRIPE_CACHE /var/tmp/stripe-provider-cache   STRIPE_PORT 18870
set -euo pipefail
MOCK_VERSION=v0.203.0 CLIENT_VERSION=23.1.0 AJV_VERSION=8.20.0
D=${STRIPE_HOME:-/var/tmp/stripe-provider} C=${STRIPE_CACHE:-/var/tmp/stripe-provider-cache} PORT=${STRIPE_PORT:-18870}
URL=http://127.0.0.1:$PORT
alive() { [ -s "$D/pid" ] && kill -0 "$(cat "$D/pid")" 2>/dev/null; }
stop() { if alive; then kill "$(cat "$D/pid")"; for _ in $(seq 30); do alive || break; sleep 0.1; done; fi; rm -f "$D/pid"; }
case "${1:-up}" in
  up)
    mkdir -p "$D" "$C/bin" "$C/client"
    MOCK=$C/bin/stripe-mock-$MOCK_VERSION
    if ! [ -x "$MOCK" ]; then
      command -v go >/dev/null || { echo "stripe-mock needs Go: install the package golang." >&2; exit 1; }
      GOBIN="$C/bin" go install "github.com/stripe/stripe-mock@$MOCK_VERSION" >&2
      mv "$C/bin/stripe-mock" "$MOCK"
      # The document that the mock was built with.
      cp "$(go env GOMODCACHE)/github.com/stripe/stripe-mock@$MOCK_VERSION/embedded/openapi/spec3.json" "$C/spec3.json"
      chmod u+w "$C/spec3.json"
    fi
    [ -s "$C/client/$CLIENT_VERSION-$AJV_VERSION" ] || {
      (cd "$C/client" && echo '{ "private": true }' >package.json &&
        npm install --no-audit --no-fund --prefer-offline "stripe@$CLIENT_VERSION" "ajv@$AJV_VERSION" >&2)
      echo installed >"$C/client/$CLIENT_VERSION-$AJV_VERSION"
    }
    # Without an address for HTTPS it would listen on every interface.
    alive || { nohup "$MOCK" -strict-version-check -http-addr "127.0.0.1:$PORT" -https-addr "127.0.0.1:$((PORT + 1))" \
      >"$D/log" 2>&1 & echo $! >"$D/pid"; }
    for _ in $(seq 100); do
      curl -fs -H 'Authorization: Bearer sk_test_1' "$URL/v1/account" >/dev/null && break
      alive || { tail -5 "$D/log" >&2; exit 1; }
      sleep 0.1
    done
    printf 'STRIPE_MOCK_URL=%s\nSTRIPE_SPEC=%s\nSTRIPE_CLIENT=%s\nSTRIPE_MOCK_VERSION=%s\n' \
      "$URL" "$C/spec3.json" "$C/client" "$MOCK_VERSION"
    ;;
  down) stop ;;
  reset) stop; rm -rf -- "${D:?}" ;;
esac
