import Type, { type Static } from 'typebox';
import { CompanyParams } from '../companies/wire.ts';
import { dataTypes } from '../data-types/catalogue.ts';
import { type Call, type Reply, type Route, route } from '../http/route.ts';
import { feedStart, readBookmark, writeBookmark } from './bookmark.ts';
import type { ChangePage, ChangeRequest } from './changes.ts';
import { awaitChanges, changeEvents, type FollowContext } from './follow-changes.ts';

const limitDefault = 100;
const limitMax = 5000;
/** Below the idle time of common load balancers. */
const waitMax = 55;

const ChangesQuery = Type.Object(
  {
    after: Type.Optional(
      Type.String({
        maxLength: 6000,
        description:
          '`next` or a `cursor` of an earlier answer; `latest` for what comes from now on. Left out: from the beginning, where each record comes at least with its newest version.',
      }),
    ),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: limitMax, default: limitDefault, description: 'Changes in one answer.' }),
    ),
    wait: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: waitMax,
        default: 0,
        description: 'Seconds to wait where there is nothing new; the answer comes as soon as something is published.',
      }),
    ),
    dataType: Type.Optional(
      Type.Enum(
        dataTypes.map(({ name }) => name),
        { description: 'Only changes of this data type.' },
      ),
    ),
    include: Type.Optional(
      Type.Enum(['none', 'record', 'sourceData'], {
        default: 'record',
        description:
          '`record`: each change with the record as it became; `sourceData`: and with what the provider sent; `none`: only what changed.',
      }),
    ),
  },
  { additionalProperties: false },
);
type ChangesQuery = Static<typeof ChangesQuery>;

const Change = Type.Object(
  {
    cursor: Type.String({ description: 'Given as `after`, the feed goes on behind this change. Opaque.' }),
    change: Type.Enum(['added', 'updated', 'deleted'], {
      description: '`deleted` at the provider: the record stays readable. New values may appear.',
    }),
    companyId: Type.String({ format: 'uuid' }),
    connectionId: Type.String({ format: 'uuid' }),
    dataType: Type.String(),
    id: Type.String({ description: 'Of the record.' }),
    generation: Type.Integer({ description: 'Of its data set.' }),
    syncId: Type.Optional(Type.String({ format: 'uuid', description: 'The sync that brought it.' })),
    pushId: Type.Optional(Type.String({ format: 'uuid', description: 'The push that brought it, instead of a sync.' })),
    publishedAt: Type.String({ format: 'date-time' }),
    record: Type.Optional(
      Type.Object(
        { id: Type.String(), metadata: Type.Object({ isDeleted: Type.Boolean() }) },
        { description: 'As lists of its data type show it.' },
      ),
    ),
  },
  { title: 'Change' },
);

const Link = Type.Object({ href: Type.String() });

const Changes = Type.Object(
  {
    results: Type.Array(Change),
    next: Type.String({
      description: 'Given as `after`, the feed goes on behind this answer; also where it is empty.',
    }),
    hasMore: Type.Boolean({ description: 'There is more already: ask again at once.' }),
    _links: Type.Object({ self: Link, current: Link, next: Link }),
  },
  { description: 'Changes in the order in which they were published' },
);

const description =
  'Over all data types, in the order of publication; within a publication by identifier. Reading on from `next` misses nothing and repeats nothing. ' +
  'A version that was replaced is kept for some days and then left out; the newest version of every record stays. Records of deleted companies and connections vanish without a change. ' +
  '`wait` makes it a long poll; with `Accept: text/event-stream` changes come as server-sent events (`id` is the cursor; `Last-Event-ID` goes on behind it).';

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
      summary: 'Changes of all companies',
      read: (call) => answer(call),
    }),
    route({
      ...parts,
      path: '/companies/{companyId}/changes',
      operationId: 'listCompanyChanges',
      summary: 'Changes of a company',
      params: CompanyParams,
      read: (call) => answer(call, call.params.companyId),
    }),
  ];
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
