import type { PushWarning, PushWish } from '@daybook/connector-kit';
import * as bodies from './push-bodies.ts';
import { fieldNames } from './push-fields.ts';
import type { PushKind } from './push-records.ts';
import * as schemas from './push-schemas.ts';
import { companySource, sources } from './sources.ts';

const kindOf = (dataType: keyof typeof sources) => ({ source: sources[dataType], fields: fieldNames[dataType] ?? {} });
const all = (schema: NonNullable<PushKind['operations']['create']>) =>
  ({ create: schema, update: schema, delete: true }) as const;
const kept = (schema: NonNullable<PushKind['operations']['create']>) => ({ create: schema, update: schema });
const saleChoices = { 'lineItems.*.itemRef.id': 'items', 'lineItems.*.taxRateRef.id': 'taxRates' };

/**
 * Warns about quantities other than 1, because a bill line at QuickBooks has an amount but neither a price nor a
 * quantity.
 */
function linesOfBill({ record }: PushWish): PushWarning[] {
  const { lineItems = [] } = (record ?? {}) as { lineItems?: { quantity?: unknown }[] };
  return lineItems.flatMap(({ quantity }, at) => {
    const itemId = `lineItems.${at}.quantity`;
    const message = `QuickBooks stores only the amount of a bill line. The price is multiplied by the field "${itemId}", and the quantity becomes 1.`;
    return quantity === 1 ? [] : [{ itemId, message, validatorName: 'changedValueValidator' }];
  });
}

/**
 * The writable data types except tax rates. Customers, suppliers, items and accounts cannot be deleted, only made
 * inactive.
 */
export const pushKinds: Readonly<Record<string, PushKind>> = {
  customers: {
    ...kindOf('customers'),
    operations: kept(schemas.customerSchema),
    choices: {},
    body: bodies.customerBody,
  },
  suppliers: {
    ...kindOf('suppliers'),
    operations: kept(schemas.supplierSchema),
    choices: {},
    body: bodies.supplierBody,
  },
  info: {
    source: companySource,
    fields: fieldNames.info ?? {},
    operations: { update: schemas.infoSchema },
    choices: {},
    body: bodies.infoBody,
  },
  accounts: {
    ...kindOf('accounts'),
    operations: kept(schemas.accountSchema),
    choices: {},
    body: bodies.accountBody,
  },
  items: {
    ...kindOf('items'),
    operations: kept(schemas.itemSchema),
    choices: { 'invoiceItem.accountRef.id': 'accounts', 'billItem.accountRef.id': 'accounts' },
    body: bodies.itemBody,
  },
  invoices: {
    ...kindOf('invoices'),
    operations: all(schemas.invoiceSchema),
    choices: saleChoices,
    body: bodies.invoiceBody,
  },
  creditNotes: {
    ...kindOf('creditNotes'),
    operations: all(schemas.creditNoteSchema),
    choices: saleChoices,
    body: bodies.creditNoteBody,
  },
  bills: {
    ...kindOf('bills'),
    operations: all(schemas.billSchema),
    choices: { 'lineItems.*.accountRef.id': 'accounts', 'lineItems.*.taxRateRef.id': 'taxRates' },
    body: bodies.billBody,
    foresee: linesOfBill,
  },
  payments: {
    ...kindOf('payments'),
    operations: all(schemas.paymentSchema),
    choices: { 'accountRef.id': 'accounts' },
    body: bodies.paymentBody,
  },
};
