import { after, describe } from 'node:test';
import { plainHttp } from '@daybook/connector-kit/conformance';
import { startFaultProxy } from '../../../../test/providers/fault-proxy.ts';
import { isQuick } from '../../../../test/providers/figures.ts';
import { openProof } from '../../../../test/providers/proof.ts';
import { runConformance } from '../../../../test/providers/run-conformance.ts';
import { createTrytonConnector } from '../../src/tryton-connector.ts';
import { TrytonBooks } from './tryton-books.ts';
import { newBooks, serverVersion } from './tryton-server.ts';
import { trytonTarget } from './tryton-target.ts';

/** Companies on one real trytond, each with its own database, tested in parallel. */
const companies = isQuick ? 1 : 4;

const proof = openProof('tryton', 'live', { version: `Tryton ${await serverVersion()}` });

describe('companies in parallel', { concurrency: companies }, async () => {
  for (let company = 1; company <= companies; company++) {
    const place = await newBooks(50);
    const proxy = await startFaultProxy(place.url);
    after(() => proxy.stop());
    const target = await trytonTarget(await TrytonBooks.open(place), plainHttp({ timeoutMs: 30_000 }), proxy);
    describe(`company ${company}`, { concurrency: 1 }, () => {
      runConformance(createTrytonConnector({ pageSize: 15 }), target, proof);
    });
  }
});
