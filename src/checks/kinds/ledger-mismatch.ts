import type { Db } from '../../db/db.ts';
import type { Candidate, Outcome } from './check-kind.ts';
import { compareSums, type Side } from './ledger-sums.ts';

/**
 * The names are only used for platforms that do not say which accounts these are (`role` of an account): in English,
 * German, Dutch and French.
 */
const receivables: Side = {
  documents: 'invoices',
  notes: 'creditNotes',
  open: ['submitted', 'partiallypaid'],
  role: 'Receivables',
  names:
    '(trades?|accounts?) (debtors|receivables?)|^(receivables|debtors)$|debtors control|^debit(oren|eure?n)|forderungen aus lieferungen|^clients$|^créances clients',
  sign: 1,
};
const payables: Side = {
  documents: 'bills',
  notes: 'billCreditNotes',
  open: ['open', 'submitted', 'partiallypaid'],
  role: 'Payables',
  names:
    '(trades?|accounts?) (creditors|payables?)|^(payables|creditors)$|creditors control|^(kreditoren|crediteuren)|verbindlichkeiten aus lieferungen|^fournisseurs$|^dettes fournisseurs',
  sign: -1,
};

export const receivablesMismatch = (ctx: { read: Db['read'] }, of: Candidate) => compare(ctx, of, receivables);
export const payablesMismatch = (ctx: { read: Db['read'] }, of: Candidate) => compare(ctx, of, payables);

export const otherRound = 'The data sets were not read in the same round.';

/** Compares sums of the candidate and of what readers see of the other data sets. */
async function compare({ read }: { read: Db['read'] }, of: Candidate, side: Side): Promise<Outcome> {
  const [sums] = await read(of.accountId, compareSums(of, side), { withinMs: checkMs });
  const name = side.role.toLowerCase();
  // A balance sheet only takes part if the accounts have no balances of their own.
  if (of.dataType === 'balanceSheet' && !sums?.isReported) return 'notConcerned';
  if (!sums || sums.isApart) return { skipped: otherRound };
  if (sums.controls === 0) return { skipped: `No account is known to hold the ${name}.` };
  if (sums.currencies > 1) return { skipped: `The accounts that hold the ${name} have several currencies.` };
  if (sums.ledger === null) return { skipped: `The accounts that hold the ${name} have no balance.` };
  if (!sums.isTooMuch) return { found: 0, records: [] };
  const open = `${sums.documents}${sums.notes === '0' ? '' : ` less ${sums.notes} of credit notes`}`;
  const message = `The open documents are ${open}, so the ${name} account should be ${sums.expected}, but it is ${sums.ledger}: a difference of ${sums.difference}.`;
  return { found: 1, records: [{ message }] };
}

/** The longest time for one statement of a check. A check that takes longer is skipped. */
export const checkMs = 15_000;
