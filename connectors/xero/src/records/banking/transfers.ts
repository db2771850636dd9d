import { undoBy } from '@daybook/connector-kit';
import { closed, day, optional, ref, text } from '@daybook/connector-kit/push-parts';
import Type, { type Static } from 'typebox';
import { readDay } from '../../xero-dates.ts';
import { xeroType } from '../../xero-type.ts';
import { accountToSend, bankRef, dayOf, present, type XeroBankRef } from '../values.ts';

type XeroTransfer = {
  BankTransferID: string;
  FromBankAccount: XeroBankRef;
  ToBankAccount: XeroBankRef;
  Amount: number;
  Date?: string;
  Reference?: string;
};

const schema = closed({
  date: day('The date of the transfer.'),
  description: optional(text(255)),
  from: closed({
    accountRef: ref('The id of a bank account.'),
    amount: Type.Number({ exclusiveMinimum: 0, description: 'The amount for both accounts.' }),
  }),
  to: closed({ accountRef: ref('The id of a bank account in the same currency.') }),
});

/** Xero gives one amount for both accounts. */
export const transfers = xeroType({
  dataType: 'transfers',
  endpoint: 'BankTransfers',
  id: (wire: XeroTransfer) => wire.BankTransferID,
  // Without this parameter, Xero leaves out deleted transfers.
  parameters: { includeDeleted: 'true' },
  isDated: true,
  tellsDeletions: true,
  map: (wire: XeroTransfer) => ({
    date: readDay(wire.Date ?? '/Date(0)/'),
    description: present(wire.Reference),
    from: { accountRef: bankRef(wire.FromBankAccount), amount: wire.Amount },
    to: { accountRef: bankRef(wire.ToBankAccount), amount: wire.Amount },
  }),
  push: {
    // A transfer at Xero cannot be changed, only deleted.
    operations: { create: schema, delete: true },
    undo: undoBy.delete,
    choices: { 'from.accountRef.id': 'bankAccounts', 'to.accountRef.id': 'bankAccounts' },
    body: (record: Static<typeof schema>) => ({
      FromBankAccount: accountToSend(record.from.accountRef),
      ToBankAccount: accountToSend(record.to.accountRef),
      Amount: record.from.amount,
      Date: dayOf(record.date),
      Reference: record.description,
    }),
    complaints: [
      { pattern: /from ?bank ?account/i, field: 'from.accountRef.id' },
      { pattern: /to ?bank ?account/i, field: 'to.accountRef.id' },
      { pattern: /amount/i, field: 'from.amount' },
      { pattern: /date/i, field: 'date' },
    ],
  },
});
