import { join } from 'node:path';
import { type Connector, defineConnector, loadTypes, pullsAndPushes } from '@daybook/connector-kit';
import { readOptions } from './ledger.ts';
import type { FavaShared } from './pull-records.ts';
import { addressOf, send } from './request-fava.ts';

const types = await loadTypes<FavaShared>(join(import.meta.dirname, 'records'));

/** Connector for Beancount, a plain-text accounting system, through the JSON API of its web interface Fava. */
export function createFavaConnector({ pageSize = 1000 }: { pageSize?: number } = {}): Connector {
  return {
    platform: { key: 'fava', name: 'Beancount (Fava)', sourceType: 'Accounting' },
    hostFrom: 'credentials',
    credentialFields: [
      {
        name: 'url',
        label: 'Ledger',
        secret: false,
        help: 'Address of the ledger in Fava, such as https://books.example.com/my-ledger: what stands before /income_statement/ in the browser.',
      },
      {
        name: 'user',
        label: 'User',
        secret: false,
        help: 'User name for the proxy in front of Fava. Fava itself has no sign-in.',
      },
      { name: 'password', label: 'Password', secret: true },
    ],
    // The request budget is small, because every request makes Fava send the whole ledger.
    budget: {
      connection: { requests: 120, perMs: 60_000, atOnce: 1 },
      platform: { requests: 6000, perMs: 60_000, atOnce: 64 },
    },
    ...pullsAndPushes(types, { pageSize }),
    rawRequests: {
      base: (credentials) => `${addressOf(credentials)}/api`,
      send: ({ request, ...access }) => send(access, request),
    },
    mappingVersion: 1,
    tellsDeletions: false,
    repeatsRecords: true,
    readsWhole: true,
    check: async (access) => ({ companyName: (await readOptions(access)).title || 'Beancount' }),
  };
}

export const connector = defineConnector({
  notes:
    'Tested live against Fava 1.30 with Beancount 3.2: `npm run providers -- fava`. Beancount has no invoices and no customers. Its transactions have no ids that last. A transaction is identified by its content, so an edited transaction becomes a new record. Reports are computed from the transactions, one for each month, in the first operating currency. Attachments are the documents of accounts. The name of a pushed file begins with its date, and the stored file has the push id in its name, so that it is stored once. Fava shows new files only below folders that it watches: a file is pushed to an account only if the ledger already has a document of the same root, such as Assets.',
  create: () => createFavaConnector(),
});
