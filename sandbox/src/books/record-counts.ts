import { dataTypes } from '@daybook/connector-kit';
import { wholeMonths } from './dates.ts';

/**
 * `prefix` is the start of every id of the data type. `count` computes the number of records of a company from
 * the number of its invoices.
 */
export type RecordShape = { prefix: string; count: (invoices: number) => number };

const perInvoices = (divisor: number) => (invoices: number) => Math.max(5, Math.floor(invoices / divisor));
const always = (count: number) => () => count;

export const recordShapes: Readonly<Record<string, RecordShape>> = {
  invoices: { prefix: 'inv_', count: (invoices) => invoices },
  bills: { prefix: 'bil_', count: (invoices) => Math.floor(invoices / 2) },
  customers: { prefix: 'cus_', count: perInvoices(20) },
  suppliers: { prefix: 'sup_', count: perInvoices(40) },
  accounts: { prefix: 'acc_', count: always(60) },
  items: { prefix: 'itm_', count: always(200) },
  // There is one payment for every second invoice and one bill payment for every second bill.
  payments: { prefix: 'pay_', count: (invoices) => Math.floor(invoices / 2) },
  billPayments: { prefix: 'bpa_', count: (invoices) => Math.floor(invoices / 4) },
  creditNotes: { prefix: 'crn_', count: perInvoices(25) },
  billCreditNotes: { prefix: 'bcn_', count: perInvoices(50) },
  journalEntries: { prefix: 'jnl_', count: (invoices) => invoices },
  taxRates: { prefix: 'tax_', count: always(6) },
  trackingCategories: { prefix: 'trk_', count: always(12) },
  purchaseOrders: { prefix: 'por_', count: perInvoices(20) },
  salesOrders: { prefix: 'sor_', count: perInvoices(20) },
  bankAccounts: { prefix: 'bnk_', count: always(4) },
  bankTransactions: { prefix: 'btx_', count: (invoices) => invoices },
  transfers: { prefix: 'trf_', count: perInvoices(50) },
  info: { prefix: 'inf_', count: always(1) },
  balanceSheet: { prefix: 'bsh_', count: always(wholeMonths) },
  profitAndLoss: { prefix: 'pnl_', count: always(wholeMonths) },
  cashFlowStatement: { prefix: 'cfs_', count: always(wholeMonths) },
  attachments: { prefix: 'att_', count: always(12) },
};

/**
 * A fixed number for each data type. It is mixed into the seed, so that the data types of a company get different
 * random data.
 */
export const dataTypeNumbers: ReadonlyMap<string, number> = new Map(
  dataTypes.map((dataType, at) => [dataType.name, at + 1]),
);
