import { join } from 'node:path';
import { type Connector, defineConnector, loadTypes, pullsAndPushes } from '@daybook/connector-kit';
import type { OdooShared } from './odoo-type.ts';
import { overlapMsDefault } from './pull-records.ts';
import { rawRequests } from './raw-requests.ts';
import { createSessions } from './session.ts';

const types = await loadTypes<OdooShared>(join(import.meta.dirname, 'records'));

/** Connector for Odoo 17 and later, with the app Invoicing or Accounting. Reads and writes one company of a database. */
export function createOdooConnector({
  pageSize = 200,
  overlapMs = overlapMsDefault,
  isOldApi = false,
}: {
  pageSize?: number;
  overlapMs?: number;
  isOldApi?: boolean;
} = {}): Connector {
  const sessions = createSessions({ isOldApi });
  return {
    platform: { key: 'odoo', name: 'Odoo', sourceType: 'Accounting' },
    hostFrom: 'credentials',
    credentialFields: [
      {
        name: 'url',
        label: 'Server',
        secret: false,
        help: 'URL of Odoo 17 or later, such as https://books.example.com.',
      },
      {
        name: 'database',
        label: 'Database',
        secret: false,
        help: 'The name of the database. On odoo.com it is the first part of the address.',
      },
      {
        name: 'company',
        label: 'Company',
        secret: false,
        help: 'The name of the company in Odoo, because a database can have several.',
      },
      {
        name: 'user',
        label: 'User',
        secret: false,
        help: 'The login of the user whose API key is used. Make a separate user with the rights of an accountant.',
      },
      {
        name: 'apiKey',
        label: 'API key',
        secret: true,
        help: 'Made in Odoo under My Profile, Account Security, New API Key.',
      },
    ],
    // A server has a few workers, each of which handles one request at a time.
    budget: {
      connection: { requests: 1200, perMs: 60_000, atOnce: 2 },
      platform: { requests: 120_000, perMs: 60_000, atOnce: 64 },
    },
    ...pullsAndPushes(types, { sessions, pageSize, overlapMs }),
    rawRequests: rawRequests(sessions),
    mappingVersion: 2,
    tellsDeletions: false,
    repeatsRecords: true,
    async check(access) {
      const { company } = await sessions(access).account();
      return { companyName: company.name };
    },
  };
}

export const connector = defineConnector({
  notes:
    'Tested live against Odoo 19.0 (Debian unstable): `npm run providers -- odoo`. Needs Odoo 17 or later; no other version than 19.0 was tried. From version 19 on, JSON-2 is used; before, JSON-RPC, which was tested only as far as Odoo 19 still answers it. A connection reads and writes one company of a database, and never records of another one; customers, suppliers and items without a company are shared by all, and pushed ones belong to the company. Sales orders and purchase orders need the apps Sales and Purchase. Reports are computed from the general ledger, one for each month. A push stores its id as the external id of the new record (`__daybook__.push_…`), so that Odoo itself creates it once. A document is posted unless its status is Draft; only drafts can be changed or deleted, and posted documents cancelled (status Void). Deleting a payment or a journal entry cancels it. A pushed file belongs to one record; files can be added and deleted, but not changed.',
  create: () => createOdooConnector(),
});
