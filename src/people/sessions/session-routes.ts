import { byCall, writeAudit } from '../../audit/write-audit.ts';
import type { Call } from '../../http/route.ts';
import { type Route, route } from '../../http/route.ts';
import type { PeopleContext } from '../people-context.ts';
import { sessionMissing } from '../refusals.ts';
import { signIn } from '../sign-in/sign-in.ts';
import { hasPeople } from '../store.ts';
import { Session, SessionChange, SignIn, SignInMethods } from '../wire.ts';
import { changeSession } from './change-session.ts';
import { endedCookieHeader } from './session-cookie.ts';
import { deleteSession } from './session-store.ts';
import { showSession } from './show-session.ts';
import type { SignInPlace } from './start-session.ts';

export const peopleTag = 'Session';

/** Options of routes that concern only the signed-in person. Such routes require no role in an account. */
export const personal = { scope: 'read', access: 'session', isPersonal: true } as const;

export const placeOf = (call: Call): SignInPlace => ({
  address: call.address,
  userAgent: call.header('user-agent'),
  cookie: call.header('cookie'),
  correlationId: call.correlationId,
});

export function personIn(call: Pick<Call, 'principal'>) {
  const { person } = call.principal;
  if (!person) throw sessionMissing();
  return person;
}

/** Routes to sign in, read or change the session, and sign out. */
export function sessionRoutes(ctx: PeopleContext): Route[] {
  const one = { 200: { description: 'The session', schema: Session } };
  return [
    route({
      method: 'GET',
      path: '/session/methods',
      operationId: 'getSignInMethods',
      isServedInMaintenance: true,
      tag: peopleTag,
      summary: 'List sign-in methods',
      scope: 'read',
      access: 'open',
      answers: { 200: { description: 'The sign-in methods', schema: SignInMethods } },
      async act() {
        const { singleSignOn, mailer, db } = ctx;
        const body = {
          password: true,
          singleSignOn,
          mail: mailer !== undefined,
          hasPeople: await hasPeople(db.people),
        };
        return { body };
      },
    }),
    route({
      method: 'POST',
      path: '/session',
      operationId: 'signIn',
      isServedInMaintenance: true,
      tag: peopleTag,
      summary: 'Sign in',
      description:
        'The response sets the session cookie. If the person uses an authenticator app, a request without `code` returns 401 `codeRequired`. Send the request again with `code`.',
      scope: 'read',
      access: 'open',
      body: SignIn,
      answers: one,
      async act(call) {
        const { session, setCookie } = await signIn(ctx, { given: call.body, place: placeOf(call) });
        return { body: session, headers: { 'set-cookie': setCookie } };
      },
    }),
    route({
      method: 'GET',
      path: '/session',
      operationId: 'getSession',
      isServedInMaintenance: true,
      tag: peopleTag,
      summary: 'Get the current session',
      ...personal,
      answers: one,
      act: async (call) => ({ body: await showSession(ctx, personIn(call)) }),
    }),
    route({
      method: 'PATCH',
      path: '/session',
      operationId: 'changeSession',
      isServedInMaintenance: true,
      tag: peopleTag,
      summary: 'Switch to another account',
      description: 'Operators can switch to any account. Each switch is recorded in the audit log of that account.',
      ...personal,
      body: SessionChange,
      answers: one,
      refusals: [404],
      async act(call) {
        await changeSession(ctx, { call, accountId: call.body.accountId });
        return { body: await showSession(ctx, personIn(call)) };
      },
    }),
    route({
      method: 'DELETE',
      path: '/session',
      operationId: 'signOut',
      isServedInMaintenance: true,
      tag: peopleTag,
      summary: 'Sign out',
      ...personal,
      answers: { 204: { description: 'Signed out' } },
      async act(call) {
        const { personId, sessionId, email } = personIn(call);
        await ctx.db.people.transaction().execute(async (tx) => {
          await deleteSession(tx, { personId, sessionId });
          await writeAudit(ctx, tx, {
            ...byCall(call),
            operation: 'signOut',
            subject: { kind: 'session', id: sessionId, name: email },
          });
        });
        ctx.sessions.forget();
        return { status: 204, headers: { 'set-cookie': endedCookieHeader(ctx) } };
      },
    }),
  ];
}
