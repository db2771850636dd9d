import { randomUUID } from 'node:crypto';
import type { Row } from '../contract-server/xero-books.ts';

/** By data type: values that the schema allows but that break a rule of Xero. */
export const spoilt: Record<string, Row> = {
  attachments: { recordRef: { dataType: 'bills', id: randomUUID() } },
  customers: { customerName: 'Nobody Yet' },
  suppliers: { emailAddress: 'nobody' },
  accounts: { nominalCode: '200' },
  bankAccounts: { accountName: 'Business Savings' },
  bankTransactions: { amount: -121 },
  taxRates: { reportTaxType: undefined },
  items: { code: 'BOOK' },
  invoices: { customerRef: { id: randomUUID() } },
  bills: { lineItems: [{ description: 'x', unitAmount: 1, quantity: 1, accountRef: { id: '999' } }] },
  creditNotes: {
    lineItems: [
      { description: 'x', unitAmount: 1, quantity: 1, accountRef: { id: '200' }, taxRateRef: { id: 'NOTAX' } },
    ],
  },
  payments: { totalAmount: 1_000_000 },
  billPayments: { totalAmount: 1_000_000 },
  billCreditNotes: { supplierRef: { id: randomUUID() } },
  purchaseOrders: { lineItems: [{ description: 'x', unitAmount: 1, quantity: 1, accountRef: { id: '999' } }] },
  transfers: { to: { accountRef: { id: '200' } } },
  trackingCategories: { name: 'North' },
  journalEntries: {
    journalLines: [
      { accountRef: { id: '310' }, netAmount: 1 },
      { accountRef: { id: '970' }, netAmount: -2 },
    ],
  },
};
