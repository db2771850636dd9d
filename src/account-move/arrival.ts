import type pg from 'pg';
import { MoveLost, type Place } from './departure.ts';
import { rowsOf } from './side.ts';

/** SQL on `account_arrival`, in the cell to which the account moves. */
export type Arrival = { move_id: string; run: number; state: 'copying' | 'arrived' };

export async function findArrival(client: pg.Client, accountId: string): Promise<Arrival | undefined> {
  const [row] = await rowsOf<Arrival>(
    client,
    'select move_id, run, state from account_arrival where account_id = $1 for update',
    [accountId],
  );
  return row;
}

export type Origin = { cell: string; era: string; cursorKey: string; linkKey: string };

/**
 * Prepares the arrival for this run. An earlier run that is still alive waits for this row or has lost it, so it can no
 * longer finish. Keys are sealed for this cell.
 */
export async function beginArrival(client: pg.Client, place: Place, origin: Origin): Promise<void> {
  await client.query('delete from account_arrival where account_id = $1', [place.accountId]);
  await client.query(
    `insert into account_arrival (account_id, move_id, run, state, from_cell, from_era, cursor_key, link_key)
      values ($1, $2, $3, 'copying', $4, $5, $6, $7)`,
    [place.accountId, place.moveId, place.run, origin.cell, origin.era, origin.cursorKey, origin.linkKey],
  );
}

/** The last statement of the switch in the new cell. */
export async function arrive(client: pg.Client, place: Place): Promise<void> {
  const { rowCount } = await client.query(
    `update account_arrival set state = 'arrived', arrived_at = clock_timestamp()
      where account_id = $1 and move_id = $2 and run = $3 and state = 'copying'`,
    [place.accountId, place.moveId, place.run],
  );
  // If the account was here before and had left, its requests were redirected until now.
  await client.query('delete from account_departure where account_id = $1', [place.accountId]);
  if (rowCount === 0) throw new MoveLost('Another run of this command has taken over the move.');
}
