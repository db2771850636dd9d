import { type Actor, writeAudit } from '../../audit/write-audit.ts';
import { newId } from '../../base/ids.ts';
import { noAccount } from '../../http/access/principal.ts';
import type { PeopleContext, SystemTx } from '../people-context.ts';
import { firstAccountOf, type PersonRow } from '../store.ts';
import { hashToken, makeSecretToken } from './secret-token.ts';
import { readSessionCookie, sessionCookieHeader } from './session-cookie.ts';
import { insertSession, noteSeen } from './session-store.ts';

/** Where a sign-in comes from. */
export type SignInPlace = {
  address: string;
  userAgent: string | undefined;
  /** The Cookie header of the request. If it contains an older session, that session is closed. */
  cookie: string | undefined;
  correlationId: string;
};

export type StartedSession = { sessionId: string; setCookie: string };

/**
 * Creates a session with a new token for every sign-in, so that a token that someone learned or planted earlier is
 * useless. The session starts in the given account, otherwise in the person's first account.
 */
export async function startSession(
  ctx: Pick<PeopleContext, 'clock' | 'sessions' | 'baseUrl' | 'tag'>,
  tx: SystemTx,
  started: {
    person: PersonRow;
    place: SignInPlace;
    accountId?: string;
    by: string;
    /** When the person last proved who they are; now, if it is not given. */
    provedAt?: Date;
  },
): Promise<StartedSession> {
  const { person, place, accountId, by } = started;
  const now = ctx.clock.now();
  const inAccount = accountId ?? (await firstAccountOf(tx, person.person_id)) ?? null;
  const { token, hash } = makeSecretToken(ctx);
  const sessionId = newId(ctx.clock);
  const before = readSessionCookie(place.cookie, ctx);
  if (before) await tx.deleteFrom('session').where('token_hash', '=', hashToken(before)).execute();
  await insertSession(tx, {
    session_id: sessionId,
    token_hash: hash,
    person_id: person.person_id,
    in_account: inAccount,
    created_at: now,
    last_seen_at: now,
    signed_in_by: by,
    proved_at: started.provedAt ?? now,
    address: place.address.slice(0, 100),
    user_agent: (place.userAgent ?? '').slice(0, 300),
  });
  await noteSeen(tx, { sessionId, at: now });
  await writeAudit(ctx, tx, {
    accountId: inAccount ?? noAccount,
    actor: personActor(person),
    operation: 'signIn',
    subject: { kind: 'session', id: sessionId, name: person.email },
    after: { by, userAgent: place.userAgent },
    address: place.address,
    correlationId: place.correlationId,
  });
  ctx.sessions.forget();
  const setCookie = sessionCookieHeader({ token, baseUrl: ctx.baseUrl, maxAgeSeconds: ctx.sessions.lifetimeSeconds });
  return { sessionId, setCookie };
}

export function personActor(person: PersonRow): Actor {
  return { kind: person.is_operator ? 'operator' : 'person', id: person.person_id, name: person.name };
}
