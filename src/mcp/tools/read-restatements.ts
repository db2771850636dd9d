import Type from 'typebox';
import { path } from '../call-operation.ts';
import { tool } from '../tool.ts';
import { companyId } from './inputs.ts';

const optional = (description: string) => Type.Optional(Type.String({ maxLength: 40, description }));

export const readRestatements = tool({
  name: 'read_restatements',
  title: 'Read what was changed backwards',
  description:
    'Compares what the books of a company said about a closed period at an earlier moment with what they say now. Returns how many records were added, changed, deleted or backdated, by how much for each currency, what the financial statements said then and say now, and the first restated records. "missing" names the data sets that could not be compared. The moment is a time (versions are kept for about a week) or a snapshot.',
  input: Type.Object(
    {
      companyId,
      from: optional('The earlier moment, such as 2026-10-05T00:00:00Z. Either this or fromSnapshot.'),
      fromSnapshot: optional('Id of a snapshot of the company that was taken at the earlier moment.'),
      to: optional('The later moment; the newest state by default.'),
      toSnapshot: optional('Id of a snapshot of the company, instead of to.'),
      closedOn: optional('Last day of the closed period, such as 2026-09-30. The default is the day before from.'),
      closedFrom: optional('First day of the closed period.'),
      query: Type.Optional(
        Type.String({
          maxLength: 500,
          description: 'Filter of the restated records, such as change=deleted && dataType=invoices.',
        }),
      ),
      records: Type.Optional(
        Type.Integer({ minimum: 0, maximum: 100, default: 20, description: 'How many records; 20 by default.' }),
      ),
    },
    { additionalProperties: false },
  ),
  async run({ call }, { companyId: company, query, records: wanted = 20, ...given }) {
    const { body } = await call({ path: path`/companies/${company}/restatements`, query: given });
    const { _links: links, ...summary } = body;
    const statements = summary.statements.map(({ periods, ...one }: { periods: { change: string }[] }) => ({
      ...one,
      periods: periods.filter(({ change }) => change !== 'unchanged'),
    }));
    if (wanted === 0) return { data: { ...summary, statements }, rest: 'Ask for a shorter period.' };
    const states = new URL(links.records.href).searchParams.get('states') ?? undefined;
    const listed = await call({
      path: path`/companies/${company}/restatements/records`,
      query: { ...given, query, states, pageSize: wanted },
    });
    const { results, totalResults } = listed.body;
    return {
      data: { ...summary, statements, records: results, totalRecords: totalResults },
      rest: 'Ask for fewer records, a shorter period, or narrow them with query.',
    };
  },
});
