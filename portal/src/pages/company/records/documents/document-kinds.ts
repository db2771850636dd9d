import { t } from '../../../../messages/books.ts';
import type { Allocation, JournalLine, LineItem } from './document-figures.ts';

export type PartyRef = { id: string; companyName?: string; supplierName?: string };
export type DocumentRecord = {
  id: string;
  status?: string;
  currency?: string;
  currencyRate?: unknown;
  note?: string;
  lineItems?: LineItem[];
  journalLines?: JournalLine[];
  paymentAllocations?: Allocation[];
  customerRef?: PartyRef;
  supplierRef?: PartyRef;
} & Record<string, unknown>;

export type DocumentKind = {
  title: string;
  /** The field with the document's number. */
  number: string;
  /** Who issued the document: the company itself or the other party. */
  issuer: 'company' | 'other';
  /** What is left to pay or to use. */
  rest?: { field: string; title: string };
};

const due = { field: 'amountDue', title: t('amountDue') };
const credit = { field: 'remainingCredit', title: t('remainingCredit') };

export const documentKinds: Record<string, DocumentKind> = {
  invoices: { title: t('invoice'), number: 'invoiceNumber', issuer: 'company', rest: due },
  bills: { title: t('bill'), number: 'reference', issuer: 'other', rest: due },
  creditNotes: { title: t('creditNote'), number: 'creditNoteNumber', issuer: 'company', rest: credit },
  billCreditNotes: { title: t('creditNote'), number: 'billCreditNoteNumber', issuer: 'other', rest: credit },
  salesOrders: { title: t('salesOrder'), number: 'salesOrderNumber', issuer: 'other' },
  purchaseOrders: { title: t('purchaseOrder'), number: 'purchaseOrderNumber', issuer: 'company' },
};

export const dateFields = [
  { field: 'issueDate', title: t('issued') },
  { field: 'dueDate', title: t('due') },
  { field: 'deliveryDate', title: t('delivery') },
  { field: 'paidOnDate', title: t('paid') },
];

export function numberOf({ number }: DocumentKind, record: DocumentRecord): string {
  return typeof record[number] === 'string' ? record[number] : record.id;
}
