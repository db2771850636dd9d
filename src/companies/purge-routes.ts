import { sql } from 'kysely';
import Type from 'typebox';
import { keyTooNarrow } from '../base/errors.ts';
import { taggedReply } from '../http/etag.ts';
import { type Route, route } from '../http/route.ts';
import { columnFields } from '../lists/fields.ts';
import { jsonObject, jsonPlain, jsonTime } from '../lists/json-text.ts';
import { countedList } from '../lists/page/counted-list.ts';
import { pinnedVersions } from '../lists/page/pin.ts';
import { type List, type ListContext, readPage } from '../lists/page/read-page.ts';
import { ListQuery, Page } from '../lists/wire.ts';

const Purge = Type.Object(
  {
    companyId: Type.String({ format: 'uuid' }),
    requested: Type.String({ format: 'date-time', description: 'When the company was deleted.' }),
    purged: Type.Optional(
      Type.String({ format: 'date-time', description: 'When all data was erased. Absent during the purge.' }),
    ),
    erased: Type.Record(Type.String(), Type.Integer({ minimum: 0 }), {
      description: 'Number of rows erased so far, by kind. Each version of a record counts as a record.',
    }),
  },
  { title: 'Purge' },
);

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
        // The tags were erased with the company, so they can no longer be compared with the tags of the key.
        if (companyTags) throw keyTooNarrow({ reason: 'only keys that are not limited to tags can read purges.' });
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
    record: jsonObject([
      { name: 'companyId', json: jsonPlain(sql`p.company_id`) },
      { name: 'requested', json: jsonTime(sql`p.requested_at`) },
      { name: 'purged', json: jsonTime(sql`p.purged_at`), absent: sql`p.purged_at is null` },
      { name: 'erased', json: sql`coalesce(p.erased, '{}')::text` },
    ]),
    fields: columnFields({
      companyId: { kind: 'uuid', column: sql`p.company_id`, required: true },
      requested: { kind: 'time', column: sql`p.requested_at`, required: true },
      purged: { kind: 'time', column: sql`p.purged_at` },
    }),
    key: { expression: sql`p.company_id`, type: sql`uuid`, descending: false },
  });
}
