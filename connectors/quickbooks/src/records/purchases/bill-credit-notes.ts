import { undoBy } from '@daybook/connector-kit';
import { allOperations, closed, optional, ref, text } from '@daybook/connector-kit/push-parts';
import Type, { type Static } from 'typebox';
import { quickbooksType } from '../../quickbooks-type.ts';
import { expenseLine, expenseLines, linesOfBill } from '../bills.ts';
import { currency, dates, mapDocument, type QboDocument, statusOf } from '../documents.ts';
import { currencyOf, dayToSend, present, refTo, supplierRef } from '../values.ts';

const schema = closed({
  billCreditNoteNumber: optional(text(21)),
  supplierRef: ref('The id of a supplier.'),
  ...dates,
  ...currency,
  lineItems: Type.Array(expenseLine, { minItems: 1, maxItems: 750 }),
  note: optional(text(4000)),
});

export const billCreditNotes = quickbooksType({
  dataType: 'billCreditNotes',
  entity: 'VendorCredit',
  map: (wire: QboDocument) => {
    // Older credits have no balance. They count as unused.
    const left = wire.Balance ?? wire.TotalAmt;
    return {
      billCreditNoteNumber: present(wire.DocNumber),
      supplierRef: supplierRef(wire.VendorRef),
      ...mapDocument(wire),
      note: present(wire.PrivateNote),
      remainingCredit: left ?? 0,
      status: statusOf(wire, 'Submitted', left),
    };
  },
  push: {
    operations: allOperations(schema),
    undo: undoBy.delete,
    choices: { 'lineItems.*.accountRef.id': 'accounts', 'lineItems.*.taxRateRef.id': 'taxRates' },
    body: (record: Static<typeof schema>) => ({
      DocNumber: record.billCreditNoteNumber,
      VendorRef: refTo(record.supplierRef),
      TxnDate: dayToSend(record.issueDate),
      CurrencyRef: currencyOf(record.currency),
      Line: expenseLines(record.lineItems),
      PrivateNote: record.note,
    }),
    fields: {
      VendorRef: 'supplierRef.id',
      AccountRef: 'lineItems.0.accountRef.id',
      TaxCodeRef: 'lineItems.0.taxRateRef.id',
      Line: 'lineItems',
      DocNumber: 'billCreditNoteNumber',
      TxnDate: 'issueDate',
      CurrencyRef: 'currency',
    },
    foresee: linesOfBill,
  },
});
