import { type PlanName, plans } from '../accounts/plans.ts';
import { dataTypes } from '../data-types/catalogue.ts';
import { badRequest, syncScheduleNotAllowed } from '../errors.ts';

/** What is fetched when, by data type. The account has settings, and a company where it differs. */
export const schedules = ['none', 'hourly', 'daily', 'weekly', 'monthly'] as const;
export type Schedule = (typeof schedules)[number];

export type SyncSetting = {
  dataType: string;
  /** Fetched as soon as a connection is linked. */
  fetchOnFirstLink: boolean;
  schedule: Schedule;
  /** Records older than this are not wanted. */
  syncFrom?: string;
  /** Lower ones are fetched first. */
  order: number;
};

export type StoredSettings = { account: SyncSetting[] | null; company: SyncSetting[] | null };

const defaults: readonly SyncSetting[] = dataTypes.map(({ name }, order) => ({
  dataType: name,
  fetchOnFirstLink: true,
  schedule: 'daily',
  order,
}));

/** One setting for every data type: the company's own, else the account's, else the default. In their order. */
export function effectiveSettings(stored: StoredSettings): SyncSetting[] {
  const given = new Map<string, SyncSetting>();
  for (const setting of [...(stored.account ?? []), ...(stored.company ?? [])]) given.set(setting.dataType, setting);
  return defaults
    .map((setting) => given.get(setting.dataType) ?? setting)
    .sort((a, b) => a.order - b.order || orderInCatalogue(a) - orderInCatalogue(b));
}

function orderInCatalogue({ dataType }: SyncSetting): number {
  return defaults.findIndex((setting) => setting.dataType === dataType);
}

/** Refuses what cannot be (400) before what the plan does not hold (402). Times become UTC. */
export function requireSettings(settings: readonly SyncSetting[], plan: PlanName): SyncSetting[] {
  const read = settings.map((setting, i) => ({ ...setting, ...readSyncFrom(setting.syncFrom, i) }));
  for (const [i, { dataType }] of settings.entries()) {
    if (settings.findIndex((other) => other.dataType === dataType) < i)
      throw invalid(`settings.${i}.dataType`, `names "${dataType}" a second time`);
  }
  const i = settings.findIndex(({ schedule }) => allowedSchedule(schedule, plan) !== schedule);
  if (i >= 0) throw syncScheduleNotAllowed({ itemId: `settings.${i}.schedule`, plan });
  return read;
}

/** What a schedule is run as: a plan that came later may not hold what was stored. */
export function allowedSchedule<S extends Schedule>(schedule: S, plan: PlanName): S | 'daily' {
  return schedule === 'hourly' && !plans[plan].hourlySync ? 'daily' : schedule;
}

/** The form has been checked; a 60th second, for one, is of the form and still no time. */
function readSyncFrom(text: string | undefined, i: number): { syncFrom?: string } {
  if (text === undefined) return {};
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) throw invalid(`settings.${i}.syncFrom`, 'is not a time');
  return { syncFrom: time.toISOString() };
}

function invalid(itemId: string, problem: string) {
  const message = `The field "${itemId}" ${problem}.`;
  return badRequest({
    error: `Bad request: ${message}`,
    service: 'sync',
    items: [{ itemId, message, validatorName: 'SyncSettingsValidator' }],
  });
}
