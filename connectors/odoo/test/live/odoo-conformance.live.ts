import { after, describe } from 'node:test';
import { plainHttp } from '@daybook/connector-kit/conformance';
import { startFaultProxy } from '../../../../test/providers/fault-proxy.ts';
import { isQuick } from '../../../../test/providers/figures.ts';
import { openProof } from '../../../../test/providers/proof.ts';
import { runConformance } from '../../../../test/providers/run-conformance.ts';
import { createOdooConnector } from '../../src/odoo-connector.ts';
import { OdooBooks } from './odoo-books.ts';
import { newBooks, serverVersion } from './odoo-server.ts';
import { odooTarget } from './odoo-target.ts';

const proof = openProof('odoo', 'live', { version: `Odoo ${await serverVersion()}` });

/** Both APIs on one real Odoo, each with its own database. The older one is how servers before 19 are called. */
const apis = isQuick ? [false] : [false, true];

describe('the APIs of Odoo', { concurrency: 2 }, async () => {
  for (const isOldApi of apis) {
    const place = await newBooks(50);
    const proxy = await startFaultProxy(place.url);
    after(() => proxy.stop());
    const http = plainHttp({ timeoutMs: 30_000 });
    const target = await odooTarget(await OdooBooks.open(place), http, proxy, { isOldApi });
    describe(isOldApi ? 'JSON-RPC' : 'JSON-2', { concurrency: 1 }, () => {
      runConformance(createOdooConnector({ pageSize: 15, isOldApi }), target, proof);
    });
  }
});
