import { sql, type Transaction } from 'kysely';
import type pg from 'pg';
import type { Tables } from '../db/tables.ts';
import { within } from '../db/within.ts';
import { rowsOf, type Side } from './side.ts';

/** SQL on `account_departure`, in the cell that the account leaves. */
export type Departure = {
  move_id: string;
  run: number;
  state: 'copying' | 'frozen' | 'handed' | 'moved';
  to_cell: string;
  to_url: string;
  erased_at: Date | null;
  done_at: Date | null;
};

/** Another run of the command has taken over, or this one was too slow: the account may be open again. */
export class MoveLost extends Error {
  override name = 'MoveLost';
}

/**
 * The account opens by itself at `frozen_until` (`require_open`), even if the command has died. It is handed over only if
 * that is this far away.
 */
const handedBeforeMs = 300;
/** PostgreSQL's infinity has no number of milliseconds. */
const never = '9999-01-01T00:00:00Z';
/** How long the freeze waits for database transactions that began before it. */
const endsWithinMs = 1500;

export async function findDeparture(client: pg.Client, accountId: string): Promise<Departure | undefined> {
  const [row] = await rowsOf<Departure>(
    client,
    'select move_id, run, state, to_cell, to_url, done_at, erased_at from account_departure where account_id = $1',
    [accountId],
  );
  return row;
}

/** Starts a move or takes it over from an earlier run, which can then no longer go on. */
export async function beginDeparture(
  client: pg.Client,
  { accountId, moveId, to }: { accountId: string; moveId: string; to: Pick<Side, 'cell' | 'url'> },
): Promise<Departure> {
  const [row] = await rowsOf<Departure>(
    client,
    `insert into account_departure as d (account_id, move_id, run, state, to_cell, to_url, started_at, touched_at)
      values ($1, $2, 1, 'copying', $3, $4, now(), now())
      on conflict (account_id) do update set run = d.run + 1, touched_at = now(), is_draining = false,
        move_id = case when d.state = 'moved' then excluded.move_id else d.move_id end,
        state = case when d.state = 'frozen' then 'copying' else d.state end, to_url = excluded.to_url
        where d.state <> 'moved' and d.to_cell = excluded.to_cell
      returning move_id, run, state, to_cell, to_url, done_at, erased_at`,
    [accountId, moveId, to.cell, to.url],
  );
  if (!row) throw new Error('The account is already being moved to another cell, or has been moved.');
  return row;
}

export type Place = { accountId: string; moveId: string; run: number };

const own = 'account_id = $1 and move_id = $2 and run = $3';
const values = ({ accountId, moveId, run }: Place) => [accountId, moveId, run];

async function change(client: pg.Client, place: Place, set: string, where: string): Promise<void> {
  const { rowCount } = await client.query(
    `update account_departure set ${set} where ${own} and ${where}`,
    values(place),
  );
  if (rowCount === 0) throw new MoveLost('Another run of this command has taken over the move, or it was too slow.');
}

/** Shows that the command is at work. With `isDraining`, deliveries of the older webhooks wait. */
export const touch = (client: pg.Client, place: Place, isDraining: boolean) =>
  change(client, place, `touched_at = clock_timestamp(), is_draining = ${isDraining}`, "state <> 'moved'");

/** From now on, every change of the account is refused. Returns when all that began before have ended. */
export async function freeze(client: pg.Client, place: Place, seconds: number): Promise<void> {
  const until = `clock_timestamp() + interval '${seconds} seconds'`;
  await change(client, place, `state = 'frozen', frozen_until = ${until}`, "state = 'copying'");
  await within(client, async () => {
    await client.query(`set local lock_timeout = ${endsWithinMs}`);
    await lockAccount(client, place);
  });
}

export const thaw = (client: pg.Client, place: Place) =>
  change(
    client,
    place,
    "state = 'copying', frozen_until = null, is_draining = false",
    "state in ('copying', 'frozen')",
  );

/** After this, the account opens here only if the other cell certainly does not have it. */
export async function handOver(client: pg.Client, place: Place): Promise<void> {
  await within(client, async () => {
    await lockAccount(client, place);
    const isFrozen = `state = 'frozen' and frozen_until > clock_timestamp() + interval '${handedBeforeMs} milliseconds'`;
    await change(client, place, "state = 'handed'", isFrozen);
    // From here on, the other cell sends the deliveries.
    await client.query('update consumer set hold_until = $2 where account_id = $1', [place.accountId, never]);
  });
}

const lockAccount = (client: pg.Client, { accountId }: Place) =>
  client.query('select pg_advisory_xact_lock(79, uuid_hash($1::uuid))', [accountId]);

/** Opens the account again after a hand-over that the other cell did not take. */
export const takeBackHanded = (client: pg.Client, place: Place) =>
  within(client, async () => {
    await change(client, place, "state = 'copying', frozen_until = null", "state = 'handed'");
    await client.query('update consumer set hold_until = null where account_id = $1 and hold_until = $2', [
      place.accountId,
      never,
    ]);
  });

/** The other cell has the account: keys are redirected from now on. */
export async function markMoved(client: pg.Client, place: Place, report: object): Promise<void> {
  await within(client, async () => {
    await client.query(
      `insert into departed_name (account_id, kind, name)
        select account_id, 'key', encode(hash, 'hex') from api_key where account_id = $1
        union all select account_id, 'company', company_id::text from company where account_id = $1
        union all select account_id, 'state', state_hash from oauth_state where account_id = $1
        on conflict do nothing`,
      [place.accountId],
    );
    await client.query('delete from api_key where account_id = $1', [place.accountId]);
    await change(client, place, "state = 'moved', moved_at = clock_timestamp()", "state = 'handed'");
    await client.query('update account_departure set report = $2 where account_id = $1', [
      place.accountId,
      JSON.stringify(report),
    ]);
  });
}

/** Notes that nothing of the account is left here but the names that are redirected. */
export async function markErased(client: pg.Client, accountId: string): Promise<void> {
  await client.query(
    "update account_departure set erased_at = coalesce(erased_at, now()) where account_id = $1 and state = 'moved'",
    [accountId],
  );
}

/** Returns false if the account has not moved to this cell, or if its old rows are not erased yet. */
export async function declareDone(tx: Transaction<Tables>, accountId: string, toCell: string): Promise<boolean> {
  const { numAffectedRows } = await sql`update account_departure set done_at = coalesce(done_at, now())
    where account_id = ${accountId}::uuid and to_cell = ${toCell} and state = 'moved' and erased_at is not null`.execute(
    tx,
  );
  return numAffectedRows === 1n;
}

/** Ends a move that has not switched yet. */
export const endDeparture = (client: pg.Client, place: Place) =>
  within(client, async () => {
    await change(client, place, "state = 'copying'", "state = 'copying'");
    await client.query('delete from account_departure where account_id = $1', [place.accountId]);
  });
