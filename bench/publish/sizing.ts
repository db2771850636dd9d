import { settings } from '../../src/config/settings.ts';
import { webhookSettings } from '../../src/config/webhook-settings.ts';
import type { KeptRun } from './runs.ts';

/** What a company does and what a cell has, as numbers. `npm run bench -- sizing --NAME VALUE` changes one of them. */
export type Assumptions = Record<keyof typeof defaults, number>;

export const defaults = {
  recordsPerCompany: 5000,
  syncsPerHour: 5,
  changedRecordsPerDay: 100,
  changedSyncsPerDay: 20,
  fullPassesPerDay: 1,
  eventsPerDay: 150,
  consumersPerEvent: 1,
  pushesPerDay: 5,
  pagesPerDay: 100,
  filteredPagesPerDay: 20,
  changeReadsPerDay: 50,
  messagesKeptDays: Number(webhookSettings.messagesKeptDays.fallback),
  pushesKeptDays: Number(settings.pushesKeptDays.fallback),
  syncsKeptDays: Number(settings.syncsKeptDays.fallback),
  versionsKeptHours: Number(settings.versionsKeptHours.fallback),
  publicationsKeptDays: 365,
  peakFactor: 3,
  cpuUse: 0.5,
  diskUse: 0.7,
  coresPerCell: 32,
  diskPerCellGb: 4000,
};

export const assumptionTexts: Record<keyof typeof defaults, string> = {
  recordsPerCompany: 'records of a company, in all of its data sets (invoices, bills, customers and so on)',
  syncsPerHour: 'syncs of a company per hour: one for each of its data sets that is synced hourly',
  changedRecordsPerDay: 'records of a company that change per day',
  changedSyncsPerDay: 'syncs of a company per day that find changes',
  fullPassesPerDay: 'how often per day all records of a company are read again to find deleted ones',
  eventsPerDay: 'events of a company per day: completed syncs, changed data sets, pushes',
  consumersPerEvent: 'webhook consumers that get each event',
  pushesPerDay: 'records of a company that a client pushes per day',
  pagesPerDay: 'pages of 100 records that clients read per company and day',
  filteredPagesPerDay: 'filtered pages that clients read per company and day, each with a new filter',
  changeReadsPerDay: 'pages of 100 changes that clients read per company and day',
  messagesKeptDays: 'days for which events and attempts are kept (`DAYBOOK_MESSAGES_KEPT_DAYS`)',
  pushesKeptDays: 'days for which pushes are kept (`DAYBOOK_PUSHES_KEPT_DAYS`)',
  syncsKeptDays: 'days for which the history of syncs is kept (`DAYBOOK_SYNCS_KEPT_DAYS`)',
  versionsKeptHours: 'hours for which replaced versions of records are kept (`DAYBOOK_VERSIONS_KEPT_HOURS`)',
  publicationsKeptDays:
    'days of published syncs that are on disk. They stay as long as their company, so this is the age of the installation',
  peakFactor: 'the busiest minutes of a day compared with its mean',
  cpuUse: 'share of the cores that is used in the busiest minutes; the rest is for vacuum, backups and failures',
  diskUse: 'share of the disk that is used; the rest is for the write-ahead log, old row versions and growth',
  coresPerCell: 'cores of the PostgreSQL server of one cell',
  diskPerCellGb: 'disk of the PostgreSQL server of one cell, in GB',
};

/** What one unit costs. */
export type UnitCost = { nodeCpuUs: number; postgresCpuUs: number; walBytes: number; rows: number };
export type Costs = { units: Record<string, UnitCost>; diskBytes: Record<string, number> };

/** The costs at the largest size that was measured, from all stored runs of `growth`. */
export function readCosts(runs: readonly KeptRun[]): Costs {
  const costs: Costs = { units: {}, diskBytes: {} };
  const rowsOf: Record<string, number> = {};
  for (const { figures } of runs.filter(({ name }) => name === 'growth')) {
    for (const [figure, value] of Object.entries(figures)) {
      const [, name = '', size, what] = /^(\w+)\.(\d+)\.(postgresCpuUs|diskBytes)$/.exec(figure) ?? [];
      const rows = Number(size);
      // A figure that is NaN is stored as null.
      if (!what || typeof value !== 'number' || rows < (rowsOf[name] ?? 0)) continue;
      rowsOf[name] = rows;
      if (what === 'diskBytes') costs.diskBytes[name] = value;
      else {
        const [nodeCpuUs, walBytes] = ['nodeCpuUs', 'walBytes'].map((one) => Number(figures[`${name}.${rows}.${one}`]));
        costs.units[name] = { nodeCpuUs: nodeCpuUs ?? 0, postgresCpuUs: value, walBytes: walBytes ?? 0, rows };
      }
    }
  }
  return costs;
}

/** How often each unit happens per company and day. */
export function unitsPerDay(given: Assumptions): Record<string, number> {
  return {
    page: given.pagesPerDay,
    filteredPage: given.filteredPagesPerDay,
    changeRead: given.changeReadsPerDay,
    emptySync: given.syncsPerHour * 24,
    recordFirst: given.changedRecordsPerDay,
    recordUnchanged: given.recordsPerCompany * given.fullPassesPerDay,
    event: given.eventsPerDay,
    delivery: given.eventsPerDay * given.consumersPerEvent,
    push: given.pushesPerDay,
  };
}

/** Rows that a company keeps on disk. */
export function rowsKept(given: Assumptions): Record<string, number> {
  return {
    company: 1,
    syncedRecord: given.recordsPerCompany + (given.changedRecordsPerDay * given.versionsKeptHours) / 24,
    publication: given.changedSyncsPerDay * given.publicationsKeptDays,
    message: given.eventsPerDay * given.messagesKeptDays,
    attempt: given.eventsPerDay * given.consumersPerEvent * given.messagesKeptDays,
    push: given.pushesPerDay * given.pushesKeptDays,
    sync: given.syncsPerHour * 24 * given.syncsKeptDays,
  };
}

export type Need = {
  companies: number;
  postgresCores: number;
  nodeCores: number;
  diskGb: number;
  walGbPerDay: number;
  cells: number;
};

const usPerDay = 86_400 * 1e6;

/** Throws if a cost was not measured. */
export function needOf(costs: Costs, given: Assumptions, companies: number): Need {
  const sum = (amounts: Record<string, number>, costOf: (name: string) => number | undefined) =>
    Object.entries(amounts).reduce((total, [name, amount]) => {
      const cost = costOf(name);
      if (cost === undefined) throw new Error(`No run in bench/results has measured ${name}: run "growth --keep".`);
      return total + amount * cost;
    }, 0) * companies;
  const daily = unitsPerDay(given);
  const cores = (us: number) => ((us / usPerDay) * given.peakFactor) / given.cpuUse;
  const postgresCores = cores(sum(daily, (unit) => costs.units[unit]?.postgresCpuUs));
  const nodeCores = cores(sum(daily, (unit) => costs.units[unit]?.nodeCpuUs));
  const diskGb = sum(rowsKept(given), (row) => costs.diskBytes[row]) / 1e9 / given.diskUse;
  const walGbPerDay = sum(daily, (unit) => costs.units[unit]?.walBytes) / 1e9;
  const cells = Math.max(1, Math.ceil(postgresCores / given.coresPerCell), Math.ceil(diskGb / given.diskPerCellGb));
  return { companies, postgresCores, nodeCores, diskGb, walGbPerDay, cells };
}
