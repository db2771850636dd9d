import { dataTypes } from '@daybook/connector-kit';
import Type, { type Static } from 'typebox';
import { inputInvalid } from '../../base/errors.ts';
import { openValues } from '../../base/open-values.ts';
import { remappedRecord } from '../../base/remapped.ts';
import { CompanyParams } from '../../companies/wire.ts';
import { type Call, type Reply, type Route, route } from '../../http/route.ts';
import { readInstant } from '../../lists/filter/filter-values.ts';
import { Link } from '../../lists/wire.ts';
import { feedStart, readBookmark, writeBookmark } from './bookmark.ts';
import type { ChangePage, ChangeRequest } from './changes.ts';
import { awaitChanges, changeEvents, type FollowContext } from './follow-changes.ts';

const limitDefault = 100;
const limitMax = 5000;
/** In seconds. This is below the idle timeout of common load balancers. */
const waitMax = 55;

const ChangesQuery = Type.Object(
  {
    after: Type.Optional(
      Type.String({
        maxLength: 6000,
        description:
          'Where to continue: `next` or a `cursor` from an earlier response, or `latest` to get only changes from now on. Without this parameter the feed starts at the beginning and contains at least the newest version of every record.',
      }),
    ),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: limitMax,
        default: limitDefault,
        description: 'Maximum number of changes per response.',
      }),
    ),
    wait: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: waitMax,
        default: 0,
        description:
          'Maximum number of seconds to wait if there are no new changes. The response is sent as soon as there is a change.',
      }),
    ),
    dataType: Type.Optional(
      Type.Enum(
        dataTypes.map(({ name }) => name),
        { description: 'Returns only changes of this data type.' },
      ),
    ),
    include: Type.Optional(
      Type.Enum(['none', 'record', 'sourceData'], {
        default: 'record',
        description:
          "With `record`, each change contains the new version of the record. With `sourceData`, it also contains the platform's own payload. With `none`, it contains only the identifiers.",
      }),
    ),
  },
  { additionalProperties: false },
);
const CompanyChangesQuery = Type.Object(
  {
    ...ChangesQuery.properties,
    syncId: Type.Optional(
      Type.String({
        format: 'uuid',
        description:
          'Returns only changes that this sync has published. Versions that have been replaced since then are included as long as they are retained.',
      }),
    ),
    since: Type.Optional(
      Type.String({
        maxLength: 40,
        description:
          'ISO 8601 time. Returns only changes that were published at this time or later. To continue after the response, send its `next` as `after`.',
      }),
    ),
  },
  { additionalProperties: false },
);
type ChangesQuery = Static<typeof CompanyChangesQuery>;

const Change = Type.Object(
  {
    cursor: Type.String({ description: 'Opaque value. Send it as `after` to continue after this change.' }),
    change: Type.Enum(['added', 'updated', 'deleted'], {
      description: openValues('`deleted`: the record was deleted on the platform, but you can still read it here.'),
    }),
    isRemapped: Type.Optional(
      Type.Boolean({
        description: remappedRecord,
      }),
    ),
    companyId: Type.String({ format: 'uuid' }),
    connectionId: Type.String({ format: 'uuid' }),
    dataType: Type.String(),
    id: Type.String({ description: 'Identifier of the record.' }),
    generation: Type.Integer({
      description: 'Number of the published state of the data set that introduced this change.',
    }),
    syncId: Type.Optional(Type.String({ format: 'uuid', description: 'The sync that published the change.' })),
    pushId: Type.Optional(
      Type.String({ format: 'uuid', description: 'The push that published the change, if no sync did.' }),
    ),
    publishedAt: Type.String({ format: 'date-time' }),
    record: Type.Optional(
      Type.Object(
        { id: Type.String(), metadata: Type.Object({ isDeleted: Type.Boolean() }) },
        { description: 'The record in the same form as in lists of its data type.', additionalProperties: true },
      ),
    ),
  },
  { title: 'Change' },
);

