import type { Book, RecordVersion } from '../books/book.ts';
import { writeAttachment } from './attachments.ts';
import { writeBankAccount, writeBankTransaction, writeTransfer } from './banking.ts';
import { writeBill, writeInvoice } from './invoices-and-bills.ts';
import { writeAccount, writeJournalEntry } from './ledger.ts';
import { documentWriters } from './notes-and-orders.ts';
import { writeCustomer, writeSupplier } from './parties.ts';
import { writeBillPayment, writePayment } from './payments.ts';
import { writeBalanceSheet, writeCashFlow, writeProfitAndLoss } from './reports.ts';
import { writeInfo, writeItem, writeTaxRate, writeTrackingCategory } from './settings.ts';

/**
 * Writes a record as JSON in the sandbox's own format. The JSON is built as text, so that no amount is converted to a
 * Number.
 */
export type RecordWriter = (book: Book, version: RecordVersion) => string;

export const recordWriters: Readonly<Record<string, RecordWriter>> = {
  ...documentWriters,
  invoices: writeInvoice,
  bills: writeBill,
  customers: writeCustomer,
  suppliers: writeSupplier,
  accounts: writeAccount,
  items: writeItem,
  payments: writePayment,
  billPayments: writeBillPayment,
  journalEntries: writeJournalEntry,
  taxRates: writeTaxRate,
  trackingCategories: writeTrackingCategory,
  bankAccounts: writeBankAccount,
  bankTransactions: writeBankTransaction,
  transfers: writeTransfer,
  info: writeInfo,
  balanceSheet: writeBalanceSheet,
  profitAndLoss: writeProfitAndLoss,
  cashFlowStatement: writeCashFlow,
  attachments: writeAttachment,
};

export function writeRecord(book: Book, dataType: string, version: RecordVersion): string {
  if (version.text !== undefined) return writtenText(version.text, version);
  const write = recordWriters[dataType];
  if (!write) throw new Error(`The sandbox has no data type "${dataType}".`);
  return write(book, version);
}

/**
 * Completes the JSON text of a record that a client has written, by adding the revision and the time. Because of the
 * revision, a change made through the control routes alters more than the time.
 */
export function writtenText(text: string, { revision, modifiedAt }: Omit<RecordVersion, 'id' | 'index'>): string {
  return `${text}${revision ? `,"revision":${revision}` : ''},"modified_at":"${modifiedAt}"}`;
}
