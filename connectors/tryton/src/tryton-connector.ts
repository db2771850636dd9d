import { join } from 'node:path';
import { type Connector, defineConnector, loadTypes, pullsAndPushes, Unavailable } from '@daybook/connector-kit';
import { overlapMsDefault, unreadable } from './pull-records.ts';
import { createSessions } from './session.ts';
import type { TrytonShared } from './tryton-type.ts';

const types = await loadTypes<TrytonShared>(join(import.meta.dirname, 'records'));

/** Connector for Tryton 6.0 and 7.0, a free accounting system that companies host. Reads the user's company only. */
export function createTrytonConnector({
  pageSize = 200,
  overlapMs = overlapMsDefault,
}: {
  pageSize?: number;
  overlapMs?: number;
} = {}): Connector {
  const sessions = createSessions();
  return {
    platform: { key: 'tryton', name: 'Tryton', sourceType: 'Accounting' },
    hostFrom: 'credentials',
    credentialFields: [
      {
        name: 'url',
        label: 'Server',
        secret: false,
        help: 'URL of Tryton, such as https://books.example.com.',
      },
      { name: 'database', label: 'Database', secret: false, help: 'The database chosen when signing in to Tryton.' },
      { name: 'user', label: 'User', secret: false, help: 'A separate user with the rights of an accountant.' },
      { name: 'password', label: 'Password', secret: true },
    ],
    // trytond is one process on one core, so more than two concurrent requests gain nothing for one company.
    budget: {
      connection: { requests: 1200, perMs: 60_000, atOnce: 2 },
      platform: { requests: 120_000, perMs: 60_000, atOnce: 64 },
    },
    ...pullsAndPushes(types, { sessions, pageSize, overlapMs }),
    mappingVersion: 2,
    tellsDeletions: false,
    repeatsRecords: true,
    async check({ http, credentials }) {
      const tryton = sessions({ http, credentials });
      const params = [[await tryton.company()], ['rec_name']];
      const [found] = await tryton
        .call<{ rec_name?: unknown }[]>('model.company.company.read', params)
        .catch(unreadable);
      if (typeof found?.rec_name !== 'string')
        throw new Unavailable('Tryton sent a response without the name of the company.');
      return { companyName: found.rec_name };
    },
  };
}

export const connector = defineConnector({
  notes:
    'Tested live against Tryton 6.0 (Debian 12, `npm run providers -- tryton`) and 7.0 (PyPI, `npm run providers -- tryton-7`). A connection reads one company, which is set in the preferences of the Tryton user. Every party is listed both as a customer and as a supplier, because Tryton does not distinguish them. Reports are computed from the balances of accounts, one report for each period. A field that an update leaves out keeps its value. A push with a condition names timestamps that Tryton compares itself; a draft that is posted without other changes is compared milliseconds before. Files belong to invoices, bills, credit notes, posted ledger entries, parties and products; they can be added and deleted, but not changed. Only drafts can be updated and deleted; the status Void cancels a draft, and a posted invoice if the company in Tryton allows it (otherwise create a credit note there).',
  create: () => createTrytonConnector(),
});
