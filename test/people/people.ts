import { randomBytes } from 'node:crypto';
import { commandLine } from '../../src/audit/write-audit.ts';
import type { Role } from '../../src/http/access/principal.ts';
import { totpPlace } from '../../src/people/sign-in/check-code.ts';
import { hashRecoveryCode, makeRecoveryCodes } from '../../src/people/sign-in/totp.ts';
import { updatePerson } from '../../src/people/store.ts';
import { createPerson } from '../../src/people/team/create-person.ts';
import type { Answer, SendOptions } from '../client.ts';
import type { TestApp } from '../harness.ts';

/** People for tests: created as the operator creates them, signed in as a browser does. */
export const goodPassword = 'plum harbour ninety kites';
export const ownOrigin = { origin: 'http://api.test' };

export type Browser = {
  send: (request: string, options?: SendOptions) => Promise<Answer>;
  cookie: string;
};

export type TestPerson = { personId: string; email: string; signIn: (code?: string) => Promise<Browser> };

export async function makePerson(
  app: TestApp,
  wanted: { email?: string; name?: string; role?: Role; accountId?: string; isOperator?: boolean } = {},
): Promise<TestPerson> {
  const email = wanted.email ?? `p${randomBytes(5).toString('hex')}@example.com`;
  const { personId } = await createPerson(app.ctx, {
    email,
    name: wanted.name ?? 'Ada',
    password: goodPassword,
    isOperator: wanted.isOperator ?? false,
    ...(wanted.accountId && { member: { accountId: wanted.accountId, role: wanted.role ?? 'administrator' } }),
    by: commandLine,
  });
  if (!wanted.isOperator) return { personId, email, signIn: (code) => signInAs(app, { email, ...(code && { code }) }) };
  await useCodes(app, personId);
  return { personId, email, signIn: async () => signInAs(app, { email, code: await makeCode(app, personId) }) };
}

/** Sets up a second factor, which operators need. */
async function useCodes(app: TestApp, personId: string): Promise<void> {
  const totp_secret = app.ctx.sealer.seal('JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', totpPlace(personId));
  await updatePerson(app.ctx.db.system, personId, { totp_secret, totp_confirmed_at: app.ctx.clock.now() });
}

/** Creates a new recovery code each time. */
export async function makeCode(app: TestApp, personId: string): Promise<string> {
  const [code = ''] = makeRecoveryCodes();
  const hash = hashRecoveryCode({ personId, code });
  await app.ctx.db.system.insertInto('recovery_code').values({ person_id: personId, hash }).execute();
  return code;
}

export async function signInAs(
  app: TestApp,
  given: { email: string; password?: string; code?: string },
): Promise<Browser> {
  const answer = await trySignIn(app, given);
  if (answer.status !== 200) throw new Error(`not signed in: ${answer.text}`);
  return browserOf(app, answer);
}

export function trySignIn(
  app: TestApp,
  given: { email: string; password?: string; code?: string },
  headers: Record<string, string> = {},
): Promise<Answer> {
  return app.send('POST /session', {
    body: { password: goodPassword, ...given },
    headers: { ...ownOrigin, ...headers },
  });
}

export const cookieOf = (answer: Answer): string => (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';

/** Sends further requests with the cookie of a response, as the service's own pages do. */
export function browserOf(app: TestApp, answer: Answer): Browser {
  const cookie = cookieOf(answer);
  return {
    cookie,
    send: (request, options = {}) =>
      app.send(request, { ...options, headers: { cookie, ...ownOrigin, ...options.headers } }),
  };
}