const Changes = Type.Object(
  {
    results: Type.Array(Change),
    next: Type.String({
      description: 'Send this value as `after` to continue after this response, even if the response is empty.',
    }),
    hasMore: Type.Boolean({ description: 'Whether there are more changes. If so, send the next request at once.' }),
    _links: Type.Object({ self: Link, current: Link, next: Link }),
  },
  { description: 'Changes in the order in which they were published' },
);

const description =
  'Returns changes of all data types in the order of publication. Changes of the same publication are sorted by identifier. A client that continues with `next` misses nothing and gets nothing twice. ' +
  'A replaced version stays in the feed for some days; the newest version of every record always stays. Records of deleted companies and connections disappear from the feed, and no change reports this. ' +
  '`wait` makes the request a long poll. With `Accept: text/event-stream`, changes are sent as server-sent events. The `id` of an event is its cursor; a request with this id in `Last-Event-ID` continues after the event.';

export function changeRoutes(ctx: FollowContext): Route[] {
  async function answer(call: Call<unknown, ChangesQuery>, companyId?: string): Promise<Reply> {
    const { query, principal } = call;
    const isStream = /\btext\/event-stream\b/i.test(call.header('accept') ?? '');
    const after = (isStream && call.header('last-event-id')) || query.after;
    const request = {
      scope: {
        accountId: principal.accountId,
        companyTags: principal.companyTags,
        ...(companyId !== undefined && { companyId }),
        ...(query.dataType !== undefined && { dataType: query.dataType }),
        ...(query.syncId !== undefined && { syncId: query.syncId }),
        ...(query.since !== undefined && { since: timeOf(query.since) }),
      },
      after: after === 'latest' ? after : after === undefined ? feedStart : readBookmark(after),
      content: query.include ?? 'record',
    } satisfies Partial<ChangeRequest>;
    if (isStream) {
      const headers = { 'content-type': 'text/event-stream; charset=utf-8', ...uncached, 'x-accel-buffering': 'no' };
      return { stream: changeEvents(ctx, call, request), headers };
    }
    const page = await awaitChanges(ctx, call, {
      ...request,
      form: 'json',
      limit: query.limit ?? limitDefault,
      waitMs: (query.wait ?? 0) * 1000,
    });
    return { json: envelope(call, page), headers: uncached };
  }

  const parts = {
    method: 'GET' as const,
    tag: 'Changes',
    description,
    scope: 'read' as const,
    query: ChangesQuery,
    refusals: [410],
    answers: { 200: { description: 'Changes', schema: Changes, eventStream: true } },
  } satisfies Partial<Route>;
  return [
    route({
      ...parts,
      path: '/changes',
      operationId: 'listChanges',
      summary: 'List changes of all companies',
      read: (call) => answer(call),
    }),
    route({
      ...parts,
      path: '/companies/{companyId}/changes',
      operationId: 'listCompanyChanges',
      summary: 'List changes of a company',
      params: CompanyParams,
      query: CompanyChangesQuery,
      read: (call) => answer(call, call.params.companyId),
    }),
  ];
}

function timeOf(text: string): string {
  const instant = readInstant(text);
  if (instant !== undefined) return instant;
  const message = `The parameter "since" must be a time such as 2026-01-31T12:00:00Z, not "${text}".`;
  throw inputInvalid({ items: [{ itemId: 'since', message }] });
}

const uncached = { 'cache-control': 'no-store' };

function envelope({ self, search }: { self: string; search: string }, page: ChangePage): string {
  const next = writeBookmark(page.next);
  const parameters = new URLSearchParams(search);
  parameters.set('after', next);
  const links = JSON.stringify({
    self: { href: self },
    current: { href: search ? `${self}?${search}` : self },
    next: { href: `${self}?${parameters}` },
  });
  return `{"results":[${page.text ?? ''}],"next":"${next}","hasMore":${page.hasMore},"_links":${links}}`;
}
