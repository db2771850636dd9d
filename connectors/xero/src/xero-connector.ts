import { join } from 'node:path';
import type { Connector, Credentials, Notifications, OauthPlatform, ProviderHttp } from '@daybook/connector-kit';
import { AuthRejected, defineConnector, loadTypes, pullsAndPushes } from '@daybook/connector-kit';
import { fail, getFromXero, headersFor, isTokenRejected, readXero } from './request-xero.ts';
import type { XeroShared } from './xero-type.ts';

export const xeroUrl = 'https://api.xero.com';

const minuteMs = 60_000;

const types = await loadTypes<XeroShared>(join(import.meta.dirname, 'records'));

/** Connector for Xero. `baseUrl` is Xero's own URL or the URL of a test server that imitates Xero. */
export function createXeroConnector({
  baseUrl,
  pageSize = 1000,
  overlapMs = 5 * minuteMs,
}: {
  baseUrl: string;
  pageSize?: number;
  overlapMs?: number;
}): Connector {
  return {
    platform: { key: 'xero', name: 'Xero', sourceType: 'Accounting' },
    credentialFields: [],
    hostFrom: 'operator',
    oauth: xeroOauth(baseUrl),
    notifications,
    budget: {
      connection: { requests: 60, perMs: minuteMs, atOnce: 5, perDay: 5000 },
      platform: { requests: 10_000, perMs: minuteMs, atOnce: 200 },
    },
    ...pullsAndPushes(types, { baseUrl, pageSize, overlapMs }),
    // Other paths of the server reach all organisations of the person who has authorized (`/connections`).
    rawRequests: {
      base: () => `${baseUrl}/api.xro/2.0`,
      requestHeaders: ['idempotency-key'],
      responseHeaders: ['x-minlimit-remaining', 'x-daylimit-remaining'],
      async send({ http, credentials, request }) {
        const answer = await http.request({ ...request, headers: { ...headersFor(credentials), ...request.headers } });
        return answer.status === 401 || answer.status === 429 ? fail(answer, http) : answer;
      },
    },
    mappingVersion: 2,
    // Xero does not report deleted items and accounts. They just disappear from its lists.
    tellsDeletions: false,
    check: async ({ http, credentials }) => ({ companyName: await readName(http, baseUrl, credentials) }),
  };
}

async function readName(http: ProviderHttp, baseUrl: string, credentials: Credentials): Promise<string> {
  const { body } = await getFromXero(http, `${baseUrl}/api.xro/2.0/Organisation`, headersFor(credentials));
  return readXero(body, (text) => {
    const [{ Name }] = (JSON.parse(text) as { Organisations: [{ Name: unknown }] }).Organisations;
    return String(Name);
  });
}

/** An organisation that an authorization covers. Xero calls it a connection. */
type XeroConnection = { id: string; tenantId: string; tenantType: string; updatedDateUtc?: string };

