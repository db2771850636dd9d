import { amountOf, negate, signOf, undoBy } from '@daybook/connector-kit';
import { allOperations, closed, day as daySchema, optional, ref, text } from '@daybook/connector-kit/push-parts';
import Type, { type Static } from 'typebox';
import { quickbooksType } from '../../quickbooks-type.ts';
import type { QboMeta, QboRef } from '../../wire.ts';
import { tracking } from '../documents.ts';
import { day, dayToSend, namedRef, present, refTo } from '../values.ts';

type QboJournalLine = {
  Description?: string;
  Amount?: number;
  JournalEntryLineDetail?: {
    PostingType: 'Debit' | 'Credit';
    AccountRef?: QboRef;
    ClassRef?: QboRef;
    DepartmentRef?: QboRef;
  };
};
type QboJournalEntry = QboMeta & {
  TxnDate: string;
  DocNumber?: string;
  PrivateNote?: string;
  CurrencyRef?: QboRef;
  Line?: QboJournalLine[];
};

const lineSchema = closed({
  description: optional(text(4000)),
  accountRef: ref('The id of an account.'),
  netAmount: Type.Number({ description: 'Debits are positive, and credits are negative. The sum must be 0.' }),
});
const schema = closed({
  postedOn: daySchema('The date of the entry.'),
  description: optional(text(4000)),
  reference: optional(text(21)),
  journalLines: Type.Array(lineSchema, { minItems: 2, maxItems: 750 }),
});

/** QuickBooks takes amounts without a sign, and says for each whether it is a debit or a credit. */
function lineBody({ description, accountRef, netAmount }: Static<typeof lineSchema>) {
  const digits = JSON.stringify(netAmount);
  const isCredit = signOf(digits) < 0;
  return {
    Description: description,
    Amount: isCredit ? amountOf(negate(digits)) : netAmount,
    DetailType: 'JournalEntryLineDetail',
    JournalEntryLineDetail: { PostingType: isCredit ? 'Credit' : 'Debit', AccountRef: refTo(accountRef) },
  };
}

/** Journal entries that people and apps have made. What QuickBooks posts for other transactions is not among them. */
export const journalEntries = quickbooksType({
  dataType: 'journalEntries',
  entity: 'JournalEntry',
  map: (wire: QboJournalEntry) => ({
    postedOn: day(wire.TxnDate),
    description: present(wire.PrivateNote),
    reference: present(wire.DocNumber),
    journalLines: (wire.Line ?? []).flatMap(({ Description, Amount = 0, JournalEntryLineDetail: detail }) => {
      if (!detail?.AccountRef) return [];
      return {
        description: present(Description),
        accountRef: namedRef(detail.AccountRef) ?? { id: '' },
        netAmount: detail.PostingType === 'Credit' ? amountOf(negate(JSON.stringify(Amount))) : Amount,
        currency: wire.CurrencyRef?.value,
        tracking: tracking(detail.ClassRef, detail.DepartmentRef),
      };
    }),
  }),
  push: {
    operations: allOperations(schema),
    undo: undoBy.delete,
    choices: { 'journalLines.*.accountRef.id': 'accounts' },
    body: (record: Static<typeof schema>) => ({
      TxnDate: dayToSend(record.postedOn),
      DocNumber: record.reference,
      PrivateNote: record.description,
      Line: record.journalLines.map(lineBody),
    }),
    fields: {
      AccountRef: 'journalLines.0.accountRef.id',
      Line: 'journalLines',
      TxnDate: 'postedOn',
      DocNumber: 'reference',
      PrivateNote: 'description',
    },
  },
});
