import { after, describe, test } from 'node:test';
import { conformance } from '../../src/connectors/conformance.ts';
import { createTrytonConnector } from '../../src/connectors/tryton/tryton-connector.ts';
import { plainHttp } from '../connectors/plain-http.ts';
import { startFaultProxy } from './fault-proxy.ts';
import { isQuick } from './figures.ts';
import { TrytonBooks } from './tryton-books.ts';
import { newBooks } from './tryton-server.ts';
import { trytonTarget } from './tryton-target.ts';

/** Companies on one real trytond, each with its own database, tested in parallel. */
const companies = isQuick ? 1 : 4;

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
