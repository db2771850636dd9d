import { type PushWarning, type PushWish, undoBy } from '@daybook/connector-kit';
import { allOperations, closed, day, optional, ref, text } from '@daybook/connector-kit/push-parts';
import Type, { type Static } from 'typebox';
import { lineAmount } from '../line-amount.ts';
import { quickbooksType } from '../quickbooks-type.ts';
import { currency, dates, mapDocument, type QboDocument, statusOf } from './documents.ts';
import { currencyOf, dayToSend, optionalDay, optionalDayToSend, present, refTo, supplierRef } from './values.ts';

export const expenseLine = closed({
  description: optional(text(4000)),
  unitAmount: Type.Number({ description: 'Price per unit, without tax.' }),
  quantity: Type.Number({ description: 'QuickBooks stores the product of price and quantity, with a quantity of 1.' }),
  accountRef: ref('The id of the account to which the line is booked.'),
  taxRateRef: optional(ref('The id of a tax rate.')),
});
const schema = closed({
  reference: optional(text(21)),
  supplierRef: ref('The id of a supplier.'),
  ...dates,
  dueDate: optional(day('The due date.')),
  ...currency,
  lineItems: Type.Array(expenseLine, { minItems: 1, maxItems: 750 }),
  note: optional(text(4000)),
});

/**
 * Warns about quantities other than 1, because a bill line at QuickBooks has an amount but neither a price nor a
 * quantity.
 */
export function linesOfBill({ record }: PushWish): PushWarning[] {
  const { lineItems = [] } = (record ?? {}) as { lineItems?: { quantity?: unknown }[] };
  return lineItems.flatMap(({ quantity }, at) => {
    const itemId = `lineItems.${at}.quantity`;
    const message = `QuickBooks stores only the amount of a bill line. The price is multiplied by the field "${itemId}", and the quantity becomes 1.`;
    return quantity === 1 ? [] : [{ itemId, message, validatorName: 'changedValueValidator' }];
  });
}

export const expenseLines = (lines: readonly Static<typeof expenseLine>[]) =>
  lines.map((line) => ({
    Description: line.description,
    Amount: lineAmount(line.unitAmount, line.quantity),
    DetailType: 'AccountBasedExpenseLineDetail',
    AccountBasedExpenseLineDetail: { AccountRef: refTo(line.accountRef), TaxCodeRef: refTo(line.taxRateRef) },
  }));

export const bills = quickbooksType({
  dataType: 'bills',
  entity: 'Bill',
  map: (wire: QboDocument) => ({
    reference: present(wire.DocNumber),
    supplierRef: supplierRef(wire.VendorRef),
    dueDate: optionalDay(wire.DueDate),
    ...mapDocument(wire),
    note: present(wire.PrivateNote),
    amountDue: wire.Balance ?? 0,
    status: statusOf(wire, 'Open', wire.Balance),
  }),
  push: {
    operations: allOperations(schema),
    undo: undoBy.delete,
    choices: { 'lineItems.*.accountRef.id': 'accounts', 'lineItems.*.taxRateRef.id': 'taxRates' },
    body: (record: Static<typeof schema>) => ({
      DocNumber: record.reference,
      VendorRef: refTo(record.supplierRef),
      TxnDate: dayToSend(record.issueDate),
      DueDate: optionalDayToSend(record.dueDate),
      CurrencyRef: currencyOf(record.currency),
      Line: expenseLines(record.lineItems),
      PrivateNote: record.note,
    }),
    fields: {
      VendorRef: 'supplierRef.id',
      AccountRef: 'lineItems.0.accountRef.id',
      TaxCodeRef: 'lineItems.0.taxRateRef.id',
      Line: 'lineItems',
      DocNumber: 'reference',
      TxnDate: 'issueDate',
      DueDate: 'dueDate',
      CurrencyRef: 'currency',
    },
    foresee: linesOfBill,
  },
});
