import type { WriteOperation } from './company-writes.ts';
import { draftBill, draftCreditNote, draftInvoice } from './draft-document.ts';
import { draftJournalEntry, draftTransfer } from './draft-ledger.ts';
import { draftItem, draftParty } from './draft-parties-and-items.ts';
import { draftBillPayment, draftPayment } from './draft-payment.ts';
import type { Draft } from './drafting.ts';

/**
 * The operations of a data type, and how a client can make sure that a write happens only once. Real platforms differ
 * in the latter. `key`: the sandbox processes an idempotency key only once. `client_ref`: the record has a reference
 * that can be searched for but is not unique. `none`: there is no way. For journal entries, the connector does not
 * trust status 201 and reads the entry back.
 */
export type WritableType = {
  draft: Draft;
  operations: readonly WriteOperation[];
  certainty: 'key' | 'client_ref' | 'none';
};

const all = ['create', 'update', 'delete'] as const;

export const writableTypes: Readonly<Record<string, WritableType>> = {
  customers: { draft: draftParty, operations: all, certainty: 'key' },
  suppliers: { draft: draftParty, operations: all, certainty: 'key' },
  items: { draft: draftItem, operations: all, certainty: 'key' },
  invoices: { draft: draftInvoice, operations: all, certainty: 'key' },
  payments: { draft: draftPayment, operations: ['create'], certainty: 'key' },
  creditNotes: { draft: draftCreditNote, operations: ['create'], certainty: 'key' },
  bills: { draft: draftBill, operations: all, certainty: 'client_ref' },
  billPayments: { draft: draftBillPayment, operations: ['create'], certainty: 'client_ref' },
  journalEntries: { draft: draftJournalEntry, operations: ['create'], certainty: 'client_ref' },
  transfers: { draft: draftTransfer, operations: ['create'], certainty: 'none' },
};

export function writableType(dataType: string): WritableType | undefined {
  return Object.hasOwn(writableTypes, dataType) ? writableTypes[dataType] : undefined;
}
