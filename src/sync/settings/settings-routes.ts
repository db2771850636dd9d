import type { Clock } from '../../base/clock.ts';
import { keyTooNarrow, notFound } from '../../base/errors.ts';
import { CompanyParams } from '../../companies/wire.ts';
import type { Registry } from '../../connectors/registry.ts';
import type { Db } from '../../db/db.ts';
import { type Route, route } from '../../http/route.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { refreshSchedules, refreshSchedulesJob } from '../schedule/refresh-schedules.ts';
import { lockCompanies } from '../schedule/schedule-store.ts';
import { effectiveSettings, requireSettings } from './settings.ts';
import { findSettings, saveAccountSettings, saveCompanySettings, settingsStatement } from './settings-store.ts';
import { SyncSettings, SyncSettingsChange } from './settings-wire.ts';

export type SettingsContext = { db: Db; clock: Clock; jobs: Jobs; registry: Registry };

export function settingsRoutes(ctx: SettingsContext): Route[] {
  const tag = 'Syncs';
  const answers = { 200: { description: 'The settings of every data type', schema: SyncSettings } };

  async function read(place: { accountId: string; companyId?: string }) {
    const [stored] = await ctx.db.read(place.accountId, settingsStatement(place));
    return { body: { settings: effectiveSettings(stored ?? { account: null, company: null }) } };
  }

  return [
    route({
      method: 'GET',
      path: '/profile/syncSettings',
      operationId: 'getSyncSettings',
      tag,
      summary: "Get the account's sync settings",
      description: "The account's settings apply to every data type for which a company has no setting of its own.",
      scope: 'read',
      answers,
      read: ({ principal: { accountId } }) => read({ accountId }),
    }),
    route({
      method: 'PUT',
      path: '/profile/syncSettings',
      operationId: 'replaceSyncSettings',
      tag,
      summary: "Replace the account's sync settings",
      description:
        'The new settings apply to all companies within seconds, or within minutes if the account has very many companies.',
      scope: 'manage',
      body: SyncSettingsChange,
      answers,
      refusals: [402],
      async write(tx, { principal, body }) {
        if (principal.companyTags)
          throw keyTooNarrow({
            reason: 'this API key is limited to some companies, but these settings apply to all companies.',
          });
        await saveAccountSettings(tx, requireSettings(body.settings, principal.plan));
        await ctx.jobs.enqueue(tx, refreshSchedulesJob, { accountId: tx.accountId });
        return { body: { settings: await findSettings(tx, { accountId: tx.accountId }) } };
      },
    }),
    route({
      method: 'GET',
      path: '/companies/{companyId}/syncSettings',
      operationId: 'getCompanySyncSettings',
      tag,
      summary: 'Get the sync settings of a company',
      scope: 'read',
      params: CompanyParams,
      answers,
      read: ({ principal: { accountId }, params: { companyId } }) => read({ accountId, companyId }),
    }),
    route({
      method: 'PUT',
      path: '/companies/{companyId}/syncSettings',
      operationId: 'replaceCompanySyncSettings',
      tag,
      summary: 'Replace the sync settings of a company',
      description: "An empty list restores the account's settings.",
      scope: 'manage',
      params: CompanyParams,
      body: SyncSettingsChange,
      answers,
      refusals: [402],
      async write(tx, { principal, params: { companyId }, body }) {
        const settings = requireSettings(body.settings, principal.plan);
        if ((await lockCompanies(tx, { companyId })).length === 0)
          throw notFound({ resource: 'company', service: 'companies' });
        await saveCompanySettings(tx, { companyId, settings });
        await refreshSchedules(ctx, tx, { companyId });
        return { body: { settings: await findSettings(tx, { accountId: tx.accountId, companyId }) } };
      },
    }),
  ];
}
