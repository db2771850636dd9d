import { amountOf, negate, signOf, undoBy } from '@daybook/connector-kit';
import {
  allOperations,
  bankAmountProblem,
  bankLineParts,
  bankTransactionParts,
  closed,
  optional,
  ref,
  text,
} from '@daybook/connector-kit/push-parts';
import Type, { type Static } from 'typebox';
import { readDay } from '../../xero-dates.ts';
import { xeroType } from '../../xero-type.ts';
import type { XeroRef } from '../documents.ts';
import { accountToSend, bankRef, dayOf, present, type XeroBankRef } from '../values.ts';

type XeroBankTransaction = {
  BankTransactionID: string;
  Type: string;
  Status: string;
  Date?: string;
  Reference?: string;
  Total: number;
  IsReconciled?: boolean;
  BankAccount: XeroBankRef;
  Contact?: XeroRef;
  LineItems?: { Description?: string }[];
};

const schema = closed({
  ...bankTransactionParts,
  description: text(4000, 'Xero stores it on every line.'),
  reference: optional(text(255)),
  lines: Type.Array(
    closed({ ...bankLineParts, taxRateRef: optional(ref('The id of a tax rate. Amounts include the tax.')) }),
    { minItems: 1, maxItems: 1000 },
  ),
});
type Pushed = Static<typeof schema>;

const unsigned = (amount: number, isSpent: boolean) => (isSpent ? amountOf(negate(JSON.stringify(amount))) : amount);

function body(record: Pushed) {
  const isSpent = signOf(JSON.stringify(record.amount)) < 0;
  return {
    Type: isSpent ? 'SPEND' : 'RECEIVE',
    Contact: { ContactID: record.contactRef.id },
    BankAccount: accountToSend(record.bankAccountRef),
    Date: dayOf(record.date),
    Reference: record.reference,
    LineAmountTypes: 'Inclusive',
    LineItems: record.lines.map((line) => ({
      Description: record.description,
      Quantity: 1,
      UnitAmount: unsigned(line.amount, isSpent),
      AccountCode: line.accountRef.id,
      TaxType: line.taxRateRef?.id,
    })),
  };
}

/**
 * Money that was spent or received directly, also as an over- or prepayment. Payments of invoices and bills are in
 * `payments` and `billPayments`, and the two sides of a transfer in `transfers`. Xero gives every amount without a sign.
 */
export const bankTransactions = xeroType({
  dataType: 'bankTransactions',
  endpoint: 'BankTransactions',
  id: (wire: XeroBankTransaction) => wire.BankTransactionID,
  orderBy: 'BankTransactionID',
  parameters: { unitdp: '4' },
  isDated: true,
  tellsDeletions: true,
  belongs: (wire: XeroBankTransaction) => wire.Status !== 'VOIDED' && !wire.Type.endsWith('-TRANSFER'),
  map: (wire: XeroBankTransaction) => ({
    bankAccountRef: bankRef(wire.BankAccount),
    date: readDay(wire.Date ?? '/Date(0)/'),
    description: present(wire.LineItems?.[0]?.Description) ?? present(wire.Contact?.Name),
    reference: present(wire.Reference),
    amount: wire.Type.startsWith('SPEND') ? amountOf(negate(JSON.stringify(wire.Total))) : wire.Total,
    reconciled: wire.IsReconciled,
  }),
  push: {
    operations: allOperations(schema),
    choices: {
      'bankAccountRef.id': 'bankAccounts',
      'lines.*.accountRef.id': 'accounts',
      'lines.*.taxRateRef.id': 'taxRates',
    },
    body,
    undo: undoBy.delete,
    check: bankAmountProblem,
    complaints: [
      { pattern: /bank ?account/i, field: 'bankAccountRef.id' },
      {
        pattern: /account code ['‘"]?(?<value>[^'’"]+?)['’"]? (?:is not|has been|cannot)/i,
        field: 'lines.*.accountRef.id',
      },
      { pattern: /tax ?type(?: code)? ['‘"]?(?<value>[^'’"]+?)['’"]? /i, field: 'lines.*.taxRateRef.id' },
      { pattern: /contact/i, field: 'contactRef.id' },
      { pattern: /description/i, field: 'description' },
      { pattern: /date/i, field: 'date' },
    ],
  },
});
