import { join } from 'node:path';
import type { Connector, Notifications, OauthPlatform } from '@daybook/connector-kit';
import { AuthRejected, defineConnector, loadTypes, pullsAndPushes } from '@daybook/connector-kit';
import type { PullSettings } from './pull-records.ts';
import { companyUrl, fail, getFromQuickbooks, headers, readQuickbooks } from './request-quickbooks.ts';

const realUrls = ['https://quickbooks.api.intuit.com', 'https://sandbox-quickbooks.api.intuit.com'];

const minuteMs = 60_000;

const types = await loadTypes<PullSettings>(join(import.meta.dirname, 'records'));

/** Connector for QuickBooks Online. `baseUrl` is Intuit's URL or the URL of a test server that imitates QuickBooks. */
export function createQuickbooksConnector({
  baseUrl,
  pageSize = 1000,
  overlapMs = 5 * minuteMs,
}: {
  baseUrl: string;
  pageSize?: number;
  overlapMs?: number;
}): Connector {
  return {
    platform: { key: 'quickbooks', name: 'QuickBooks Online', sourceType: 'Accounting' },
    credentialFields: [],
    hostFrom: 'operator',
    oauth: quickbooksOauth(baseUrl),
    notifications,
    budget: {
      connection: { requests: 500, perMs: minuteMs, atOnce: 10 },
      platform: { requests: 10_000, perMs: minuteMs, atOnce: 200 },
    },
    ...pullsAndPushes(types, { baseUrl, pageSize, overlapMs }),
    rawRequests: {
      base: ({ tenant = '' }) => `${baseUrl}/v3/company/${encodeURIComponent(tenant)}`,
      responseHeaders: ['intuit_tid'],
      async send({ http, request }) {
        const answer = await http.request({ ...request, headers: { ...headers, ...request.headers } });
        return answer.status === 401 || answer.status === 429 ? fail(answer, http) : answer;
      },
    },
    mappingVersion: 3,
    tellsDeletions: true,
    async check({ http, credentials }) {
      const url = companyUrl(baseUrl, credentials, 'query', { query: 'select * from CompanyInfo' });
      const { body } = await getFromQuickbooks(http, url);
      return readQuickbooks(body, (text) => {
        const { QueryResponse } = JSON.parse(text) as { QueryResponse: { CompanyInfo: [{ CompanyName: unknown }] } };
        return { companyName: String(QueryResponse.CompanyInfo[0].CompanyName) };
      });
    },
  };
}

function quickbooksOauth(baseUrl: string): OauthPlatform {
  const isReal = realUrls.includes(baseUrl);
  return {
    issuer: isReal ? 'https://oauth.platform.intuit.com/op/v1' : baseUrl,
    authorizeUrl: `${isReal ? 'https://appcenter.intuit.com' : baseUrl}/connect/oauth2`,
    tokenUrl: `${isReal ? 'https://oauth.platform.intuit.com' : baseUrl}/oauth2/v1/tokens/bearer`,
    revokeUrl: `${isReal ? 'https://developer.api.intuit.com' : baseUrl}/v2/oauth2/tokens/revoke`,
    scopes: ['com.intuit.quickbooks.accounting'],
    // Intuit rotates the refresh token about once a day and accepts the previous token for another day.
    graceMs: 24 * 60 * minuteMs,
    async findTenant({ callback }) {
      const { realmId = '' } = callback;
      if (!/^\d{1,30}$/.test(realmId)) throw new AuthRejected('No company was chosen at QuickBooks.');
      return realmId;
    },
  };
}

/** For each QuickBooks entity: the data types that an event about this entity affects. */
const dataTypesOf: Readonly<Record<string, readonly string[]>> = {
  invoice: ['invoices'],
  bill: ['bills'],
  customer: ['customers'],
  vendor: ['suppliers'],
  account: ['accounts', 'bankAccounts'],
  item: ['items'],
  payment: ['payments', 'invoices'],
  billpayment: ['billPayments', 'bills'],
  creditmemo: ['creditNotes'],
  vendorcredit: ['billCreditNotes'],
  journalentry: ['journalEntries'],
  class: ['trackingCategories'],
  department: ['trackingCategories'],
  purchaseorder: ['purchaseOrders'],
  purchase: ['bankTransactions'],
  deposit: ['bankTransactions'],
  transfer: ['transfers'],
};

type CloudEvent = { type: string; intuitaccountid: string };
type OldForm = { eventNotifications: { realmId: string; dataChangeEvent?: { entities?: { name: string }[] } }[] };

const notifications: Notifications = {
  signatureHeader: 'intuit-signature',
  /** Reads CloudEvents (one array for several companies), or the older format that an application may still use. */
  read(body) {
    const events = Array.isArray(body)
      ? (body as CloudEvent[]).map(({ type, intuitaccountid }) => ({
          tenant: intuitaccountid,
          entity: type.split('.')[1] ?? '',
        }))
      : (body as OldForm).eventNotifications.flatMap(({ realmId, dataChangeEvent }) =>
          (dataChangeEvent?.entities ?? []).map(({ name }) => ({ tenant: realmId, entity: name })),
        );
    return [...Map.groupBy(events, ({ tenant }) => tenant)].map(([tenant, all]) => ({
      tenant,
      dataTypes: [...new Set(all.flatMap(({ entity }) => dataTypesOf[entity.toLowerCase()] ?? []))],
    }));
  },
};

export const connector = defineConnector({
  settings: {
    url: {
      variable: 'DAYBOOK_QUICKBOOKS_URL',
      kind: 'url',
      example: 'https://quickbooks.api.intuit.com',
      help: 'Enables the platform "quickbooks". For sandbox companies, use https://sandbox-quickbooks.api.intuit.com. Any other URL is treated as a simulated QuickBooks, for tests.',
    },
  },
  application: {
    clientId: {
      variable: 'DAYBOOK_QUICKBOOKS_CLIENT_ID',
      kind: 'text',
      example: 'ABcdEFghIJklMNop',
      help: 'Client id of the Intuit app that companies authorize. Without it, each account needs its own app.',
    },
    clientSecret: {
      variable: 'DAYBOOK_QUICKBOOKS_CLIENT_SECRET',
      kind: 'secret',
      example: 'a-secret-of-intuit',
      help: 'Client secret of the same Intuit app.',
    },
    notificationKey: {
      variable: 'DAYBOOK_QUICKBOOKS_NOTIFICATION_KEY',
      kind: 'secret',
      example: 'the-verifier-token-of-intuit',
      help: 'Webhook verifier token of the same Intuit app. Without it, notifications are rejected, and only scheduled syncs fetch changes.',
    },
  },
  enabledBy: 'url',
  notes:
    'Written from the published documentation. **Not tested against QuickBooks Online itself.** You can test it with your own access token: `daybook connector check quickbooks`. Journal entries are those that people and apps have made. Bank transactions are purchases and deposits; tracking categories are classes and departments. A pushed category is a class, unless its `parentId` names a department. An update of an invoice with the status `Void` voids it. A pushed purchase order names the first account of type Accounts Payable. Reports: one for each month of this year and the last, or since the start date of the sync settings. QuickBooks has no sales orders. Attachments are files, not notes; a pushed file carries the push id as its tag.',
  create: ({ url }) => createQuickbooksConnector({ baseUrl: url }),
});
