import type pg from 'pg';
import { version } from '../base/version.ts';
import { type Between, rowsOf } from './side.ts';

/** A move that cannot begin. The message says what to do. */
export class NotMovable extends Error {
  override name = 'NotMovable';
}

export async function requireMovable({ accountId, from, to }: Between): Promise<void> {
  const [account] = await rowsOf(from.client, 'select 1 from account where account_id = $1', [accountId]);
  if (!account) throw new NotMovable(`The cell "${from.cell}" has no account ${accountId}.`);
  // An account that has left the other cell may still have rows there, if erasing them was interrupted.
  const [there] = await rowsOf<{ state: string | null }>(
    to.client,
    `select (select state from account_departure where account_id = $1) as state from account where account_id = $1`,
    [accountId],
  );
  if (there && there.state !== 'moved') throw new NotMovable(`The cell "${to.cell}" already has this account.`);
  await requireKnownPersons({ accountId, from, to });
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

/**
 * A person with the same e-mail address in the other cell becomes the member there. That must be the same person: one
 * whom an earlier move has copied, or whose address is verified in both cells.
 */
async function requireKnownPersons({ accountId, from, to }: Between): Promise<void> {
  const members = await rowsOf<{ person_id: string; email: string; verified: boolean }>(
    from.client,
    `select p.person_id, p.email, p.email_verified_at is not null as verified from person p
      join member m on m.account_id = $1 and m.person_id = p.person_id`,
    [accountId],
  );
  for (const { person_id, email, verified } of members) {
    const [other] = await rowsOf<{ isSame: boolean }>(
      to.client,
      `select person_id = $2::uuid or ($3 and email_verified_at is not null) as "isSame" from person where email = $1`,
      [email, person_id, verified],
    );
    if (other && !other.isSame)
      throw new NotMovable(
        `Both cells have a person with the address ${email}, and it is not verified in both, so they may be two people. Let this person verify it by a password reset in each cell, or remove them from the account.`,
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
