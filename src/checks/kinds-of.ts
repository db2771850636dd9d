import type { RawBuilder } from 'kysely';
import type { CheckName } from './catalogue.ts';
import { type Candidate, type Outcome, scanMax } from './kinds/check-kind.ts';
import { duplicate, identities } from './kinds/duplicate.ts';
import { futureDate } from './kinds/future-date.ts';
import { checkMs, payablesMismatch, receivablesMismatch } from './kinds/ledger-mismatch.ts';
import { numberFields, numberingGap } from './kinds/numbering-gap.ts';
import { overpaidDocuments, overpaidPayments } from './kinds/overpaid.ts';
import { compareSources, readSamples } from './kinds/source-changed.ts';
import { unbalanced } from './kinds/unbalanced.ts';
import type { ChecksContext } from './to-check.ts';
import type { Finding } from './wire.ts';

type RunKind = (ctx: Pick<ChecksContext, 'db'>, of: Candidate) => Promise<Outcome>;
type Found = { found: number; records: Finding[] | null };

const oneStatement =
  (statement: (of: Candidate) => RawBuilder<Found>, isPartial: (of: Candidate) => boolean = () => false): RunKind =>
  async ({ db }, of) => {
    const [row] = await db.read(of.accountId, statement(of), { withinMs: checkMs });
    return { found: row?.found ?? 0, records: row?.records ?? [], ...(isPartial(of) && { isPartial: true }) };
  };

const dated = [
  'invoices',
  'bills',
  'creditNotes',
  'billCreditNotes',
  'payments',
  'billPayments',
  'journalEntries',
  'bankTransactions',
  'transfers',
];

const kinds: Record<Exclude<CheckName, 'massDeletion' | 'unusualChange'>, { of: readonly string[]; run: RunKind }> = {
  unbalanced: { of: ['journalEntries'], run: oneStatement(unbalanced) },
  receivablesMismatch: {
    of: ['invoices', 'creditNotes', 'accounts', 'balanceSheet'],
    run: ({ db }, of) => receivablesMismatch(db, of),
  },
  payablesMismatch: {
    of: ['bills', 'billCreditNotes', 'accounts', 'balanceSheet'],
    run: ({ db }, of) => payablesMismatch(db, of),
  },
  overpaid: {
    of: ['payments', 'billPayments', 'invoices', 'bills'],
    run: (ctx, of) => (of.dataType.endsWith('ayments') ? overpaidByPayments(ctx, of) : overpaidByOwn(ctx, of)),
  },
  numberingGap: { of: Object.keys(numberFields), run: oneStatement(numberingGap) },
  duplicate: { of: Object.keys(identities), run: oneStatement(duplicate) },
  sourceChanged: {
    of: [],
    async run({ db }, of) {
      const samples = await db.read(of.accountId, readSamples(of), { withinMs: checkMs });
      return compareSources(samples, { at: of.at, previous: of.previous?.records ?? [] });
    },
  },
  futureDate: { of: dated, run: oneStatement(futureDate) },
};

const overpaidByPayments = oneStatement(overpaidPayments, ({ total }) => total > scanMax);
const overpaidByOwn = oneStatement(overpaidDocuments);

export const kindsOf = (check: CheckName): RunKind => {
  if (check === 'massDeletion' || check === 'unusualChange') throw new Error(`${check} is not one statement.`);
  return kinds[check].run;
};

const reports = ['info', 'balanceSheet', 'profitAndLoss', 'cashFlowStatement'];

/** The checks of a data type, without `massDeletion`, which is part of a sync that reads everything. */
export function checksOf(dataType: string): CheckName[] {
  const own = Object.entries(kinds).filter(([, { of }]) => of.includes(dataType));
  const general: CheckName[] = reports.includes(dataType) ? ['sourceChanged'] : ['sourceChanged', 'unusualChange'];
  return [...own.map(([name]) => name as CheckName), ...general];
}
