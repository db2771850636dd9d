import { after, describe, test } from 'node:test';
import { conformance, plainHttp } from '@daybook/connector-kit/conformance';
import { startFaultProxy } from '../../../../test/providers/fault-proxy.ts';
import { isQuick, tellProof } from '../../../../test/providers/figures.ts';
import { createTrytonConnector } from '../../src/tryton-connector.ts';
import { TrytonBooks } from './tryton-books.ts';
import { newBooks, serverVersion } from './tryton-server.ts';
import { trytonTarget } from './tryton-target.ts';

/** Companies on one real trytond, each with its own database, tested in parallel. */
const companies = isQuick ? 1 : 4;

tellProof(createTrytonConnector({}), { against: 'live system', version: `Tryton ${await serverVersion()}` });

describe('companies in parallel', { concurrency: companies }, async () => {
  for (let company = 1; company <= companies; company++) {
    const place = await newBooks(50);
    const proxy = await startFaultProxy(place.url);
    after(() => proxy.stop());
    const target = await trytonTarget(await TrytonBooks.open(place), plainHttp({ timeoutMs: 30_000 }), proxy);
    const checks = conformance(createTrytonConnector({ pageSize: 15 }), target);
    describe(`company ${company}`, { concurrency: 1 }, () => {
      for (const { title, run } of checks) test(title, run);
    });
  }
});
