import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { sealedPlace } from '../base/secrets.ts';
import { within } from '../db/within.ts';
import { wakeChannel } from '../webhooks/lanes/lane-wakeups.ts';
import { arrive, beginArrival, findArrival, type Origin } from './arrival.ts';
import { type Compared, compareSums, readSums, type Sums } from './compare-sides.ts';
import { type Copied, copyEarly, copyRest, type PassResult } from './copy-passes.ts';
import type { Copying } from './copy-table.ts';
import {
  beginDeparture,
  type Departure,
  endDeparture,
  findDeparture,
  freeze,
  handOver,
  markErased,
  markMoved,
  type Place,
  takeBackHanded,
  thaw,
  touch,
} from './departure.ts';
import { dropMissing } from './drop-missing.ts';
import { eraseCopy } from './erase-copy.ts';
import { type HeldWork, holdWork } from './hold-work.ts';
import type { MovedTable } from './moved-tables.ts';
import { NotMovable, requireMovable } from './require-movable.ts';
import { type Columns, readColumns } from './row-texts.ts';
import { type Between, oneSnapshot, openTextClient, rowsOf } from './side.ts';
import { createTransactionIds } from './transaction-ids.ts';

export type MoveOptions = Between & {
  say: (line: string) => void;
  /** Changes are refused for at most this long. */
  pauseSeconds: number;
};

/** `pausedMs` is how long changes were refused. */
export type MoveReport = {
  accountId: string;
  from: string;
  to: string;
  isFinishedNow: boolean;
  copiedEarly?: number;
  copiedAtSwitch?: number;
  pausedMs?: number;
  tables?: Compared[];
};

/** How often the switch is tried before the command gives up, and how long it waits for work under way. */
const switchesMax = 5;
const drainWithinMs = 300_000;
/** Passes go on until one has copied fewer rows, so that few are left for the switch. */
const fewRows = 1000;
const passesMax = 5;
const forgottenAfterMs = 3000;

/**
 * Moves an account to another cell (docs/decisions/0046). Copies while the account works, waits for deliveries and pushes
 * under way, and then refuses changes for the seconds in which the rest is copied and compared. Can be interrupted at any
 * point and run again: it takes the move up where it can, and never lets both cells serve the account.
 */
export async function moveAccount(options: MoveOptions): Promise<MoveReport> {
  const { accountId, from, to, say } = options;
  const about = { accountId, from: from.cell, to: to.cell };
  const known = await findDeparture(from.client, accountId);
  if (known?.state === 'moved' && known.to_cell !== to.cell)
    throw new NotMovable(`The account has moved to the cell "${known.to_cell}".`);
  if (known?.state === 'moved') {
    await finish(options, known);
    return { ...about, isFinishedNow: true };
  }
  if (known?.state !== 'handed') await requireMovable(options);
  const departure = await beginDeparture(from.client, { accountId, moveId: randomUUID(), to });
  const place = { accountId, moveId: departure.move_id, run: departure.run };
  const origin = await readOrigin(options);
  const hasArrived = await within(to.client, async () => {
    const arrival = await findArrival(to.client, accountId);
    const isThere = arrival?.state === 'arrived' && arrival.move_id === place.moveId;
    if (isThere && departure.state !== 'handed')
      throw new NotMovable(`The cell "${to.cell}" serves the account, but the cell "${from.cell}" does not know it.`);
    if (isThere) return true;
    await beginArrival(to.client, place, origin);
    return false;
  });
  if (departure.state === 'handed') {
    if (hasArrived) {
      say('The other cell has the account already: finishing.');
      await markMoved(from.client, place, about);
      await finish(options, departure);
      return { ...about, isFinishedNow: true };
    }
    await takeBackHanded(from.client, place);
  }
  await eraseCopy(to.client, accountId);
  const report = await copyAndSwitch(options, place);
  await finish(options, departure);
  return { ...about, isFinishedNow: false, ...report };
}

