import type pg from 'pg';
import type { Sealer } from '../base/secrets.ts';
import { openClient } from '../db/connections.ts';

/** One of the two cells of a move, with a connection as the database's owner. */
export type Side = SideOptions & { client: pg.Client };

export type SideOptions = { cell: string; databaseUrl: string; url: string; sealer: Sealer };

/** An account, and the cells from which and to which it moves. */
export type Between = { accountId: string; from: Side; to: Side };

export async function openSide(options: SideOptions): Promise<Side> {
  return { ...options, client: await openTextClient(options.databaseUrl) };
}

/** Opens both sides, or none: a connection that is left open would keep the command running. */
export async function openSides(one: SideOptions, other: SideOptions): Promise<[Side, Side]> {
  const first = await openSide(one);
  try {
    return [first, await openSide(other)];
  } catch (error) {
    await first.client.end().catch(() => {});
    throw error;
  }
}

/** A connection on which every value has the same text as on the other side. */
export async function openTextClient(databaseUrl: string): Promise<pg.Client> {
  const client = await openClient({ url: databaseUrl, name: 'daybook-account-move' });
  await client.query(
    "set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'iso_8601'; set extra_float_digits = 1; set bytea_output = 'hex'; set lock_timeout = '10s'; set idle_session_timeout = 0; set idle_in_transaction_session_timeout = '5min'",
  );
  return client;
}

export async function rowsOf<Row extends pg.QueryResultRow>(
  client: pg.Client,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return (await client.query<Row>(text, values)).rows;
}

/** Mode of a transaction whose statements all see the same state. */
export const oneSnapshot = 'isolation level repeatable read, read only';
