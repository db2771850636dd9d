import type { Static } from 'typebox';
import type { Clock } from '../base/clock.ts';
import { badRequest } from '../base/errors.ts';
import { newId } from '../base/ids.ts';
import type { Tx } from '../db/db.ts';
import { type Scope, scopesByDefault } from '../http/access/principal.ts';
import { makeApiKey } from './api-key.ts';
import { apiKeysMax } from './plans.ts';
import { keyLimitExceeded } from './refusals.ts';
import { type CreatedApiKey, insertKey, lockAndCountKeys } from './store.ts';

export type KeyToCreate = {
  name: string;
  scopes?: readonly Scope[] | undefined;
  companyTags?: Readonly<Record<string, string>> | null | undefined;
  expires?: string | undefined;
};

/** Creates a key. The secret of the key is returned but never stored; the database contains only its hash. */
export async function createApiKey(
  ctx: { clock: Clock; cell: string },
  tx: Tx,
  wanted: KeyToCreate,
): Promise<Static<typeof CreatedApiKey>> {
  const expires = wanted.expires === undefined ? null : new Date(wanted.expires);
  if (expires && expires <= ctx.clock.now()) {
    const error = 'The field "expires" must be in the future.';
    throw badRequest({ error, service: 'accounts', items: [{ itemId: 'expires', message: error }] });
  }
  if ((await lockAndCountKeys(tx)) >= apiKeysMax) throw keyLimitExceeded({ limit: apiKeysMax });
  const key = makeApiKey(ctx.cell);
  const row = {
    apiKeyId: newId(ctx.clock),
    name: wanted.name,
    key,
    scopes: wanted.scopes ?? scopesByDefault,
    companyTags: wanted.companyTags ?? null,
    expires,
    created: ctx.clock.now(),
  };
  await insertKey(tx, row);
  return {
    apiKeyId: row.apiKeyId,
    name: row.name,
    prefix: key.prefix,
    created: row.created.toISOString(),
    ...(expires && { expires: expires.toISOString() }),
    scopes: [...row.scopes],
    ...(row.companyTags && { companyTags: row.companyTags }),
    secret: key.secret,
  };
}
