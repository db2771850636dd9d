import { undoBy } from '@daybook/connector-kit';
import { allOperations, closed, day as daySchema, optional, ref, text } from '@daybook/connector-kit/push-parts';
import Type, { type Static } from 'typebox';
import { quickbooksType } from '../../quickbooks-type.ts';
import type { QboMeta, QboRef } from '../../wire.ts';
import { day, dayToSend, namedRef, present, refTo } from '../values.ts';

type QboTransfer = QboMeta & {
  TxnDate: string;
  Amount: number;
  FromAccountRef?: QboRef;
  ToAccountRef?: QboRef;
  CurrencyRef?: QboRef;
  PrivateNote?: string;
};

const schema = closed({
  date: daySchema('The date of the transfer.'),
  description: optional(text(4000)),
  from: closed({
    accountRef: ref('The id of an account.'),
    amount: Type.Number({ exclusiveMinimum: 0, description: 'The amount for both accounts.' }),
  }),
  to: closed({ accountRef: ref('The id of an account.') }),
});

export const transfers = quickbooksType({
  dataType: 'transfers',
  entity: 'Transfer',
  map: (wire: QboTransfer) => {
    const side = (ref: QboRef | undefined) => ({
      accountRef: namedRef(ref) ?? { id: '' },
      amount: wire.Amount,
      currency: wire.CurrencyRef?.value,
    });
    return {
      date: day(wire.TxnDate),
      description: present(wire.PrivateNote),
      from: side(wire.FromAccountRef),
      to: side(wire.ToAccountRef),
    };
  },
  push: {
    operations: allOperations(schema),
    undo: undoBy.delete,
    choices: { 'from.accountRef.id': 'accounts', 'to.accountRef.id': 'accounts' },
    body: (record: Static<typeof schema>) => ({
      FromAccountRef: refTo(record.from.accountRef),
      ToAccountRef: refTo(record.to.accountRef),
      Amount: record.from.amount,
      TxnDate: dayToSend(record.date),
      PrivateNote: record.description,
    }),
    fields: {
      FromAccountRef: 'from.accountRef.id',
      ToAccountRef: 'to.accountRef.id',
      Amount: 'from.amount',
      TxnDate: 'date',
      PrivateNote: 'description',
    },
  },
});
