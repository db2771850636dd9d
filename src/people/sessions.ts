import type { Clock } from '../clock.ts';
import type { Db } from '../db/db.ts';
import { noAccount, type Principal, scopes } from '../http/principal.ts';
import type { Log } from '../log.ts';
import { sessionEnded } from './refusals.ts';
import { hashToken, isTokenLike } from './secret-token.ts';
import { findSession, noteSeen, type SessionRow } from './session-store.ts';

/**
 * Finds the person behind a session cookie. What was found is kept for a second, as keys are: a role that was changed, or a
 * session that was ended, counts everywhere within one, and at once in the process that did it.
 */
export type Sessions = {
  authenticate(token: string): Promise<Principal>;
  /** The session of a cookie that may be no longer good, or no cookie at all. */
  find(token: string | undefined): Promise<SessionRow | undefined>;
  /** When it ends, unless something comes from it. */
  expiresAt(session: { created_at: Date; last_seen_at: Date }): Date;
  /** Those that are older have ended. */
  liveSince(): { created: Date; seen: Date };
  lifetimeSeconds: number;
  /** Whether the person must set up a second factor before anything else. Of single sign-on, the issuer decides. */
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
const hourMs = 60 * 60 * 1000;
/** When somebody was seen last is written no more often than this. */
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
    const row = isTokenLike(token) ? await findSession(ctx.db.system, hashToken(token)) : undefined;
    // What is not known is not remembered: anybody can send it.
    if (!row) return undefined;
    if (known.size >= rememberedMax) known.clear();
    const fresh = { row, principal: toPrincipal(row, needsSecondFactor(row)), until: performance.now() + rememberMs };
    known.set(token, fresh);
    return fresh;
  }

  // Without TLS only a machine for trying things out can do without.
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
    // A lost time is no harm, a failing request would be.
    noteSeen(ctx.db.system, { sessionId: row.session_id, at }).catch((error) =>
      ctx.log.warn({ err: error }, 'when a session was seen was not recorded'),
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

/** Roles decide what a person may do, so they have every scope. */
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
