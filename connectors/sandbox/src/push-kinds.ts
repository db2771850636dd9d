import type { Push } from '@daybook/connector-kit';
import * as bodies from './push-bodies.ts';
import * as fields from './push-fields.ts';
import * as schemas from './push-schemas.ts';

/**
 * What differs between data types in a push. The parameter of `body` is `never` because each data type has its own
 * record type.
 */
export type PushKind = Pick<Push, 'operations' | 'choices' | 'certainty' | 'isReadBack'> & {
  body: (record: never) => object;
  fields: fields.FieldNames;
};

const all = (schema: NonNullable<Push['operations']['create']>) =>
  ({ create: schema, update: schema, delete: true }) as const;

const lineChoices = { 'lineItems.*.accountRef.id': 'accounts', 'lineItems.*.taxRateRef.id': 'taxRates' };

/**
 * The data types that can be written. For some, the sandbox honours an idempotency key; others can only be searched for
 * by Daybook's reference; for transfers, neither is possible. Journal entries must be read back, because the sandbox
 * acknowledges them before it stores them.
 */
export const pushKinds: Readonly<Record<string, PushKind>> = {
  customers: {
    operations: all(schemas.customerSchema),
    choices: {},
    certainty: 'key',
    body: bodies.customerBody,
    fields: fields.customerFields,
  },
  suppliers: {
    operations: all(schemas.supplierSchema),
    choices: {},
    certainty: 'key',
    body: bodies.supplierBody,
    fields: fields.supplierFields,
  },
  items: {
    operations: all(schemas.itemSchema),
    choices: {
      'invoiceItem.accountRef.id': 'accounts',
      'invoiceItem.taxRateRef.id': 'taxRates',
      'billItem.accountRef.id': 'accounts',
      'billItem.taxRateRef.id': 'taxRates',
    },
    certainty: 'key',
    body: bodies.itemBody,
    fields: fields.itemFields,
  },
  invoices: {
    operations: all(schemas.invoiceSchema),
    choices: lineChoices,
    certainty: 'key',
    body: bodies.invoiceBody,
    fields: fields.invoiceFields,
  },
  bills: {
    operations: all(schemas.billSchema),
    choices: lineChoices,
    certainty: 'search',
    body: bodies.billBody,
    fields: fields.billFields,
  },
  payments: {
    operations: { create: schemas.paymentSchema },
    choices: { 'accountRef.id': 'accounts' },
    certainty: 'key',
    body: bodies.paymentBody,
    fields: fields.paymentFields,
  },
  billPayments: {
    operations: { create: schemas.billPaymentSchema },
    choices: { 'accountRef.id': 'accounts' },
    certainty: 'search',
    body: bodies.billPaymentBody,
    fields: fields.billPaymentFields,
  },
  creditNotes: {
    operations: { create: schemas.creditNoteSchema },
    choices: lineChoices,
    certainty: 'key',
    body: bodies.creditNoteBody,
    fields: fields.creditNoteFields,
  },
  journalEntries: {
    operations: { create: schemas.journalEntrySchema },
    choices: { 'journalLines.*.accountRef.id': 'accounts' },
    certainty: 'search',
    isReadBack: true,
    body: bodies.journalEntryBody,
    fields: fields.journalEntryFields,
  },
  transfers: {
    operations: { create: schemas.transferSchema },
    choices: { 'from.accountRef.id': 'accounts', 'to.accountRef.id': 'accounts' },
    certainty: 'none',
    body: bodies.transferBody,
    fields: fields.transferFields,
  },
};
