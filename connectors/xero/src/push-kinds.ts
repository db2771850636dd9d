import * as bodies from './push-bodies.ts';
import { complaints } from './push-fields.ts';
import type { PushKind } from './push-records.ts';
import * as schemas from './push-schemas.ts';
import { sources } from './sources.ts';

const lineChoices = { 'lineItems.*.accountRef.id': 'accounts', 'lineItems.*.taxRateRef.id': 'taxRates' };
const kindOf = (dataType: keyof typeof sources) => ({
  source: sources[dataType],
  complaints: complaints[dataType] ?? [],
});

/**
 * The data types that can be written. Contacts and accounts cannot be deleted at Xero, only archived. The organisation
 * itself cannot be changed through the API.
 */
export const pushKinds: Readonly<Record<string, PushKind>> = {
  customers: {
    ...kindOf('customers'),
    operations: { create: schemas.customerSchema, update: schemas.customerUpdate },
    choices: {},
    body: bodies.customerBody,
  },
  suppliers: {
    ...kindOf('suppliers'),
    operations: { create: schemas.supplierSchema, update: schemas.supplierUpdate },
    choices: {},
    body: bodies.supplierBody,
  },
  accounts: {
    ...kindOf('accounts'),
    operations: { create: schemas.accountSchema },
    choices: {},
    body: bodies.accountBody,
  },
  taxRates: {
    ...kindOf('taxRates'),
    operations: { create: schemas.taxRateSchema, update: schemas.taxRateSchema },
    choices: {},
    body: bodies.taxRateBody,
  },
  items: {
    ...kindOf('items'),
    operations: { create: schemas.itemSchema, update: schemas.itemSchema },
    choices: {
      'invoiceItem.accountRef.id': 'accounts',
      'invoiceItem.taxRateRef.id': 'taxRates',
      'billItem.accountRef.id': 'accounts',
      'billItem.taxRateRef.id': 'taxRates',
    },
    body: bodies.itemBody,
  },
  invoices: {
    ...kindOf('invoices'),
    operations: { create: schemas.invoiceSchema, update: schemas.invoiceSchema, delete: true },
    choices: lineChoices,
    body: bodies.invoiceBody,
  },
  bills: {
    ...kindOf('bills'),
    operations: { create: schemas.billSchema, update: schemas.billSchema, delete: true },
    choices: lineChoices,
    body: bodies.billBody,
  },
  creditNotes: {
    ...kindOf('creditNotes'),
    operations: { create: schemas.creditNoteSchema, update: schemas.creditNoteSchema, delete: true },
    choices: lineChoices,
    body: bodies.creditNoteBody,
  },
  payments: {
    ...kindOf('payments'),
    // A payment at Xero cannot be changed, only deleted.
    operations: { create: schemas.paymentSchema, delete: true },
    choices: { 'accountRef.id': 'accounts' },
    body: bodies.paymentBody,
  },
};
