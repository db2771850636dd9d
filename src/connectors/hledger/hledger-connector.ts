import type { Connector } from '../connector.ts';
import { Unavailable } from '../provider-errors.ts';
import { pullAccounts, pullJournalEntries } from './pull-records.ts';
import { pushJournalEntries } from './push-journal-entries.ts';
import { addressOf, parseOrFail, send } from './request-hledger.ts';

/** Our code for hledger-web 1.25 (`--serve-api`), plain-text accounting. It has accounts and a journal, and no invoices. */
export function createHledgerConnector({ pageSize = 1000 }: { pageSize?: number } = {}): Connector {
  return {
    platform: { key: 'hledger', name: 'hledger', sourceType: 'Accounting' },
    hostFrom: 'credentials',
    credentialFields: [
      {
        name: 'url',
        label: 'Server',
        secret: false,
        help: 'Where hledger-web is reached, such as https://books.example.com.',
      },
      {
        name: 'user',
        label: 'User',
        secret: false,
        help: 'Of the proxy in front of it: hledger-web itself asks nobody.',
      },
      { name: 'password', label: 'Password', secret: true },
    ],
    // Every request makes it read or write the whole journal.
    budget: {
      connection: { requests: 120, perMs: 60_000, atOnce: 1 },
      platform: { requests: 6000, perMs: 60_000, atOnce: 64 },
    },
    pull: { accounts: pullAccounts(pageSize), journalEntries: pullJournalEntries(pageSize) },
    push: { journalEntries: pushJournalEntries },
    mappingVersion: 1,
    tellsDeletions: false,
    repeatsRecords: true,
    readsWhole: true,
    async check(door) {
      const url = addressOf(door.credentials);
      const { status, body } = await send(door, { method: 'GET', url: `${url}/version` });
      if (status !== 200 || typeof parseOrFail(body) !== 'string')
        throw new Unavailable('There is no hledger-web at this address that serves its API.');
      // A journal has no name.
      return { companyName: `Journal at ${new URL(url).host}` };
    },
  };
}
