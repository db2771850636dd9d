import { amountOf, negate } from '@daybook/connector-kit';
import { quickbooksType } from '../../quickbooks-type.ts';
import type { QboMeta, QboRef } from '../../wire.ts';
import { tracking } from '../documents.ts';
import { day, namedRef, present } from '../values.ts';

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
});
