import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import { accountClosed } from '../../db/error-codes.ts';

/** The account has been moved to another cell: the request is redirected to `url` (http/error-reply.ts). */
export class AccountMoved extends Error {
  override name = 'AccountMoved';
  readonly code = accountClosed;
  readonly detail = 'moved';
  readonly hint: string;
  constructor(url: string) {
    super('The account has been moved to another cell.');
    this.hint = url;
  }
}

/**
 * Returns the URL of the cell that has the account now, for something that names an account and is not found here: the
 * hash of a key, a company, or the hash of an OAuth state.
 */
export async function findDeparted(
  { system }: Pick<Db, 'system'>,
  kind: 'key' | 'company' | 'state',
  name: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ to_url: string }>`select d.to_url from departed_name n
    join account_departure d on d.account_id = n.account_id and d.state = 'moved'
    where n.name = ${name} and n.kind = ${kind} limit 1`.execute(system);
  return rows[0]?.to_url;
}
