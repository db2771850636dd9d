import { undoBy } from '@daybook/connector-kit';
import { allOperations, closed, day, optional, ref, text } from '@daybook/connector-kit/push-parts';
import Type, { type Static } from 'typebox';
import { readDay } from '../../xero-dates.ts';
import { xeroType } from '../../xero-type.ts';
import { tracking, type XeroTracking } from '../documents.ts';
import { accountRef, dayOf, present } from '../values.ts';

type XeroJournal = {
  ManualJournalID: string;
  Status: string;
  Narration?: string;
  Date?: string;
  JournalLines?: {
    LineAmount: number;
    AccountCode?: string;
    AccountID?: string;
    Description?: string;
    Tracking?: XeroTracking[];
  }[];
};

const schema = closed({
  postedOn: day('The date of the entry.'),
  description: text(4000),
  journalLines: Type.Array(
    closed({
      description: optional(text(4000)),
      accountRef: ref('The id (code) of an account that is not a bank account.'),
      netAmount: Type.Number({ description: 'Debits are positive, and credits are negative. The sum must be 0.' }),
    }),
    { minItems: 2, maxItems: 1000 },
  ),
});

/**
 * Xero's manual journals. What Xero posts for invoices, payments and so on is not among them: Xero offers these
 * postings only to apps of its highest price tier. A draft is not part of the ledger, and a voided journal no longer.
 */
export const journalEntries = xeroType({
  dataType: 'journalEntries',
  endpoint: 'ManualJournals',
  id: (wire: XeroJournal) => wire.ManualJournalID,
  orderBy: 'ManualJournalID',
  isDated: true,
  tellsDeletions: true,
  belongs: (wire: XeroJournal) => wire.Status === 'POSTED',
  map: (wire: XeroJournal) => ({
    postedOn: readDay(wire.Date ?? '/Date(0)/'),
    description: present(wire.Narration),
    journalLines: (wire.JournalLines ?? []).map((line) => ({
      description: present(line.Description),
      accountRef: accountRef(line.AccountCode || line.AccountID) ?? { id: '' },
      netAmount: line.LineAmount,
      tracking: tracking(line.Tracking),
    })),
  }),
  push: {
    // A posted journal at Xero is not deleted but voided.
    operations: allOperations(schema),
    removedStatus: 'VOIDED',
    undo: undoBy.delete,
    choices: { 'journalLines.*.accountRef.id': 'accounts' },
    body: (record: Static<typeof schema>) => ({
      Narration: record.description,
      Date: dayOf(record.postedOn),
      LineAmountTypes: 'NoTax',
      Status: 'POSTED',
      JournalLines: record.journalLines.map((line) => ({
        Description: line.description,
        AccountCode: line.accountRef.id,
        LineAmount: line.netAmount,
      })),
    }),
    complaints: [
      { pattern: /account/i, field: 'journalLines.0.accountRef.id' },
      { pattern: /debits|lines/i, field: 'journalLines' },
      { pattern: /narration/i, field: 'description' },
      { pattern: /date/i, field: 'postedOn' },
    ],
  },
});