function xeroOauth(baseUrl: string): OauthPlatform {
  const isReal = baseUrl === xeroUrl;
  async function connections(http: ProviderHttp): Promise<XeroConnection[]> {
    const { body } = await getFromXero(http, `${baseUrl}/connections`, { accept: 'application/json' });
    return readXero(body, (text) => JSON.parse(text) as XeroConnection[]);
  }
  return {
    issuer: isReal ? 'https://identity.xero.com' : baseUrl,
    authorizeUrl: `${isReal ? 'https://login.xero.com' : baseUrl}/identity/connect/authorize`,
    tokenUrl: `${isReal ? 'https://identity.xero.com' : baseUrl}/connect/token`,
    scopes: [
      'offline_access',
      'accounting.invoices',
      'accounting.payments',
      'accounting.contacts',
      'accounting.settings',
      'accounting.attachments',
      'accounting.banktransactions',
      'accounting.manualjournals',
      'accounting.reports.balancesheet.read',
      'accounting.reports.profitandloss.read',
      'accounting.reports.banksummary.read',
    ],
    graceMs: 30 * minuteMs,
    isTokenRejected,
    async findTenant({ http }) {
      const all = (await connections(http)).filter(({ tenantType }) => tenantType === 'ORGANISATION');
      // A person may have connected several organisations over time. The newest connection belongs to this
      // authorization.
      const [newest] = all.sort((a, b) => ((a.updatedDateUtc ?? '') < (b.updatedDateUtc ?? '') ? 1 : -1));
      if (!newest) throw new AuthRejected('No organisation was chosen at Xero.');
      return newest.tenantId;
    },
    async listTenants({ http }) {
      return (await connections(http)).map(({ tenantId }) => tenantId);
    },
    // Deletes one connection, because revoking the token would disconnect every organisation of the person.
    async disconnect({ http, tenant }) {
      const found = (await connections(http)).find(({ tenantId }) => tenantId === tenant);
      if (!found) return;
      const answer = await http.request({ method: 'DELETE', url: `${baseUrl}/connections/${found.id}` });
      if (answer.status !== 204 && answer.status !== 200 && answer.status !== 404) fail(answer, http);
    },
  };
}

/** For each event category: the data types that an event affects. */
const categories: Readonly<Record<string, readonly string[]>> = {
  INVOICE: ['invoices', 'bills', 'payments', 'billPayments'],
  CONTACT: ['customers', 'suppliers'],
  CREDITNOTE: ['creditNotes', 'billCreditNotes'],
};

const notifications: Notifications = {
  signatureHeader: 'x-xero-signature',
  read(body) {
    const { events } = body as { events: { tenantId: string; eventCategory: string }[] };
    const byTenant = Map.groupBy(events, ({ tenantId }) => tenantId);
    return [...byTenant].map(([tenant, all]) => ({
      tenant,
      dataTypes: [...new Set(all.flatMap(({ eventCategory }) => categories[eventCategory] ?? []))],
    }));
  },
};

export const connector = defineConnector({
  settings: {
    url: {
      variable: 'DAYBOOK_XERO_URL',
      kind: 'url',
      example: xeroUrl,
      help: 'Enables the platform "xero". Any URL other than https://api.xero.com is treated as a simulated Xero, for tests.',
    },
  },
  application: {
    clientId: {
      variable: 'DAYBOOK_XERO_CLIENT_ID',
      kind: 'text',
      example: 'A1B2C3D4E5F60718293A4B5C6D7E8F90',
      help: 'Client id of the Xero app that companies authorize. Without it, each account needs its own app.',
    },
    clientSecret: {
      variable: 'DAYBOOK_XERO_CLIENT_SECRET',
      kind: 'secret',
      example: 'a-secret-of-xero',
      help: 'Client secret of the same Xero app.',
    },
    notificationKey: {
      variable: 'DAYBOOK_XERO_NOTIFICATION_KEY',
      kind: 'secret',
      example: 'the-webhooks-key-of-xero',
      help: "Webhooks key of the same Xero app. Without it, Xero's notifications are rejected, and only scheduled syncs fetch changes.",
    },
  },
  enabledBy: 'url',
  notes:
    'Written from the published specification. **Not tested against Xero itself.** You can test it with your own access token: `daybook connector check xero`. Journal entries are the manual journals of Xero; deleting one voids it. Xero deletes drafts; an approved invoice, bill or credit note is voided by an update with the status `Void`. An account can be deleted while it has no transactions. There can be two active tracking categories; their options are pushed with the category as `parentId`. Reports: one for each month of this year and the last, or since the start date of the sync settings. Xero has no sales orders, and its API no cash flow statement. Attachments are those of invoices, bills, credit notes, bank transactions, manual journals and contacts; each record with files costs a request. Changed files are found when their record has changed, and by full passes.',
  create: ({ url }) => createXeroConnector({ baseUrl: url }),
});
