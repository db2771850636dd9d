import Type, { type Static } from 'typebox';
import { openValues } from '../base/open-values.ts';
import { snapshot } from '../data/read/parameters.ts';
import { time, uuid } from '../lists/wire.ts';

/** Schemas of the insights. Amounts are exact decimals and are never converted to another currency. */
const count = Type.Integer({ minimum: 0 });
const amount = (description?: string) => Type.Number(description ? { description } : {});
const currency = Type.Optional(
  Type.String({ description: 'ISO 4217 code. Absent for the records that have no currency.' }),
);
const month = Type.String({ description: 'A month such as `2026-10`, in UTC.' });

const Source = Type.Object(
  {
    dataType: Type.String(),
    connectionId: uuid,
    generation: Type.Integer({ minimum: 1, description: 'The published state that the figures were computed from.' }),
    publishedAt: time,
    lastSuccessfulSync: Type.Optional(
      Type.String({
        format: 'date-time',
        description:
          'When the data set was last read from the platform without an error, even if nothing had changed. Absent with `asOf`.',
      }),
    ),
  },
  { title: 'InsightSource' },
);

const Missing = Type.Object(
  {
    dataType: Type.String(),
    code: Type.String({
      description: openValues(
        'Why the data set cannot be read: the code that reading its records returns, such as `dataTypeNotSupported`, `dataSetNotRequested`, `dataSetNotReady` or `dataSetPermissionMissing`; `dataSetNotReady` also if it had not been published at the time `asOf`; `dataSetNotInSnapshot` with `snapshot`.',
      ),
    }),
    message: Type.String({ description: 'Why, and what to do.' }),
  },
  { title: 'InsightMissing' },
);
export type Missing = Static<typeof Missing>;

const Records = Type.Array(
  Type.Object({
    dataType: Type.String(),
    query: Type.String({ description: 'A filter for `query` of GET …/data/{dataType}.' }),
  }),
  {
    description:
      'Lists exactly the records that the figure was computed from (with the same `asOf` or `snapshot`, if you set it).',
  },
);

/** What every insight begins with. */
const moment = {
  date: Type.String({
    format: 'date',
    description:
      'The day of the figures, in UTC: today, the day of `asOf`, or the day on which the `snapshot` was taken.',
  }),
  sources: Type.Array(Source, { description: 'The data sets that were used.' }),
  missing: Type.Array(Missing, {
    description: 'Data sets that would contribute but cannot be read. The figures are computed without them.',
  }),
};

export const asOf = Type.Optional(
  Type.String({
    maxLength: 40,
    description:
      'ISO 8601 time. Computes the figures from what was published at that time. The response is 410 if that state is no longer retained.',
  }),
);
const months = Type.Optional(Type.Integer({ minimum: 1, maximum: 60, default: 12, description: 'Number of months.' }));
export const monthsOf = ({ months: given = 12 }: { months?: number | undefined }) => given;

export const AsOfQuery = Type.Object({ asOf, snapshot }, { additionalProperties: false });
export const MonthsQuery = Type.Object({ asOf, snapshot, months }, { additionalProperties: false });

const Cash = { month, date: Type.String({ format: 'date', description: 'The last day of the month.' }) };
const past = 'Absent if it cannot be known: the balance at the end of a month is the newest balance minus the later';
export const CashInsight = Type.Object(
  {
    ...moment,
    basis: Type.Optional(
      Type.Enum(['bankAccounts', 'accounts'], {
        description: openValues(
          '`accounts`: the company has no bankAccounts, so the balances are those of the ledger accounts with `isBankAccount`. Absent if neither can be read.',
        ),
      }),
    ),
    currencies: Type.Array(
      Type.Object({
        currency,
        balance: amount('Sum of the newest balances.'),
        accounts: count,
        months: Type.Array(
          Type.Object({
            ...Cash,
            balance: Type.Optional(amount(`${past} transactions, and all accounts must have earlier transactions.`)),
            unknownAccounts: Type.Integer({
              minimum: 0,
              description: 'Accounts whose balance at that time cannot be known.',
            }),
          }),
          { description: 'The ends of the last months, oldest first.' },
        ),
        records: Records,
      }),
    ),
    accounts: Type.Array(
      Type.Object({
        id: Type.String(),
        name: Type.String(),
        currency,
        balance: amount(),
        months: Type.Array(
          Type.Object({
            ...Cash,
            balance: Type.Optional(amount(`${past} transactions, and the account must have earlier transactions.`)),
          }),
        ),
        records: Records,
      }),
      { description: 'At most 200 accounts, by currency and balance, the largest first.' },
    ),
    isAccountsCut: Type.Boolean({ description: 'True if there are more accounts. `currencies` includes all of them.' }),
  },
  { title: 'CashInsight' },
);

