import type { Clock } from '../base/clock.ts';
import type { Db } from '../db/db.ts';
import { AccountMoved, findDeparted } from '../http/access/departed.ts';
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

type Known = { row: KeyRow | undefined; principal: Principal | undefined; movedTo: string | undefined; until: number };

/** The header of a key without extra spaces has at most 100 characters. */
const cachedHeaderMax = 128;

export function createAuthenticator(ctx: { db: Db; clock: Clock }): Authenticator {
  const known = new Map<string, Known>();
  const underWay = new Map<string, Promise<Known>>();

  async function look(cacheKey: string, secret: string): Promise<Known> {
    const hash = hashApiKey(secret);
    const row = await findKeyByHash(ctx.db.system, hash);
    const movedTo = row ? undefined : await findDeparted(ctx.db, 'key', hash.toString('hex'));
    const entry = { row, principal: row && toPrincipal(row), movedTo, until: performance.now() + rememberMs };
    if (known.size >= rememberedMax) known.clear();
    known.set(cacheKey, entry);
    return entry;
  }

  /**
   * Cached by the whole header, so that a busy key is decoded and checked once a second. A header with many spaces is
   * cached by its key, because a client could otherwise fill the memory with such headers.
   */
  function find(header: string): Known | Promise<Known> {
    const cacheKey = header.length <= cachedHeaderMax ? header : readHeader(header);
    const entry = known.get(cacheKey);
    if (entry && entry.until > performance.now()) return entry;
    const secret = readHeader(header);
    if (!isWellFormedApiKey(secret)) throw keyIncorrect();
    let promise = underWay.get(cacheKey);
    if (!promise) {
      promise = look(cacheKey, secret).finally(() => underWay.delete(cacheKey));
      underWay.set(cacheKey, promise);
    }
    return promise;
  }

  return {
    async authenticate(header) {
      if (!header) throw keyMissing();
      const found = find(header);
      const { row, principal, movedTo } = found instanceof Promise ? await found : found;
      if (movedTo) throw new AccountMoved(movedTo);
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
