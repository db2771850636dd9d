import { closed, day as daySchema, optional, ref } from '@daybook/connector-kit/push-parts';
import Type, { type Static } from 'typebox';
import { sandboxType } from '../../sandbox-type.ts';
import { currency, day, dayOf, idOf, longText, namedRef, type WireAmount, type WireRef } from '../values.ts';

type WireTransferEnd = { account: WireRef; amount: WireAmount; currency: string };

type WireTransfer = { moved_on: string; memo?: string; from: WireTransferEnd; to: WireTransferEnd };

const mapEnd = ({ account, amount, currency }: WireTransferEnd) => ({
  accountRef: namedRef(account),
  amount,
  currency,
});

const endSchema = closed({
  accountRef: ref('The id of an account that is a bank account.'),
  amount: Type.Number({ exclusiveMinimum: 0 }),
  currency: currency.currency,
});

const endBody = ({ accountRef, amount, currency }: Static<typeof endSchema>) => ({
  account: idOf(accountRef),
  amount,
  currency,
});

const endFields = (end: 'from' | 'to') => ({
  [end]: end,
  [`${end}.account`]: `${end}.accountRef.id`,
  [`${end}.amount`]: `${end}.amount`,
  [`${end}.currency`]: `${end}.currency`,
});

const schema = closed({
  date: daySchema('The date of the transfer.'),
  description: optional(longText()),
  from: endSchema,
  to: endSchema,
});

export const transfers = sandboxType({
  dataType: 'transfers',
  map: (wire: WireTransfer) => ({
    date: day(wire.moved_on),
    description: wire.memo,
    from: mapEnd(wire.from),
    to: mapEnd(wire.to),
  }),
  push: {
    operations: { create: schema },
    choices: { 'from.accountRef.id': 'accounts', 'to.accountRef.id': 'accounts' },
    certainty: 'none',
    body: (record: Static<typeof schema>) => ({
      moved_on: dayOf(record.date),
      from: endBody(record.from),
      to: endBody(record.to),
      memo: record.description,
    }),
    fields: {
      moved_on: 'date',
      memo: 'description',
      ...endFields('from'),
      ...endFields('to'),
    },
  },
});
