import type pg from 'pg';
import { version } from '../base/version.ts';
import { rowsOf, type Side } from './side.ts';

/** A move that cannot begin. The message says what to do. */
export class NotMovable extends Error {
  override name = 'NotMovable';
}

export async function requireMovable({
  accountId,
  from,
  to,
}: {
  accountId: string;
  from: Side;
  to: Side;
}): Promise<void> {
  const [account] = await rowsOf(from.client, 'select 1 from account where account_id = $1', [accountId]);
  if (!account) throw new NotMovable(`The cell "${from.cell}" has no account ${accountId}.`);
  const [there] = await rowsOf<{ state: string | null }>(
    to.client,
    `select (select state from account_arrival where account_id = $1) as state from account where account_id = $1`,
    [accountId],
  );
  if (there && there.state !== 'arrived') throw new NotMovable(`The cell "${to.cell}" already has this account.`);
  const [ours, theirs] = await Promise.all([readSchema(from.client), readSchema(to.client)]);
  if (ours !== theirs)
    throw new NotMovable(
      `The databases have different schemas (${from.cell}: ${ours}, ${to.cell}: ${theirs}). Upgrade both cells to one version.`,
    );
  for (const side of [from, to]) {
    const others = await rowsOf<{ version: string }>(
      side.client,
      "select distinct version from process where heartbeat_at > now() - interval '10 seconds' and version <> $1",
      [version],
    );
    if (others.length > 0)
      throw new NotMovable(
        `Processes of the cell "${side.cell}" run version ${others.map((other) => other.version).join(', ')}, and this command ${version}. Upgrade them first: an older version does not know that an account is being moved.`,
      );
  }
}

async function readSchema(client: pg.Client): Promise<string> {
  const [row] = await rowsOf<{ changes: string }>(
    client,
    `select max(number)::text || '/' || (select checksum from schema_functions limit 1) as changes from schema_change`,
  );
  return row?.changes ?? '';
}
