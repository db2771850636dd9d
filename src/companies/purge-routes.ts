import { sql } from 'kysely';
import Type from 'typebox';
import { keyTooNarrow } from '../base/errors.ts';
import { taggedReply } from '../http/etag.ts';
import { type Route, route } from '../http/route.ts';
import { column, columns } from '../lists/columns.ts';
import { countedList } from '../lists/page/counted-list.ts';
import { pinnedVersions } from '../lists/page/pin.ts';
import { type List, type ListContext, readPage } from '../lists/page/read-page.ts';
import { ListQuery, Page, uuid } from '../lists/wire.ts';

const purgeColumns = columns({
  companyId: column(sql`p.company_id`, uuid),
  requested: column(
    sql`p.requested_at`,
    Type.String({ format: 'date-time', description: 'When the company was deleted.' }),
  ),
  purged: column(
    sql`p.purged_at`,
    Type.Optional(
      Type.String({ format: 'date-time', description: 'When all data was erased. Absent during the purge.' }),
    ),
  ),
  erased: column(
    sql`coalesce(p.erased, '{}')::text`,
    Type.Record(Type.String(), Type.Integer({ minimum: 0 }), {
      description: 'Number of rows erased so far, by kind. Each version of a record counts as a record.',
    }),
  ),
});
const Purge = Type.Object(purgeColumns.shape, { title: 'Purge' });

export function purgeRoutes(ctx: ListContext): Route[] {
  return [
    route({
      method: 'GET',
      path: '/purges',
      operationId: 'listPurges',
      tag: 'Companies',
      summary: 'List purges of deleted companies',
      description:
        'Lists the receipts of deleted companies. A receipt shows how many rows were erased, and when. Receipts are never deleted. Use `query=companyId=…` to find the receipt of one company.',
      scope: 'read',
      query: ListQuery,
      answers: {
        200: { description: 'A page of purges', schema: Page(Purge, 'A page of purges'), headers: ['ETag'] },
      },
      async read(call) {
        const { accountId, companyTags } = call.principal;
        // Reject every key that is limited to tags. The tags of a company are erased with it, so they can no longer be
        // compared with those of the key.
        if (companyTags)
          throw keyTooNarrow({ reason: 'a key that is limited to companies with certain tags cannot read purges.' });
        const { body } = await readPage(ctx, purgeList(accountId), { ...call, accountId });
        return taggedReply(call, body);
      },
    }),
  ];
}

const pastPurges = (accountId: string) =>
  ({ table: 'purge_receipt', alias: 'p', id: 'company_id', scopeId: accountId, accountId }) as const;

function purgeList(accountId: string): List {
  const own = sql<boolean>`p.account_id = ${accountId}::uuid`;
  return countedList({
    name: 'purges',
    from: sql`purge_receipt p`,
    pinned: pinnedVersions(pastPurges(accountId)),
    scope: own,
    record: purgeColumns.json,
    fields: purgeColumns.fields,
    key: { expression: sql`p.company_id`, type: sql`uuid`, descending: false },
  });
}
