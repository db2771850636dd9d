import type pg from 'pg';
import { within } from '../db/within.ts';
import { movedTables } from './moved-tables.ts';

const batchRows = 20_000;

/**
 * Erases the account's rows in one cell: what an interrupted run has copied, or what an account has left behind. Tokens
 * are not revoked at their platforms, because the other cell uses them. Can be interrupted and run again.
 */
export async function eraseCopy(client: pg.Client, accountId: string): Promise<void> {
  const erase = (table: string) =>
    client.query(
      `delete from ${table} where account_id = $1
        and (tableoid, ctid) in (select tableoid, ctid from ${table} where account_id = $1 limit ${batchRows})`,
      [accountId],
    );
  // What causes work goes first, then rows that refer to others.
  for (const name of [
    'delivery',
    'sync_schedule',
    'connection_sync_schedule',
    'sync_demand',
    'push_lane',
    'alert_delivery',
  ])
    while ((await erase(name)).rowCount === batchRows);
  for (const name of ['request_log', 'platform_call']) while ((await erase(name)).rowCount === batchRows);
  for (const { name } of [...movedTables].reverse()) {
    // A trigger puts deleted tokens into oauth_revocation, to be revoked.
    if (name === 'oauth_revocation') continue;
    if (name === 'oauth_token') {
      await within(client, async () => {
        await client.query('delete from oauth_token where account_id = $1', [accountId]);
        await client.query('delete from oauth_revocation where account_id = $1', [accountId]);
      });
      continue;
    }
    while ((await erase(name)).rowCount === batchRows);
  }
  // Triggers keep past versions and counts of what was just deleted.
  for (const name of [
    'company_count',
    'company_past',
    'past_row',
    'delivery_count',
    'remembered_total',
    'message_total',
    'request_log_count',
  ])
    await client.query(`delete from ${name} where account_id = $1`, [accountId]);
}
