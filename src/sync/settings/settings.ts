import { dataTypes } from '@daybook/connector-kit';
import { type PlanName, plans } from '../../accounts/plans.ts';
import { badRequest, wrongField } from '../../base/errors.ts';
import { syncScheduleNotAllowed } from '../refusals.ts';

/** How often a data type is fetched. Settings belong to the account, and a company can override them. */
export const schedules = ['none', 'hourly', 'daily', 'weekly', 'monthly'] as const;
export type Schedule = (typeof schedules)[number];

export type SyncSetting = {
  dataType: string;
  /** True if the data type is fetched as soon as a connection is linked. */
  fetchOnFirstLink: boolean;
  schedule: Schedule;
  /** Records older than this time are not fetched if the platform can filter by date. */
  syncFrom?: string;
  /** Data types with a lower number are fetched first. */
  order: number;
  /** Only for attachments: their content is kept (src/attachments). */
  keepContent?: boolean;
  /** True if the data type is also synced because of its readers (sync/demand). */
  byDemand?: boolean;
};

export type StoredSettings = {
  account: SyncSetting[] | null;
  company: SyncSetting[] | null;
  connection?: SyncSetting[] | null;
};

const defaults: readonly SyncSetting[] = dataTypes.map(({ name }, order) => ({
  dataType: name,
  fetchOnFirstLink: true,
  schedule: 'daily',
  order,
}));

/**
 * Returns one setting per data type: the connection's own, else the company's, else the account's, else the default.
 * Sorted by `order`.
 */
export function effectiveSettings(stored: StoredSettings): SyncSetting[] {
  const given = new Map<string, SyncSetting>();
  const { account, company, connection } = stored;
  for (const setting of [...(account ?? []), ...(company ?? []), ...(connection ?? [])])
    given.set(setting.dataType, setting);
  return defaults
    .map((setting) => given.get(setting.dataType) ?? setting)
    .sort((a, b) => a.order - b.order || orderInCatalogue(a) - orderInCatalogue(b));
}

function orderInCatalogue({ dataType }: SyncSetting): number {
  return defaults.findIndex((setting) => setting.dataType === dataType);
}

/**
 * Rejects invalid settings with 400, and settings that the plan does not include with 402. If both apply, 400 is
 * returned. Converts times to UTC.
 */
export function requireSettings(settings: readonly SyncSetting[], plan: PlanName): SyncSetting[] {
  const read = settings.map((setting, i) => ({ ...setting, ...readSyncFrom(setting.syncFrom, i) }));
  for (const [i, { dataType }] of settings.entries()) {
    if (settings.findIndex((other) => other.dataType === dataType) < i)
      throw invalid(`settings.${i}.dataType`, `repeats "${dataType}": list each data type once`);
  }
  const other = settings.findIndex(({ dataType, keepContent }) => keepContent && dataType !== 'attachments');
  if (other >= 0) throw invalid(`settings.${other}.keepContent`, 'is only possible for attachments');
  const i = settings.findIndex(({ schedule }) => allowedSchedule(schedule, plan) !== schedule);
  if (i >= 0) throw syncScheduleNotAllowed({ itemId: `settings.${i}.schedule`, plan });
  const demanded = settings.findIndex(({ byDemand }) => byDemand && !isDemandAllowed(plan));
  if (demanded >= 0) throw syncScheduleNotAllowed({ itemId: `settings.${demanded}.byDemand`, plan });
  return read;
}

/** Returns the schedule that is really used. After a plan change, the plan may not include the stored schedule. */
export function allowedSchedule<S extends Schedule>(schedule: S, plan: PlanName): S | 'daily' {
  return schedule === 'hourly' && !plans[plan].hourlySync ? 'daily' : schedule;
}

/** A demand can be more frequent than `hourly`, so it needs the same plan. */
export function isDemandAllowed(plan: PlanName): boolean {
  return plans[plan].hourlySync;
}

/** The schema has already checked the format, but lets through times that do not exist, such as second 60. */
function readSyncFrom(text: string | undefined, i: number): { syncFrom?: string } {
  if (text === undefined) return {};
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) throw invalid(`settings.${i}.syncFrom`, 'is not a valid time');
  return { syncFrom: time.toISOString() };
}

function invalid(itemId: string, problem: string) {
  const item = wrongField({ itemId, problem, validatorName: 'SyncSettingsValidator' });
  return badRequest({ service: 'sync', items: [item] });
}
