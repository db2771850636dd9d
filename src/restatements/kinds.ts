import { type RawBuilder, sql } from 'kysely';

/**
 * A data type whose records have a date at which they count in the books. `settled` are the fields that a later payment,
 * reconciliation or the like changes without changing what was booked.
 */
export type Kind = {
  dataType: string;
  /** Whether drafts and void documents are left out. */
  isDocument: boolean;
  settled: readonly string[];
  amount: RawBuilder<string | null>;
  currency: RawBuilder<string | null>;
};

/** Fields that do not say anything about the books. */
const ofStorage = ['modifiedDate', 'sourceModifiedDate', 'metadata'];

const kind = (dataType: string, given: Partial<Kind> = {}): Kind => ({
  dataType,
  isDocument: false,
  amount: sql`r.amount1`,
  currency: sql`r.payload ->> 'currency'`,
  ...given,
  settled: [...ofStorage, ...(given.settled ?? [])],
});

const paid = ['status', 'paidOnDate', 'paymentAllocations'];
const document = (dataType: string, due: string) => kind(dataType, { isDocument: true, settled: [...paid, due] });

const lines = sql`jsonb_array_elements(r.payload -> 'journalLines') l (line)`;
const oneCurrency = sql`count(distinct coalesce(l.line ->> 'currency', '')) <= 1`;

export const kinds: readonly Kind[] = [
  document('invoices', 'amountDue'),
  document('creditNotes', 'remainingCredit'),
  document('bills', 'amountDue'),
  document('billCreditNotes', 'remainingCredit'),
  kind('payments'),
  kind('billPayments'),
  // The amount is the sum of the debits. Nothing is added up over several currencies.
  kind('journalEntries', {
    amount: sql`(select case when ${oneCurrency} then coalesce(sum((l.line ->> 'netAmount')::numeric)
      filter (where (l.line ->> 'netAmount')::numeric > 0), 0) end from ${lines})`,
    currency: sql`(select case when ${oneCurrency} then max(l.line ->> 'currency') end from ${lines})`,
  }),
  // An earlier transaction changes the running balance of every later one.
  kind('bankTransactions', { settled: ['balance', 'reconciled'] }),
  kind('transfers', { currency: sql`r.payload #>> '{from,currency}'` }),
];

export const restatedTypes = kinds.map(({ dataType }) => dataType);
export const kindOf = (dataType: string) => kinds.find((one) => one.dataType === dataType);

/** A financial statement: one record for each period. `sections` are in the order of the statement. */
export type Statement = {
  dataType: string;
  sections: readonly string[];
  from: RawBuilder<Date>;
  to: RawBuilder<Date>;
};

const statement = (dataType: string, sections: string[], to = sql<Date>`r.date2`): Statement => ({
  dataType,
  sections,
  from: sql`r.date1`,
  to,
});

export const statements: readonly Statement[] = [
  statement('balanceSheet', ['assets', 'liabilities', 'equity', 'netAssets'], sql`r.date1`),
  statement('profitAndLoss', ['income', 'costOfSales', 'grossProfit', 'expenses', 'netProfit']),
  statement('cashFlowStatement', ['openingBalance', 'cashReceipts', 'cashPayments', 'netCashFlow', 'closingBalance']),
];

export const comparedTypes = [...restatedTypes, ...statements.map(({ dataType }) => dataType)];