/** Gives a move up that has not switched yet: what was copied is erased. */
export async function cancelMove({ accountId, from, to }: Between): Promise<void> {
  const known = await findDeparture(from.client, accountId);
  if (!known || known.state === 'moved' || known.state === 'handed' || known.to_cell !== to.cell)
    throw new NotMovable('There is no move to this cell that could be given up.');
  const departure = await beginDeparture(from.client, { accountId, moveId: known.move_id, to });
  await eraseCopy(to.client, accountId);
  await rowsOf(to.client, "delete from account_arrival where account_id = $1 and state = 'copying'", [accountId]);
  await endDeparture(from.client, { accountId, moveId: departure.move_id, run: departure.run });
}

type Switched = Pick<MoveReport, 'copiedEarly' | 'copiedAtSwitch' | 'pausedMs' | 'tables'>;

async function copyAndSwitch({ accountId, from, to, say, pauseSeconds }: MoveOptions, place: Place): Promise<Switched> {
  const keeper = await openTextClient(from.databaseUrl);
  const reserver = await openTextClient(to.databaseUrl).catch(async (error) => {
    await keeper.end();
    throw error;
  });
  try {
    const [horizon] = await rowsOf<{ kept_from: string }>(from.client, 'select kept_from::text from list_horizon');
    const ids = createTransactionIds(
      { from: from.client, to: reserver },
      { accountId, keptFrom: horizon?.kept_from ?? '0' },
    );
    const copying: Copying = { accountId, from, to, ids, persons: new Map(), columnsOf: columnsBy(to.client) };
    const first = await copyEarly(copying);
    say(`Copied ${first.rows} rows while the account works.`);
    const held = holdWork(keeper, accountId);
    let last: Copied = first;
    let copiedEarly = first.rows;
    for (let attempt = 1; ; attempt++) {
      try {
        const caughtUp = await catchUp(copying, { last, keeper, held, place, say });
        copiedEarly += caughtUp.rows;
        last = caughtUp;
        const switched = await switchOver(copying, { last, keeper, held, place, pauseSeconds });
        return { copiedEarly, ...switched };
      } catch (error) {
        // It cannot be opened if another run has taken over, or after the hand-over: then only another run can find out
        // which cell has it.
        await thaw(keeper, place).catch(() => {
          throw error;
        });
        await held.release();
        if (attempt === switchesMax) throw error;
        say(`The switch did not succeed and is tried again: ${(error as Error).message}`);
        await sleep(1000);
      }
    }
  } finally {
    await Promise.allSettled([keeper.end(), reserver.end()]);
  }
}

type Switching = { last: Copied; keeper: pg.Client; held: HeldWork; place: Place };

/** Waits for work under way, and copies what has changed meanwhile. */
async function catchUp(
  copying: Copying,
  { last, keeper, held, place, say }: Switching & { say: MoveOptions['say'] },
): Promise<PassResult> {
  const began = performance.now();
  let [pass, rows]: [Copied, number] = [last, 0];
  let told = '';
  for (let turn = 1; ; turn++) {
    await touch(keeper, place, true);
    const busy = await held.hold();
    const caught = await copyEarly(copying, pass);
    rows += caught.rows;
    pass = caught;
    if (busy.length === 0 && (caught.rows < fewRows || turn >= passesMax)) return { ...pass, rows };
    const waiting = busy.map(({ what, count }) => `${count} ${what}`).join(', ');
    if (waiting && waiting !== told) say(`Waiting for ${waiting}.`);
    told = waiting;
    if (performance.now() - began > drainWithinMs) throw new Error(`Work under way did not end: ${waiting}.`);
    if (busy.length > 0) await sleep(250);
  }
}

async function switchOver(
  copying: Copying,
  { last, keeper, held, place, pauseSeconds }: Switching & { pauseSeconds: number },
) {
  const { from, to, accountId } = copying;
  const began = performance.now();
  await freeze(keeper, place, pauseSeconds);
  if ((await held.hold(pauseSeconds + 10)).length > 0) throw new Error('Work had begun again.');
  // Positions in the change feed are numbers of this cell until they are assigned.
  await numberAll(keeper, accountId);
  await to.client.query('begin');
  try {
    const { rows, tables } = await within(
      from.client,
      async () => {
        const theirs = await readSums(copying, 'from');
        const copied = await copyRest(copying, { last, sums: theirs });
        await setHolds(to.client, accountId, held);
        return { rows: copied, tables: await compareAll(copying, theirs) };
      },
      oneSnapshot,
    );
    await arrive(to.client, place);
    await raiseSequence(to.client, accountId);
    await handOver(keeper, place);
    await to.client.query('commit');
    const pausedMs = Math.round(performance.now() - began);
    const report = { copiedAtSwitch: rows, pausedMs, tables };
    await markMoved(keeper, place, report);
    await wakeLanes(to.client, accountId);
    return report;
  } catch (error) {
    await to.client.query('rollback').catch(() => {});
    throw error;
  }
}

