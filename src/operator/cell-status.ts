import { sql } from 'kysely';
import type { Clock } from '../base/clock.ts';
import { minuteMs } from '../base/durations.ts';
import { version } from '../base/version.ts';
import type { CellRoute } from '../cells/cell-route.ts';
import type { Db } from '../db/db.ts';
import { readMaintenance, readProcessLines } from '../operations/store.ts';
import { readLateDeliveries } from '../webhooks/consumers/operator-view.ts';

/** What a cell reports about itself to `daybook cells status`. */
export type CellStatus = {
  cell: string;
  version: string;
  /** The newest schema change that is applied. */
  schema: number;
  processes: Record<string, number>;
  accounts: number;
  maintenance: boolean;
  /** How long the oldest due delivery to a working endpoint has waited. */
  oldestDueSeconds: number;
};

type StatusContext = { db: Db; clock: Clock; config: { cell: string } };

export const cellStatusPath = '/cells/status';

export function cellStatusRoute(ctx: StatusContext): CellRoute {
  return { path: cellStatusPath, act: () => readCellStatus(ctx) };
}

async function readCellStatus({ db, clock, config }: StatusContext): Promise<CellStatus> {
  const now = clock.now();
  const alive = (await readProcessLines(db.system)).filter((one) => one.is_alive);
  const { maintenance } = await readMaintenance(db.system);
  const { oldest } = await readLateDeliveries({ db }, { before: now, now });
  const { rows } = await sql<{ schema: number; accounts: number }>`select
    (select max(number) from schema_change) as schema, (select count(*) from account) as accounts`.execute(db.system);
  return {
    cell: config.cell,
    version,
    schema: rows[0]?.schema ?? 0,
    processes: Object.fromEntries(
      ['api', 'worker', 'all'].map((role) => [role, alive.filter((one) => one.role === role).length]),
    ),
    accounts: rows[0]?.accounts ?? 0,
    maintenance,
    oldestDueSeconds: oldest ? Math.max(0, Math.round((now.getTime() - oldest.getTime()) / 1000)) : 0,
  };
}

/** Deliveries to working endpoints leave within seconds; the sweep finds lost ones within seven. */
const lateMs = minuteMs;

/** What an operator has to look at. `newest` is the newest schema of all cells. */
export function cellProblems(status: CellStatus, { name, newest }: { name: string; newest: number }): string[] {
  const { cell, processes, maintenance, oldestDueSeconds, schema } = status;
  const working = (processes.worker ?? 0) + (processes.all ?? 0);
  return [
    ...(cell === name ? [] : [`its URL leads to the cell "${cell}"`]),
    ...(maintenance ? ['maintenance is on'] : []),
    ...(working > 0 ? [] : ['no worker is running']),
    ...(oldestDueSeconds * 1000 > lateMs ? [`deliveries are late by ${oldestDueSeconds} s`] : []),
    ...(schema < newest ? [`its schema is older than ${newest}`] : []),
  ];
}
