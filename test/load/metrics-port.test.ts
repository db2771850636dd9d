import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freePort } from '../../dev/embedded-postgres.ts';
import { openApp } from '../harness.ts';

test('A-29: metrics can have their own port, and are then not served on the main one', async () => {
  const metricsPort = await freePort();
  const { app, stop } = await openApp({ config: { metricsPort } });
  try {
    const own = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
    assert.equal(own.status, 200);
    assert.match(await own.text(), /daybook_http_request_seconds/);
    assert.equal((await fetch(`http://127.0.0.1:${metricsPort}/companies`)).status, 404);
    assert.notEqual((await fetch(`${app.url}/metrics`)).status, 200);
    assert.equal((await fetch(`${app.url}/health/ready`)).status, 200);
  } finally {
    await stop();
  }
});
