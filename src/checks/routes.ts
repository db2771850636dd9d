import { keyTooNarrow } from '../base/errors.ts';
import { CompanyParams } from '../companies/wire.ts';
import type { Db } from '../db/db.ts';
import { taggedReply } from '../http/etag.ts';
import { type Route, route } from '../http/route.ts';
import { type ListContext, readPage } from '../lists/page/read-page.ts';
import { ListQuery, Page } from '../lists/wire.ts';
import { readHeldDiff } from './read-held-diff.ts';
import { readQuality } from './read-quality.ts';
import { QualityRun, runList } from './run-list.ts';
import { effectiveChecks, requireChecks } from './settings.ts';
import { readSettings, replaceSettings } from './store.ts';
import { CheckSettings, CheckSettingsChange, HeldDiff, HeldDiffQuery, HeldParams, Quality } from './wire.ts';

const tag = 'Quality';
const settingsAnswers = { 200: { description: 'Every check', schema: CheckSettings } };

/** Checks of a generation before it is published: their levels, their results, and what is held. */
export function checkRoutes(ctx: ListContext & { db: Db }): Route[] {
  return [...settingsRoutes(ctx), ...qualityRoutes(ctx)];
}

function settingsRoutes(ctx: { db: Db }): Route[] {
  return [
    route({
      method: 'GET',
      path: '/profile/checks',
      operationId: 'getChecks',
      tag,
      summary: "Get the levels of the account's checks",
      description:
        'Checks examine what a sync has read before it is published. The level of a check says what happens if it finds something.',
      scope: 'read',
      answers: settingsAnswers,
      async read({ principal: { accountId } }) {
        const stored = await readSettings((wanted) => ctx.db.read(accountId, wanted), accountId);
        return { body: { checks: effectiveChecks(stored) } };
      },
    }),
    route({
      method: 'PUT',
      path: '/profile/checks',
      operationId: 'replaceChecks',
      tag,
      summary: "Replace the levels of the account's checks",
      description:
        'Applies to all companies, from the next sync on. Checks that are not listed get their defaults. A generation that is already held stays held.',
      scope: 'manage',
      body: CheckSettingsChange,
      answers: settingsAnswers,
      async write(tx, { principal, body }) {
        if (principal.companyTags)
          throw keyTooNarrow({
            reason: 'this API key is limited to some companies, but these settings apply to all companies.',
          });
        const read = async () =>
          effectiveChecks(await readSettings(async (wanted) => (await wanted.execute(tx)).rows, tx.accountId));
        const before = await read();
        await replaceSettings(tx, requireChecks(body));
        return { body: { checks: await read() }, before: { checks: before } };
      },
    }),
  ];
}

function qualityRoutes(ctx: ListContext & { db: Db }): Route[] {
  return [
    route({
      method: 'GET',
      path: '/companies/{companyId}/quality',
      operationId: 'getQuality',
      tag,
      summary: 'Get the quality of the data of a company',
      description:
        'Returns the latest result of each check of each data set, with the records concerned, and the generations that wait for a person because a check holds them.',
      scope: 'read',
      params: CompanyParams,
      answers: { 200: { description: 'Results and held generations', schema: Quality, headers: ['ETag'] } },
      async read(call) {
        const { accountId } = call.principal;
        const quality = await readQuality(ctx, { accountId, companyId: call.params.companyId });
        return taggedReply(call, JSON.stringify(quality));
      },
    }),
    route({
      method: 'GET',
      path: '/companies/{companyId}/quality/history',
      operationId: 'listQualityRuns',
      tag,
      summary: 'List results of checks over time',
      description:
        'Returns the newest results first. There is one entry for each generation that was checked, and one each time a generation was held. A sync that changes nothing runs no checks.',
      scope: 'read',
      params: CompanyParams,
      query: ListQuery,
      answers: {
        200: { description: 'A page of results', schema: Page(QualityRun, 'A page of results'), headers: ['ETag'] },
      },
      async read(call) {
        const { accountId } = call.principal;
        const list = runList({ accountId, companyId: call.params.companyId });
        const { body } = await readPage(ctx, list, { ...call, accountId });
        return taggedReply(call, body);
      },
    }),
    route({
      method: 'GET',
      path: '/companies/{companyId}/data/history/{syncId}/diff',
      operationId: 'getHeldDiff',
      tag,
      summary: 'Get what a held sync would change',
      description:
        'Compares the held generation with the one that readers see. Only for a sync that a check holds: `POST …/confirm` publishes it, `POST …/cancel` rejects it.',
      scope: 'read',
      params: HeldParams,
      query: HeldDiffQuery,
      answers: { 200: { description: 'The changes', schema: HeldDiff } },
      refusals: [409],
      async read({ principal: { accountId }, params, query }) {
        return { json: await readHeldDiff(ctx, accountId, { ...params, after: query.after }) };
      },
    }),
  ];
}
