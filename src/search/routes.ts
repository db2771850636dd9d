import { firstIdAt } from '../base/id-times.ts';
import { isUuid } from '../base/ids.ts';
import { requireCompany } from '../companies/require-company.ts';
import type { Db } from '../db/db.ts';
import { type Route, route } from '../http/route.ts';
import { oldestLoggedMs } from '../logs/log-days.ts';
import { type KeptContext, oldestKeptId } from '../webhooks/messages/id-range.ts';
import { findById } from './find-by-id.ts';
import { findCompanies, findConsumers } from './find-by-text.ts';
import { findRecords } from './find-records.ts';
import { type HitRow, seekerOf } from './seeker.ts';
import { limitDefault, type SearchHit, SearchQuery, SearchResult } from './wire.ts';

export type SearchContext = KeptContext & { db: Db; config: { requestLogDays: number } };

export function searchRoutes(ctx: SearchContext): Route[] {
  return [
    route({
      method: 'GET',
      path: '/search',
      operationId: 'search',
      tag: 'Overview',
      summary: 'Search the account',
      description:
        'Finds a few hits at once, for a search field: companies and consumers by any part of their names; anything by its complete id; with `companyId`, the records of that company by id, and its newest 2,000 records of each data type by number or name. Texts of one or two letters find companies whose names begin with them. Returns only what the caller may read: messages and consumers need the scope `webhooks`, and audit entries and requests the role `administrator`. Use the lists to get everything that matches.',
      scope: 'read',
      query: SearchQuery,
      answers: { 200: { description: 'The hits', schema: SearchResult } },
      refusals: [404],
      async read({ principal, query }) {
        const { companyId, limit = limitDefault } = query;
        const text = query.q.trim();
        const seeker = seekerOf(principal, {
          oldestMessageId: oldestKeptId(ctx),
          oldestRequestId: firstIdAt(oldestLoggedMs(ctx, ctx.config.requestLogDays)),
        });
        if (companyId !== undefined) await requireCompany(ctx, principal, companyId);
        const wanted = { text, limit };
        const groups = await Promise.all([
          isUuid(text) ? findById(ctx, seeker, text.toLowerCase()) : findCompanies(ctx, seeker, wanted),
          companyId === undefined ? [] : findRecords(ctx, { accountId: seeker.accountId, companyId, ...wanted }),
          isUuid(text) ? [] : findConsumers(ctx, seeker, wanted),
        ]);
        const isCut = groups.some((rows) => rows.length >= limit);
        return { body: { hits: groups.flat().map(toHit), isCut } };
      },
    }),
  ];
}

function toHit({ at, ...row }: HitRow): SearchHit {
  const present = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
  return { ...present, ...(at && { at: new Date(at).toISOString() }) } as SearchHit;
}
