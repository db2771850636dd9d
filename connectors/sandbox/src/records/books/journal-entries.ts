import { closed, day as daySchema, optional, ref } from '@daybook/connector-kit/push-parts';
import Type, { type Static } from 'typebox';
import { sandboxType } from '../../sandbox-type.ts';
import {
  amount,
  currency,
  day,
  dayOf,
  idOf,
  longText,
  name,
  namedRef,
  type WireAmount,
  type WireRef,
} from '../values.ts';

type WireJournalEntry = {
  posted_on: string;
  reference?: string;
  memo?: string;
  lines: { text?: string; account: WireRef; amount: WireAmount; currency: string; tracking: WireRef[] }[];
};

const schema = closed({
  postedOn: daySchema('The posting date.'),
  description: optional(longText()),
  reference: optional(name()),
  journalLines: Type.Array(
    closed({
      description: optional(longText()),
      accountRef: ref('The id of an account.'),
      netAmount: amount('Debits are positive, credits negative; the lines of an entry must sum to zero.'),
      currency: currency.currency,
      tracking: optional(Type.Array(ref('The id of a tracking category.'), { maxItems: 20 })),
    }),
    { minItems: 2, maxItems: 1000 },
  ),
});

export const journalEntries = sandboxType({
  dataType: 'journalEntries',
  map: (wire: WireJournalEntry) => ({
    postedOn: day(wire.posted_on),
    description: wire.memo,
    reference: wire.reference,
    journalLines: wire.lines.map((line) => ({
      description: line.text,
      accountRef: namedRef(line.account),
      netAmount: line.amount,
      currency: line.currency,
      tracking: line.tracking.map(namedRef),
    })),
  }),
  push: {
    operations: { create: schema },
    choices: { 'journalLines.*.accountRef.id': 'accounts' },
    certainty: 'search',
    isReadBack: true,
    body: (record: Static<typeof schema>) => ({
      posted_on: dayOf(record.postedOn),
      reference: record.reference,
      lines: record.journalLines.map((line) => ({
        text: line.description,
        account: idOf(line.accountRef),
        amount: line.netAmount,
        currency: line.currency,
        tracking: line.tracking?.map(idOf),
      })),
      memo: record.description,
    }),
    fields: {
      posted_on: 'postedOn',
      reference: 'reference',
      memo: 'description',
      lines: 'journalLines',
      'lines.*': 'journalLines.*',
      'lines.*.text': 'journalLines.*.description',
      'lines.*.account': 'journalLines.*.accountRef.id',
      'lines.*.amount': 'journalLines.*.netAmount',
      'lines.*.currency': 'journalLines.*.currency',
      'lines.*.tracking': 'journalLines.*.tracking',
      'lines.*.tracking.*': 'journalLines.*.tracking.*.id',
    },
  },
});