const Result = {
  revenue: Type.Optional(amount()),
  costs: Type.Optional(amount()),
  result: Type.Optional(amount()),
};
export const RevenueInsight = Type.Object(
  {
    ...moment,
    basis: Type.Optional(
      Type.Enum(['profitAndLoss', 'documents'], {
        description: openValues(
          '`profitAndLoss`: the reports whose period is a calendar month; `costs` are cost of sales and expenses, `result` is the net profit that the platform reports. `documents`: there is no such report in these months, so `revenue` is invoices minus credit notes, `costs` is bills minus bill credit notes, both by issue date and without tax, and `result` is the difference. Drafts and void documents are left out. Absent if neither can be read.',
        ),
      }),
    ),
    currencies: Type.Array(
      Type.Object({
        currency,
        ...Result,
        months: Type.Array(Type.Object({ month, ...Result, records: Records }), {
          description:
            'One entry per month, oldest first. The current month is the last one and is incomplete. A figure is absent if there is no report for the month, or if its data set is missing.',
        }),
      }),
      { description: '`revenue`, `costs` and `result` are the sums over the months.' },
    ),
  },
  { title: 'RevenueInsight' },
);

export const ageBuckets = ['notDue', '1-30', '31-60', '61-90', 'over90'] as const;
export const AgeingInsight = Type.Object(
  {
    ...moment,
    currencies: Type.Array(
      Type.Object({
        currency,
        count,
        amount: amount('Sum of `amountDue` of all open documents.'),
        overdue: Type.Object({ count, amount: amount(), records: Records }),
        buckets: Type.Array(
          Type.Object({
            bucket: Type.Enum([...ageBuckets], {
              description: 'Days since the due date, or since the issue date if there is no due date.',
            }),
            count,
            amount: amount(),
            records: Records,
          }),
          { description: 'Always all five, in this order.' },
        ),
        records: Records,
      }),
    ),
  },
  { title: 'AgeingInsight' },
);

export const topMax = 100;
export const CustomersQuery = Type.Object(
  {
    asOf,
    snapshot,
    from: Type.Optional(
      Type.String({
        maxLength: 40,
        description: 'First day, such as 2026-01-01. Default: 12 months including this one.',
      }),
    ),
    to: Type.Optional(
      Type.String({
        maxLength: 40,
        description: 'The day after the last one. Default: tomorrow, so that today counts.',
      }),
    ),
    top: Type.Optional(
      Type.Integer({ minimum: 1, maximum: topMax, default: 10, description: 'Customers to list per currency.' }),
    ),
  },
  { additionalProperties: false },
);
const share = Type.Optional(
  Type.Number({
    description:
      'Part of the total of the currency, rounded to 6 decimals: 0.25 is a quarter. Absent if the total is not positive.',
  }),
);
export const CustomersInsight = Type.Object(
  {
    ...moment,
    from: time,
    to: time,
    currencies: Type.Array(
      Type.Object({
        currency,
        amount: amount('Invoices minus credit notes of all customers.'),
        customers: count,
        top: Type.Array(
          Type.Object({
            customerId: Type.Optional(
              Type.String({ description: 'Absent for the documents that name no customer; they are one entry.' }),
            ),
            name: Type.Optional(Type.String()),
            invoiced: amount(),
            credited: amount(),
            amount: amount('`invoiced` minus `credited`. The order is by this amount, the largest first.'),
            share,
            invoices: count,
            creditNotes: count,
            records: Records,
          }),
        ),
        others: Type.Object({ customers: count, amount: amount(), share }),
      }),
    ),
  },
  { title: 'CustomersInsight' },
);
