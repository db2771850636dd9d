import type { Clock } from '../base/clock.ts';
import type { Db } from '../db/db.ts';
import type { Principal, Scope } from '../http/access/principal.ts';
import { hashApiKey, isWellFormedApiKey } from './api-key.ts';
import { keyIncorrect, keyMissing, keyOutdated } from './refusals.ts';
import { findKeyByHash, type KeyRow } from './store.ts';

/**
 * Finds the account behind `Authorization: Basic base64(<API_KEY>)`. `base64(<API_KEY>:)`, which `curl -u KEY:` sends,
 * is accepted too. Results are cached for a second, so a busy key costs each process one query a second, and all
 * processes reject a deleted key within a second.
 */
export type Authenticator = {
  authenticate(header: string | undefined): Promise<Principal>;
  /** Clears the cache, so that a change to a key takes effect immediately in the process that made the change. */
  forget(): void;
};

const rememberMs = 1000;
const rememberedMax = 10_000;

type Known = { row: KeyRow | undefined; principal: Principal | undefined; until: number };

export function createAuthenticator(ctx: { db: Db; clock: Clock }): Authenticator {
  const known = new Map<string, Known>();
  const underWay = new Map<string, Promise<Known>>();

  async function look(header: string, secret: string): Promise<Known> {
    const row = await findKeyByHash(ctx.db.system, hashApiKey(secret));
    const entry = { row, principal: row && toPrincipal(row), until: performance.now() + rememberMs };
    if (known.size >= rememberedMax) known.clear();
    known.set(header, entry);
    return entry;
  }

  /** Cached by the whole header, so that a busy key is decoded and checked once a second. */
  function find(header: string): Known | Promise<Known> {
    const entry = known.get(header);
    if (entry && entry.until > performance.now()) return entry;
    const secret = readHeader(header);
    if (!isWellFormedApiKey(secret)) throw keyIncorrect();
    let promise = underWay.get(header);
    if (!promise) {
      promise = look(header, secret).finally(() => underWay.delete(header));
      underWay.set(header, promise);
    }
    return promise;
  }

  return {
    async authenticate(header) {
      if (!header) throw keyMissing();
      const found = find(header);
      const { row, principal } = found instanceof Promise ? await found : found;
      if (!row || !principal) throw keyIncorrect();
      if (row.deleted_at) throw keyOutdated({ reason: 'deleted' });
      if (row.expires_at && row.expires_at.getTime() <= ctx.clock.nowMs()) throw keyOutdated({ reason: 'expired' });
      return principal;
    },
    forget: () => known.clear(),
  };
}

function readHeader(header: string): string {
  const [, encoded] = /^Basic +([A-Za-z0-9+/_-]+={0,2})$/i.exec(header.trim()) ?? [];
  if (!encoded) throw keyMissing();
  return Buffer.from(encoded, 'base64').toString('utf8').replace(/:$/, '');
}

function toPrincipal(row: KeyRow): Principal {
  return {
    accountId: row.account_id,
    apiKeyId: row.api_key_id,
    person: null,
    keyName: row.name,
    scopes: row.scopes as Scope[],
    companyTags: row.company_tags,
    ...(row.expires_at && { keyExpiresMs: row.expires_at.getTime() }),
    plan: row.plan,
    accountCreatedMs: row.account_created_at.getTime(),
    requestsPerMinute: row.requests_per_minute,
  };
}
