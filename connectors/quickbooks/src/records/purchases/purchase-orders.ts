import { type PushInput, undoBy } from '@daybook/connector-kit';
import { allOperations, closed, optional, ref, text } from '@daybook/connector-kit/push-parts';
import Type, { type Static } from 'typebox';
import { ownOrderFields } from '../../own-fields.ts';
import type { PullSettings } from '../../pull-records.ts';
import { quickbooksType } from '../../quickbooks-type.ts';
import { readAll } from '../../read-all.ts';
import { readQuickbooks } from '../../request-quickbooks.ts';
import type { QboMeta } from '../../wire.ts';
import { expenseLine, expenseLines, linesOfBill } from '../bills.ts';
import { currency, dates, mapDocument, type QboDocument } from '../documents.ts';
import { currencyOf, dayToSend, present, refTo, supplierRef } from '../values.ts';

type QboOrder = QboDocument & { POStatus?: string };

const statuses: Readonly<Record<string, string>> = { Open: 'Open', Closed: 'Closed' };

const schema = closed({
  purchaseOrderNumber: optional(text(21)),
  supplierRef: ref('The id of a supplier.'),
  ...dates,
  ...currency,
  lineItems: Type.Array(expenseLine, { minItems: 1, maxItems: 750 }),
  note: optional(text(4000)),
  status: optional(Type.Enum(['Open', 'Closed'], { description: 'Default: Open.' })),
});

/** An order must name the account of the payables, although it posts nothing. Most companies have one. */
async function payables(settings: PullSettings, input: PushInput): Promise<object> {
  const accounts = await readAll(settings, input, { entity: 'Account' });
  return readQuickbooks('', () => {
    const found = accounts
      .map((element) => JSON.parse(element) as QboMeta & { AccountType?: string })
      .find(({ AccountType }) => AccountType === 'Accounts Payable');
    return found ? { APAccountRef: { value: found.Id } } : {};
  });
}

export const purchaseOrders = quickbooksType({
  dataType: 'purchaseOrders',
  entity: 'PurchaseOrder',
  map: (wire: QboOrder) => ({
    purchaseOrderNumber: present(wire.DocNumber),
    supplierRef: supplierRef(wire.VendorRef),
    ...mapDocument(wire),
    note: present(wire.PrivateNote),
    status: statuses[wire.POStatus ?? ''] ?? 'Unknown',
  }),
  push: {
    operations: allOperations(schema),
    undo: undoBy.delete,
    choices: { 'lineItems.*.accountRef.id': 'accounts', 'lineItems.*.taxRateRef.id': 'taxRates' },
    customFields: ownOrderFields,
    body: (record: Static<typeof schema>) => ({
      DocNumber: record.purchaseOrderNumber,
      VendorRef: refTo(record.supplierRef),
      TxnDate: dayToSend(record.issueDate),
      CurrencyRef: currencyOf(record.currency),
      Line: expenseLines(record.lineItems),
      PrivateNote: record.note,
      POStatus: record.status,
    }),
    completeNew: payables,
    fields: {
      VendorRef: 'supplierRef.id',
      AccountRef: 'lineItems.0.accountRef.id',
      TaxCodeRef: 'lineItems.0.taxRateRef.id',
      Line: 'lineItems',
      DocNumber: 'purchaseOrderNumber',
      TxnDate: 'issueDate',
      CurrencyRef: 'currency',
    },
    foresee: linesOfBill,
  },
});
