import type { WriteOperation } from './company-writes.ts';
import { draftAttachment } from './draft-attachment.ts';
import { draftBill, draftCreditNote, draftInvoice } from './draft-document.ts';
import { draftJournalEntry, draftTransfer } from './draft-ledger.ts';
import { draftItem, draftParty } from './draft-parties-and-items.ts';
import { draftBillPayment, draftPayment } from './draft-payment.ts';
import type { Draft } from './drafting.ts';

/**
 * A data type that clients can write. `certainty` says how a client can avoid making the same write twice; real
 * platforms differ in this. `key`: the sandbox performs writes with the same idempotency key only once. `client_ref`:
 * the client can search for its own reference, but references need not be unique. `none`: the client cannot avoid it.
 * For journal entries, the connector does not trust status 201, so it reads the entry back.
 */
export type WritableType = {
  draft: Draft;
  operations: readonly WriteOperation[];
  certainty: 'key' | 'client_ref' | 'none';
};

const all = ['create', 'update', 'delete'] as const;
const archivable = [...all, 'archive'] as const;
const voidable = [...all, 'void'] as const;

export const writableTypes: Readonly<Record<string, WritableType>> = {
  customers: { draft: draftParty, operations: archivable, certainty: 'key' },
  suppliers: { draft: draftParty, operations: archivable, certainty: 'key' },
  items: { draft: draftItem, operations: archivable, certainty: 'key' },
  invoices: { draft: draftInvoice, operations: voidable, certainty: 'key' },
  payments: { draft: draftPayment, operations: ['create'], certainty: 'key' },
  creditNotes: { draft: draftCreditNote, operations: ['create'], certainty: 'key' },
  bills: { draft: draftBill, operations: voidable, certainty: 'client_ref' },
  billPayments: { draft: draftBillPayment, operations: ['create'], certainty: 'client_ref' },
  journalEntries: { draft: draftJournalEntry, operations: ['create'], certainty: 'client_ref' },
  attachments: { draft: draftAttachment, operations: ['create', 'delete'], certainty: 'key' },
  transfers: { draft: draftTransfer, operations: ['create'], certainty: 'none' },
};

export function writableType(dataType: string): WritableType | undefined {
  return Object.hasOwn(writableTypes, dataType) ? writableTypes[dataType] : undefined;
}
