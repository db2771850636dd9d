import { draftBill, draftCreditNote, draftInvoice } from './draft-document.ts';
import { draftJournalEntry, draftTransfer } from './draft-ledger.ts';
import { draftItem, draftParty } from './draft-parties-and-items.ts';
import { draftBillPayment, draftPayment } from './draft-payment.ts';
import type { Draft } from './drafting.ts';

export type WriteOperation = 'create' | 'update' | 'delete';

/**
 * What can be written, and what makes it certain, as real platforms differ: `key` does a key only once; `client_ref` can
 * be searched, and is not kept unique; the rest has nothing. Journal entries have a client_ref, and their 201 may lie.
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
