import Type, { type Static } from 'typebox';
import { openValues } from '../base/open-values.ts';
import { Link, ListQuery, time, uuid } from '../lists/wire.ts';
import { restatedTypes } from './kinds.ts';

/** Schemas of restatements. Amounts are exact decimals and are never converted to another currency. */
const moment = (about: string) => Type.Optional(Type.String({ maxLength: 40, description: about }));
const ofSnapshot = (name: string) =>
  Type.Optional(
    Type.String({
      format: 'uuid',
      description: `Id of a snapshot of the company, instead of \`${name}\`: compares the states that it pins.`,
    }),
  );
const day = (description: string) => Type.Optional(Type.String({ format: 'date', description }));

const comparison = {
  from: moment(
    'ISO 8601 time: the first moment, for example when the period was closed. Either this or `fromSnapshot` is required. The response is 410 if the versions of that time are no longer kept.',
  ),
  fromSnapshot: ofSnapshot('from'),
  to: moment('ISO 8601 time: the second moment. The default is the newest published state.'),
  toSnapshot: ofSnapshot('to'),
  closedOn: day(
    'Last day of the closed period, in UTC. The default is the day before `from` (or before the day on which the snapshot was taken).',
  ),
  closedFrom: day('First day of the closed period. The default is the beginning of the books.'),
};
export const ComparisonQuery = Type.Object(comparison, { additionalProperties: false });
export type ComparisonQuery = Static<typeof ComparisonQuery>;

export const RecordsQuery = Type.Object(
  {
    ...ListQuery.properties,
    ...comparison,
    include: Type.Optional(
      Type.Literal('records', { description: 'Adds both versions of the record, as lists of its data type show it.' }),
    ),
    states: Type.Optional(
      Type.String({
        maxLength: 2000,
        description:
          'An opaque part of the links: the published states that are compared. Keeps the list on the states of the summary.',
      }),
    ),
  },
  { additionalProperties: false },
);

export const changes = ['added', 'changed', 'deleted', 'backdated'] as const;
export const aboutChange = openValues(
  '`backdated`: dated before the day of `from`, but at `from` it was not in the books or had a later date. `added`: not in the books at `from`, and dated on its day or later. `deleted`: no longer in the books: deleted, void or a draft again. `changed`: any other change, also of the date out of the period.',
);

const count = Type.Integer({ minimum: 0 });
const counts = { added: count, changed: count, deleted: count, backdated: count };
const amount = (description?: string) => Type.Number(description ? { description } : {});
const currency = Type.Optional(Type.String({ description: 'ISO 4217 code. Absent for amounts without a currency.' }));
const state = Type.Object(
  {
    generation: Type.Integer({ minimum: 1, description: 'Number of the published state.' }),
    publishedAt: time,
  },
  { title: 'RestatementState', description: '`before`: at the first moment. `after`: at the second moment.' },
);

const Moment = Type.Object(
  {
    at: Type.String({ format: 'date-time', description: 'The moment; for a snapshot, when it was taken.' }),
    snapshotId: Type.Optional(uuid),
  },
  { title: 'RestatementMoment' },
);

const RestatedType = Type.Object(
  {
    dataType: Type.String(),
    connectionId: uuid,
    before: state,
    after: state,
    ...counts,
    amounts: Type.Array(
      Type.Object({
        currency,
        added: amount('What added records have added to the amounts of the closed period.'),
        changed: amount('By how much changed records have changed these amounts.'),
        deleted: amount('What deleted records have taken away, as a negative number.'),
        backdated: amount(),
        difference: amount('The sum of these four.'),
      }),
      {
        description:
          'By currency: the total amount of a document or payment, the amount of a bank transaction or transfer, the debits of a journal entry. An entry in several currencies counts only in the numbers of records.',
      },
    ),
    months: Type.Array(
      Type.Object({
        month: Type.String({ description: 'A month such as `2026-09`, in UTC.' }),
        currency,
        records: Type.Integer({
          minimum: 1,
          description:
            'Restated records that are or were dated in the month: a record that was moved from one month to another counts in both.',
        }),
        ...counts,
        before: amount('Their amount in this month at the first moment.'),
        after: amount('Their amount in this month at the second moment.'),
        difference: amount(),
      }),
      { description: 'The same by the month in which the records are dated.' },
    ),
  },
  { title: 'RestatedDataType' },
);

const Line = Type.Object(
  {
    section: Type.String({ description: 'The member of the statement, such as `assets` or `netProfit`.' }),
    name: Type.String(),
    accountId: Type.Optional(Type.String()),
    isTotal: Type.Boolean({ description: 'Whether the line is the total of its section.' }),
    before: Type.Optional(amount('Absent if the statement had no such line.')),
    after: Type.Optional(amount('Absent if the statement has no such line.')),
    difference: amount(),
  },
  { title: 'RestatedLine' },
);

const RestatedStatement = Type.Object(
  {
    dataType: Type.String(),
    before: state,
    after: state,
    periods: Type.Array(
      Type.Object(
        {
          id: Type.String({ description: 'Identifier of the record.' }),
          from: Type.Optional(time),
          to: time,
          currency,
          change: Type.Enum(['unchanged', 'added', 'changed', 'deleted'], {
            description: openValues('Whether both moments have the statement of this period, with equal lines.'),
          }),
          lines: Type.Array(Line),
        },
        { title: 'RestatedPeriod' },
      ),
      {
        description:
          'The periods inside the closed period whose statement says something else now, and the latest one in any case; the latest first, at most 24.',
      },
    ),
    isCut: Type.Boolean({ description: 'Whether more periods have changed than are shown.' }),
  },
  { title: 'RestatedStatement' },
);

const Missing = Type.Object(
  {
    dataType: Type.String(),
    code: Type.String({
      description: openValues(
        'Why the data set cannot be compared: the code that reading its records returns, such as `dataTypeNotSupported` or `dataSetNotReady`; `dataSetNotReady` also if it had not been published at one of the moments; `dataSetNotInSnapshot` with a snapshot.',
      ),
    }),
    message: Type.String({ description: 'Why, and what to do.' }),
  },
  { title: 'RestatementMissing' },
);
export type Missing = Static<typeof Missing>;

export const Restatements = Type.Object(
  {
    from: Moment,
    to: Moment,
    closedFrom: Type.Optional(Type.String({ format: 'date' })),
    closedOn: Type.String({ format: 'date' }),
    ...counts,
    dataTypes: Type.Array(RestatedType, { description: 'The data sets that were compared.' }),
    statements: Type.Array(RestatedStatement, {
      description: 'What the financial statements of the platform said then and say now.',
    }),
    missing: Type.Array(Missing, {
      description: 'Data sets that cannot be compared. The response says nothing about their records.',
    }),
    _links: Type.Object({ records: Link }, { description: '`records` lists the restated records of the same states.' }),
  },
  { title: 'Restatements' },
);

export const dataTypeChoices = restatedTypes;
