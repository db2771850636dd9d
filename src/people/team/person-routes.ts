import { byCall, writeAudit } from '../../audit/write-audit.ts';
import { type Route, route } from '../../http/route.ts';
import { readPage } from '../../lists/page/read-page.ts';
import { ListQuery, Page } from '../../lists/wire.ts';
import type { PeopleContext } from '../people-context.ts';
import { sessionNotFound } from '../refusals.ts';
import { proveSession } from '../sessions/prove-session.ts';
import { peopleTag, personal, personIn } from '../sessions/session-routes.ts';
import { deleteSession, SessionEntry, sessionList } from '../sessions/session-store.ts';
import { showSession } from '../sessions/show-session.ts';
import {
  PasswordChange,
  PersonChange,
  RecoveryCodes,
  Session,
  SessionParams,
  SessionProof,
  TotpCode,
  TotpCodeQuery,
  TotpSetup,
} from '../wire.ts';
import { changeName, changePassword, confirmTotp, removeTotp, startTotp } from './change-person.ts';

/** Routes for a person's own profile, second factor and sessions. */
export function personRoutes(ctx: PeopleContext): Route[] {
  const common = { tag: peopleTag, ...personal };
  return [
    route({
      method: 'PUT',
      path: '/session/password',
      operationId: 'changePassword',
      summary: 'Change your password',
      description: 'Closes your other sessions.',
      ...common,
      sensitive: { told: 'Your password was changed', isProvedByInput: true },
      body: PasswordChange,
      answers: { 204: { description: 'Changed' } },
      async act(call) {
        await changePassword(ctx, { call, ...call.body });
        return { status: 204 };
      },
    }),
    route({
      method: 'POST',
      path: '/session/proof',
      operationId: 'proveSession',
      summary: 'Confirm your password',
      description:
        'Sensitive changes (second factor, API keys, roles, the Authorization header of a consumer) return 403 `proofRequired` if you last entered your password more than 15 minutes ago. If you have no password, sign in again.',
      ...common,
      body: SessionProof,
      answers: { 204: { description: 'Sensitive changes are allowed for the next 15 minutes' } },
      async act(call) {
        await proveSession(ctx, { call, ...call.body });
        return { status: 204 };
      },
    }),
    route({
      method: 'PATCH',
      path: '/session/person',
      operationId: 'changePerson',
      summary: 'Change your name',
      ...common,
      body: PersonChange,
      answers: { 200: { description: 'The session', schema: Session } },
      async act(call) {
        await changeName(ctx, { call, name: call.body.name });
        return { body: await showSession(ctx, personIn(call)) };
      },
    }),
    route({
      method: 'POST',
      path: '/session/totp',
      operationId: 'startTotp',
      summary: 'Set up an authenticator app',
      description: 'Nothing changes until you confirm a code from the app.',
      ...common,
      sensitive: {},
      answers: { 200: { description: 'The secret for the app', schema: TotpSetup } },
      refusals: [409],
      act: async (call) => ({ body: await startTotp(ctx, { call }) }),
    }),
    route({
      method: 'PUT',
      path: '/session/totp',
      operationId: 'confirmTotp',
      summary: 'Confirm the authenticator app',
      ...common,
      sensitive: { told: 'A second factor was set up' },
      body: TotpCode,
      answers: { 200: { description: 'Recovery codes to store safely', schema: RecoveryCodes } },
      refusals: [409],
      act: async (call) => ({ body: await confirmTotp(ctx, { call, code: call.body.code }) }),
    }),
    route({
      method: 'DELETE',
      path: '/session/totp',
      operationId: 'removeTotp',
      summary: 'Remove the authenticator app',
      ...common,
      sensitive: { told: 'The second factor was removed' },
      query: TotpCodeQuery,
      answers: { 204: { description: 'Removed' } },
      refusals: [409],
      async act(call) {
        await removeTotp(ctx, { call, code: call.query.code });
        return { status: 204 };
      },
    }),
    route({
      method: 'GET',
      path: '/session/all',
      operationId: 'listSessions',
      summary: 'List your sessions',
      ...common,
      query: ListQuery,
      answers: { 200: { description: 'A page of sessions', schema: Page(SessionEntry, 'A page of sessions') } },
      async read(call) {
        const { personId, sessionId } = personIn(call);
        const list = sessionList({ personId, sessionId, ...ctx.sessions.liveSince() });
        return { json: (await readPage(ctx, list, { ...call, accountId: personId })).body };
      },
    }),
    route({
      method: 'DELETE',
      path: '/session/all/{sessionId}',
      operationId: 'endSession',
      summary: 'Close one of your sessions',
      ...common,
      params: SessionParams,
      answers: { 204: { description: 'Closed' } },
      refusals: [404],
      async act(call) {
        const { personId, email } = personIn(call);
        const { sessionId } = call.params;
        await ctx.db.people.transaction().execute(async (tx) => {
          if (!(await deleteSession(tx, { personId, sessionId }))) throw sessionNotFound();
          await writeAudit(ctx, tx, {
            ...byCall(call),
            operation: 'endSession',
            subject: { kind: 'session', id: sessionId, name: email },
          });
        });
        ctx.sessions.forget();
        return { status: 204 };
      },
    }),
  ];
}
