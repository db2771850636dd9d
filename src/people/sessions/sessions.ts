import type { Clock } from '../../base/clock.ts';
import { hourMs } from '../../base/durations.ts';
import type { Log } from '../../base/log.ts';
import type { Db } from '../../db/db.ts';
import { noAccount, type Principal, scopes } from '../../http/access/principal.ts';
import { sessionEnded } from '../refusals.ts';
import { hashToken, isTokenLike } from './secret-token.ts';
import { findSession, noteSeen, type SessionRow } from './session-store.ts';

/**
 * Finds the person behind a session cookie. Results are cached for a second, as they are for API keys. A changed role
 * or a closed session therefore takes effect within a second, and immediately in the process that made the change.
 */
export type Sessions = {
  authenticate(token: string): Promise<Principal>;
  /** Returns the session of a cookie, or undefined if the cookie is missing or no longer valid. */
  find(token: string | undefined): Promise<SessionRow | undefined>;
  /** When the session expires if no more requests arrive. */
  expiresAt(session: { created_at: Date; last_seen_at: Date }): Date;
  /** A session that was created before `created` or last seen before `seen` has expired. */
  liveSince(): { created: Date; seen: Date };
  lifetimeSeconds: number;
  /**
   * Whether the person must set up a second factor before anything else. This is never required after single sign-on,
   * because the issuer is responsible for the second factor.
   */
  needsSecondFactor(session: SessionRow): boolean;
  forget(): void;
};

export type SessionSettings = {
  sessionIdleHours: number;
  sessionDays: number;
  operatorsNeedCodes: boolean;
  baseUrl: string;
};

const rememberMs = 1000;
const rememberedMax = 10_000;
/** Minimum time between two updates of the `last_seen_at` of a session. */
const seenEveryMs = 60_000;

type Known = { row: SessionRow; principal: Principal; until: number };

export function createSessions(ctx: { db: Db; clock: Clock; log: Log; config: SessionSettings }): Sessions {
  const known = new Map<string, Known>();
  const idleMs = ctx.config.sessionIdleHours * hourMs;
  const wholeMs = ctx.config.sessionDays * 24 * hourMs;

  function expiresAt(session: { created_at: Date; last_seen_at: Date }): Date {
    return new Date(Math.min(session.created_at.getTime() + wholeMs, session.last_seen_at.getTime() + idleMs));
  }

  async function look(token: string): Promise<Known | undefined> {
    const entry = known.get(token);
    if (entry && entry.until > performance.now()) return entry;
    const row = isTokenLike(token) ? await findSession(ctx.db.people, hashToken(token)) : undefined;
    // Unknown tokens are not cached, because anyone could fill the cache with them.
    if (!row) return undefined;
    if (known.size >= rememberedMax) known.clear();
    const fresh = { row, principal: toPrincipal(row, needsSecondFactor(row)), until: performance.now() + rememberMs };
    known.set(token, fresh);
    return fresh;
  }

  // `operatorsNeedCodes` can be turned off only on an installation without TLS, that is, on a test installation.
  const operatorsNeedIt = ctx.config.operatorsNeedCodes || ctx.config.baseUrl.startsWith('https:');

  function needsSecondFactor(row: SessionRow): boolean {
    const isDemanded = (row.is_operator && operatorsNeedIt) || row.second_factor_required === true;
    return isDemanded && !row.has_totp && row.signed_in_by !== 'single sign-on';
  }

  function isLive(row: SessionRow): boolean {
    return expiresAt(row).getTime() > ctx.clock.nowMs();
  }

  function touch(row: SessionRow): void {
    const at = ctx.clock.now();
    if (at.getTime() - row.last_seen_at.getTime() < seenEveryMs) return;
    row.last_seen_at = at;
    // A lost timestamp is harmless, so an error here must not fail the request.
    noteSeen(ctx.db.people, { sessionId: row.session_id, at }).catch((error) =>
      ctx.log.warn({ err: error }, 'could not record when a session was last seen'),
    );
  }

  return {
    async authenticate(token) {
      const found = await look(token);
      if (!found || !isLive(found.row)) throw sessionEnded();
      touch(found.row);
      return found.principal;
    },
    async find(token) {
      const found = token === undefined ? undefined : await look(token);
      return found && isLive(found.row) ? found.row : undefined;
    },
    expiresAt,
    liveSince() {
      const now = ctx.clock.nowMs();
      return { created: new Date(now - wholeMs), seen: new Date(now - idleMs) };
    },
    lifetimeSeconds: wholeMs / 1000,
    needsSecondFactor,
    forget: () => known.clear(),
  };
}

/** What a person may do depends on the role, not on scopes. So every person has all scopes. */
function toPrincipal(row: SessionRow, needsSecondFactor: boolean): Principal {
  const isInAccount = row.account_id !== null;
  return {
    accountId: row.account_id ?? noAccount,
    apiKeyId: null,
    person: {
      personId: row.person_id,
      sessionId: row.session_id,
      email: row.email,
      name: row.name,
      role: row.role,
      isOperator: row.is_operator,
      needsSecondFactor,
      provedMs: row.proved_at?.getTime() ?? 0,
    },
    keyName: '',
    scopes,
    companyTags: null,
    plan: isInAccount ? row.plan : 'paid',
    accountCreatedMs: isInAccount ? row.account_created_at.getTime() : 0,
    requestsPerMinute: null,
  };
}
