import type { Clock } from '../base/clock.ts';
import { notFound } from '../base/errors.ts';
import { scopeMissing } from '../http/access/access-refusals.ts';
import { taggedReply } from '../http/etag.ts';
import { type Route, route } from '../http/route.ts';
import { type ListContext, readPage } from '../lists/page/read-page.ts';
import { ListQuery, Page } from '../lists/wire.ts';
import { createQuery } from './create-query.ts';
import { StandingQuery, standingQueryList, standingQueryStatement } from './query-list.ts';
import { removeQuery } from './store.ts';
import { StandingQueryInput, StandingQueryParams } from './wire.ts';

export type StandingContext = ListContext & { clock: Clock; config: { standingQueriesPerAccount: number } };

const noQuery = () => notFound({ resource: 'standing query', service: 'webhooks' });

/** Filters over a data type, whose consumer is told about the records that enter, change in or leave them. */
export function standingQueryRoutes(ctx: StandingContext): Route[] {
  const tag = 'Standing queries';
  const scope = 'webhooks';
  const base = '/webhooks/standingQueries';
  const one = (description: string) => ({ description, schema: StandingQuery });
  return [
    route({
      tag,
      method: 'GET',
      path: base,
      operationId: 'listStandingQueries',
      summary: 'List standing queries',
      scope,
      query: ListQuery,
      answers: {
        200: {
          description: 'A page of standing queries',
          schema: Page(StandingQuery, 'A page of standing queries'),
          headers: ['ETag'],
        },
      },
      async read(call) {
        const { accountId } = call.principal;
        const { body } = await readPage(ctx, standingQueryList(accountId), { ...call, accountId });
        return taggedReply(call, body);
      },
    }),
    route({
      tag,
      method: 'POST',
      path: base,
      operationId: 'createStandingQuery',
      summary: 'Create a standing query',
      description:
        'From now on, the consumer gets `standingQuery.matched` after each published generation in which records enter the filter, change in it or leave it, with both versions of each record. A query that compares a date with `today` is also told when a record enters or leaves it because a day begins (UTC). Records that match already are not told. An API key also needs the scope `read`. An account can have at most 10,000 standing queries, unless the operator has set another limit. Creating more returns 409.',
      scope,
      body: StandingQueryInput,
      answers: { 201: one('The standing query') },
      refusals: [409],
      async write(tx, { principal, body }) {
        if (principal.person === null && !principal.scopes.includes('read')) throw scopeMissing({ scope: 'read' });
        const standingQueryId = await createQuery(ctx, tx, body);
        const { rows } = await standingQueryStatement({ accountId: tx.accountId, standingQueryId }).execute(tx);
        return { status: 201, json: rows[0]?.json ?? '' };
      },
    }),
    route({
      tag,
      method: 'GET',
      path: `${base}/{standingQueryId}`,
      operationId: 'getStandingQuery',
      summary: 'Get a standing query',
      scope,
      params: StandingQueryParams,
      answers: { 200: { ...one('The standing query'), headers: ['ETag'] } },
      refusals: [404],
      async read(call) {
        const { accountId } = call.principal;
        const [row] = await ctx.db.read(accountId, standingQueryStatement({ accountId, ...call.params }));
        if (!row) throw noQuery();
        return taggedReply(call, row.json);
      },
    }),
    route({
      tag,
      method: 'DELETE',
      path: `${base}/{standingQueryId}`,
      operationId: 'deleteStandingQuery',
      summary: 'Delete a standing query',
      description: 'Its messages stay in the message log, and pending ones are still sent.',
      scope,
      params: StandingQueryParams,
      answers: { 204: { description: 'Deleted' } },
      refusals: [404],
      async write(tx, { params }) {
        if (!(await removeQuery(tx, params.standingQueryId))) throw noQuery();
        return { status: 204 };
      },
    }),
  ];
}