/** Rows that the old cell has deleted since they were copied are deleted in the new one, too. */
async function compareAll(copying: Copying, theirs: Sums): Promise<Compared[]> {
  const compare = async () => compareSums(theirs, await readSums(copying, 'to'));
  let tables = await compare();
  const longer = tables.filter(({ rows, arrived }) => arrived > rows).map(({ table }) => table);
  if (longer.length > 0) {
    for (const table of longer) await dropMissing(copying, table);
    tables = await compare();
  }
  const wrong = tables.filter(({ isSame }) => !isSame);
  if (wrong.length > 0)
    throw new Error(
      `The copy differs from the original: ${wrong.map(({ table, rows, arrived }) => `${table} (${rows} rows, ${arrived} arrived)`).join(', ')}.`,
    );
  return tables;
}

async function numberAll(client: pg.Client, accountId: string): Promise<void> {
  for (let left = 1; left > 0; )
    [{ left } = { left: 0 }] = await rowsOf<{ left: number }>(
      client,
      'select (number_publications($1::uuid) >= 10000)::int as left',
      [accountId],
    );
}

/** A data set that is made later must not get a number that the account already has. */
async function raiseSequence(client: pg.Client, accountId: string): Promise<void> {
  await client.query(
    `select setval('data_set_data_set_id_seq', d.most) from (select max(data_set_id) as most from data_set where account_id = $1) d
      where d.most > (select last_value from data_set_data_set_id_seq)`,
    [accountId],
  );
}

/** A consumer that waited before the move goes on waiting. */
async function setHolds(client: pg.Client, accountId: string, { holds }: HeldWork): Promise<void> {
  const waiting = [...holds].filter(([, until]) => until !== null);
  await client.query(
    `update consumer c set hold_until = h.until from unnest($2::uuid[], $3::timestamptz[]) h (id, until)
      where c.account_id = $1 and c.consumer_id = h.id and h.until > now()`,
    [accountId, waiting.map(([id]) => id), waiting.map(([, until]) => until)],
  );
}

async function wakeLanes(client: pg.Client, accountId: string): Promise<void> {
  await client.query(
    `select pg_notify($2, string_agg(lane::text, ',')) from (select lane from consumer where account_id = $1 limit 500) c`,
    [accountId, wakeChannel],
  );
}

/** What is left to do in the old cell when the new one serves the account. */
async function finish({ accountId, from }: MoveOptions, departure: Departure): Promise<void> {
  if (departure.erased_at) return;
  // Processes of the old cell remember keys and sessions for a second, and answer reads meanwhile.
  await sleep(forgottenAfterMs);
  await eraseCopy(from.client, accountId);
  await rowsOf(from.client, 'delete from account_arrival where account_id = $1', [accountId]);
  await markErased(from.client, accountId);
}

async function readOrigin({ accountId, from, to }: MoveOptions): Promise<Origin> {
  const [horizon] = await rowsOf<{ era: string }>(from.client, 'select era::text from list_horizon');
  const rows = await rowsOf<{ name: string; sealed: string }>(from.client, 'select name, sealed from cell_secret');
  const keyOf = (name: string, suffix: string) => {
    const sealed = rows.find((row) => row.name === name)?.sealed;
    const plain = sealed ? from.sealer.unseal(sealed, sealedPlace('cell_secret', name)) : '';
    return to.sealer.seal(plain, sealedPlace('account_arrival', accountId, suffix));
  };
  return {
    cell: from.cell,
    era: horizon?.era ?? '0',
    cursorKey: keyOf('cursor', 'cursor'),
    linkKey: keyOf('company link', 'link'),
  };
}

function columnsBy(client: pg.Client): (table: MovedTable) => Promise<Columns> {
  const known = new Map<string, Promise<Columns>>();
  return (table) => {
    const columns = known.get(table.name) ?? readColumns(client, table);
    known.set(table.name, columns);
    return columns;
  };
}
