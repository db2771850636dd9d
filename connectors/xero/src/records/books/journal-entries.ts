import { readDay } from '../../xero-dates.ts';
import { xeroType } from '../../xero-type.ts';
import { tracking, type XeroTracking } from '../documents.ts';
import { accountRef, present } from '../values.ts';

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
});
