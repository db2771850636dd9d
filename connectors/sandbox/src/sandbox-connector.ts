import type { Connector, Pull, Push } from '@daybook/connector-kit';
import { defineConnector } from '@daybook/connector-kit';
import * as books from './map-books.ts';
import * as documents from './map-documents.ts';
import { createPull, type MapRecord } from './pull-records.ts';
import { pushKinds } from './push-kinds.ts';
import { createPush } from './push-records.ts';
import { openSession, readJson } from './request-sandbox.ts';

/** The mapping function of each data type. */
const mappings: Readonly<Record<string, MapRecord>> = {
  invoices: documents.mapInvoice,
  bills: documents.mapBill,
  customers: books.mapCustomer,
  suppliers: books.mapSupplier,
  accounts: books.mapAccount,
  items: books.mapItem,
  payments: documents.mapPayment,
  billPayments: documents.mapBillPayment,
  creditNotes: documents.mapCreditNote,
  billCreditNotes: documents.mapBillCreditNote,
  journalEntries: books.mapJournalEntry,
  taxRates: books.mapTaxRate,
  trackingCategories: books.mapTrackingCategory,
  purchaseOrders: documents.mapPurchaseOrder,
  salesOrders: documents.mapSalesOrder,
  bankAccounts: books.mapBankAccount,
  bankTransactions: books.mapBankTransaction,
  transfers: books.mapTransfer,
  info: books.mapInfo,
  balanceSheet: books.mapBalanceSheet,
  profitAndLoss: books.mapProfitAndLoss,
  cashFlowStatement: books.mapCashFlow,
};

/** Connector for the sandbox platform, which runs at `baseUrl`. */
export function createSandboxConnector({
  baseUrl,
  pageSize = 1000,
}: {
  baseUrl: string;
  pageSize?: number;
}): Connector {
  const pull: Record<string, Pull> = {};
  for (const [dataType, map] of Object.entries(mappings))
    pull[dataType] = createPull({ baseUrl, dataType, pageSize, map });
  const push: Record<string, Push> = {};
  for (const [dataType, kind] of Object.entries(pushKinds))
    push[dataType] = createPush({ baseUrl, dataType, map: mappings[dataType] as MapRecord, kind });
  return {
    platform: { key: 'sandbox', name: 'Sandbox', sourceType: 'Accounting' },
    credentialFields: [
      {
        name: 'company',
        label: 'Company',
        secret: false,
        help: 'A name, a hyphen and the number of invoices (100 to 1,000,000), such as acme-5000.',
      },
      { name: 'secret', label: 'Secret', secret: true, help: '"sandbox-" and the company, such as sandbox-acme-5000.' },
    ],
    hostFrom: 'operator',
    budget: {
      connection: { requests: 6000, perMs: 60_000, atOnce: 4 },
      platform: { requests: 60_000, perMs: 60_000, atOnce: 64 },
    },
    pull,
    push,
    mappingVersion: 1,
    tellsDeletions: true,
    async check({ http, credentials }) {
      const session = openSession({ baseUrl, http, credentials });
      const body = await session.get(`/v1/${encodeURIComponent(credentials.company ?? '')}/info?limit=1`);
      return {
        companyName: readJson(body, (text) => {
          const [{ name }] = (JSON.parse(text) as { records: [{ name: unknown }] }).records;
          return String(name);
        }),
      };
    },
  };
}

export const connector = defineConnector({
  settings: {
    url: {
      variable: 'DAYBOOK_SANDBOX_URL',
      kind: 'url',
      example: 'http://127.0.0.1:8090',
      help: 'URL of "daybook sandbox"; enables the platform "sandbox", an accounting system for trials and tests.',
    },
  },
  enabledBy: 'url',
  notes: 'Built-in accounting system for demos and tests (`daybook sandbox`). Used by every test run.',
  create: ({ url }) => createSandboxConnector({ baseUrl: url }),
});
