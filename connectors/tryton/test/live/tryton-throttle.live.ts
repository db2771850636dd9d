import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { ProviderHttp } from '@daybook/connector-kit';
import * as errors from '@daybook/connector-kit';
import { plainHttp, pullAll } from '@daybook/connector-kit/conformance';
import { useApp } from '../../../../test/harness.ts';
import { startFaultProxy } from '../../../../test/providers/fault-proxy.ts';
import { isQuick, tell } from '../../../../test/providers/figures.ts';
import { linkCompany } from '../../../../test/providers/linked-company.ts';
import { openProof } from '../../../../test/providers/proof.ts';
import { runConformance } from '../../../../test/providers/run-conformance.ts';
import { waitFor } from '../../../../test/wait-for.ts';
import { createTrytonConnector } from '../../src/tryton-connector.ts';
import { TrytonBooks } from './tryton-books.ts';
import { newBooks, throttle, throttledStatuses, throttledUrl } from './tryton-server.ts';
import { trytonTarget } from './tryton-target.ts';

/** Real 429, 503 and 504 responses with real books: nginx runs in front of trytond. */
const app = useApp({
  config: { selfHostedPlatforms: ['tryton'], providerAllowedAddresses: ['127.0.0.0/8'] },
});
const narrow = { RATE: '300r/m', BURST: '10', CONNS: '2', RETRY_AFTER: '1', READ_TIMEOUT: '30s' };
const place = await newBooks(50);
const credentials = { ...place, url: throttledUrl };
await throttle('up', narrow);
after(() => throttle('down'));

test('a rate limit, a maintenance and a timeout at the proxy map to the right error classes', async () => {
  const connector = createTrytonConnector({ pageSize: 200 });
  const sender = { http: plainHttp({ timeoutMs: 20_000 }), credentials };
  await connector.check(sender);
  const many = Array.from({ length: 30 }, () => pullAll(connector, sender, 'taxRates'));
  const refused = (await Promise.allSettled(many)).flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  assert.ok(refused.length > 0);
  for (const error of refused) {
    assert.ok(error instanceof errors.RateLimited, String(error));
    assert.ok(error.retryAtMs > Date.now() - 1000 && error.retryAtMs < Date.now() + 2000);
  }
  await waitFor(() =>
    connector.check(sender).then(
      () => true,
      () => false,
    ),
  );
  await throttle('maintenance on');
  await assert.rejects(connector.check(sender), errors.Unavailable);
  await throttle('maintenance off');
  await throttle('reload', { ...narrow, RATE: '6000r/m', BURST: '100', READ_TIMEOUT: '20ms' });
  await waitFor(() =>
    pullAll(connector, sender, 'invoices').then(
      () => false,
      (error) => error instanceof errors.Unavailable && /504/.test(error.message),
    ),
  );
  await throttle('reload', narrow);
});

test('a sync under a low rate limit, with a maintenance in the middle, completes', async () => {
  const company = await linkCompany(await app.account(), { platformKey: 'tryton', credentials });
  const types = ['invoices', 'customers', 'accounts', 'journalEntries', 'balanceSheet', 'profitAndLoss'];
  const syncs = Promise.all(types.map((dataType) => company.sync(dataType)));
  await new Promise((resolve) => setTimeout(resolve, 700));
  await throttle('maintenance on');
  await new Promise((resolve) => setTimeout(resolve, 2000));
  await throttle('maintenance off');
  for (const sync of await syncs) assert.equal(sync.status, 'Complete', JSON.stringify(sync));
  assert.ok((await company.records('journalEntries')).size > 50);
  const statuses = await throttledStatuses();
  tell({ tooManyRequests: statuses['429'] ?? 0, maintenances: statuses['503'] ?? 0, timeouts: statuses['504'] ?? 0 });
  assert.ok((statuses['429'] ?? 0) > 0 && (statuses['503'] ?? 0) > 0);
});

/** Handles a 429 from nginx as Daybook would: waits and sends the request again. */
function patient(http: ProviderHttp): ProviderHttp {
  return {
    ...http,
    async request(request) {
      for (;;) {
        const answer = await http.request(request);
        const isNginx = answer.status === 429 && answer.headers['retry-after'] === '1';
        if (!isNginx) return answer;
        await new Promise((resolve) => setTimeout(resolve, 300));
      }
    },
  };
}

if (!isQuick)
  describe('conformance under a low rate limit', async () => {
    const proxy = await startFaultProxy(throttledUrl);
    after(() => proxy.stop());
    const books = await TrytonBooks.open(place);
    const http = patient(plainHttp({ timeoutMs: 30_000 }));
    const target = await trytonTarget(books, http, proxy);
    before(() => throttle('reload', { ...narrow, RATE: '600r/m', BURST: '20' }));
    runConformance(createTrytonConnector({ pageSize: 15 }), target, openProof('tryton', 'live'));
  });
