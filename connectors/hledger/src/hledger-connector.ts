import { join } from 'node:path';
import { type Connector, defineConnector, loadTypes, pullsAndPushes, Unavailable } from '@daybook/connector-kit';
import type { HledgerShared } from './pull-records.ts';
import { addressOf, parseOrFail, send } from './request-hledger.ts';

const types = await loadTypes<HledgerShared>(join(import.meta.dirname, 'records'));

/**
 * Connector for hledger-web 1.25 (`--serve-api`), a plain-text accounting system that has accounts and a journal but no
 * invoices.
 */
export function createHledgerConnector({ pageSize = 1000 }: { pageSize?: number } = {}): Connector {
  return {
    platform: { key: 'hledger', name: 'hledger', sourceType: 'Accounting' },
    hostFrom: 'credentials',
    credentialFields: [
      {
        name: 'url',
        label: 'Server',
        secret: false,
        help: 'URL of hledger-web, such as https://books.example.com.',
      },
      {
        name: 'user',
        label: 'User',
        secret: false,
        help: 'User name for the proxy in front of hledger-web. hledger-web itself has no sign-in.',
      },
      { name: 'password', label: 'Password', secret: true },
    ],
    // The request budget is small, because every request makes hledger-web read or write the whole journal.
    budget: {
      connection: { requests: 120, perMs: 60_000, atOnce: 1 },
      platform: { requests: 6000, perMs: 60_000, atOnce: 64 },
    },
    ...pullsAndPushes(types, { pageSize }),
    rawRequests: {
      base: addressOf,
      send: ({ request, ...access }) => send(access, request),
    },
    mappingVersion: 1,
    tellsDeletions: false,
    repeatsRecords: true,
    readsWhole: true,
    async check(access) {
      const url = addressOf(access.credentials);
      const { status, body } = await send(access, { method: 'GET', url: `${url}/version` });
      if (status !== 200 || typeof parseOrFail(body) !== 'string')
        throw new Unavailable('No hledger-web API was found at this URL. Start hledger-web with --serve-api.');
      // A journal has no name, so the host is shown instead.
      return { companyName: `Journal at ${new URL(url).host}` };
    },
  };
}

export const connector = defineConnector({
  notes:
    'Tested live against hledger-web 1.25 (Debian 12) behind nginx: `npm run providers -- hledger`. hledger has no invoices and no customers. Its transactions have no ids. A transaction is identified by its content, so an edited transaction becomes a new record.',
  create: () => createHledgerConnector(),
});
