import { randomBytes } from 'node:crypto';
import { commandLine } from '../../../src/audit/write-audit.ts';
import { updatePerson } from '../../../src/people/store.ts';
import { createPerson } from '../../../src/people/team/create-person.ts';
import type { Stage } from './open-stage.ts';

/** People who sign in and switch cells by the router's address, as a browser does. */
export type People = { email: string; password: string };

/** One person, known in both cells by the same verified e-mail address. */
export async function makePeople({ cells }: Stage): Promise<People> {
  const person = { email: 'both@example.com', password: randomBytes(12).toString('hex') };
  for (const { base, account } of Object.values(cells)) {
    const member = { accountId: account.accountId, role: 'administrator' } as const;
    const { personId } = await createPerson(base, {
      ...{ ...person, name: 'Ada', isOperator: false, member, by: commandLine },
    });
    await updatePerson(base.db.people, personId, { email_verified_at: new Date() });
  }
  return person;
}

type Answer = { status: number; cookie: string; body: Shown };
type Shown = {
  account?: { accountId: string };
  cells?: { cell: string; isReachable: boolean; accounts: { accountId: string }[] }[];
};

async function send(url: string, request: string, { cookie = '', body }: { cookie?: string; body?: object } = {}) {
  const [method = 'GET', path = '/'] = request.split(' ');
  const answer = await fetch(url + path, {
    method,
    headers: { origin: url, ...(cookie && { cookie }), ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const made: Answer = {
    status: answer.status,
    cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '',
    body: (await answer.json().catch(() => ({}))) as Shown,
  };
  return made;
}

/**
 * Signs in at the first cell, switches to the account in the second one, and back. Returns 1 if each session is in the
 * right account, and the ended one is refused.
 */
export async function switchByRouter({ router, cells }: Stage, person: People): Promise<0 | 1> {
  const { url } = router;
  const first = await send(url, 'POST /session', { body: person });
  let cookie = first.cookie;
  let isRight = first.body.account?.accountId === cells.eu1.account.accountId && /=eu1\./.test(cookie);
  for (const to of ['eu2', 'eu1'] as const) {
    const { accountId } = cells[to].account;
    const { body } = await send(url, 'GET /session/elsewhere', { cookie });
    const listed = body.cells?.find(({ cell }) => cell === to)?.accounts ?? [];
    const switched = await send(url, 'POST /session/elsewhere', { cookie, body: { cell: to, accountId } });
    const then = await send(url, 'GET /session', { cookie: switched.cookie });
    const ended = await send(url, 'GET /session', { cookie });
    isRight &&= listed.some((one) => one.accountId === accountId) && then.body.account?.accountId === accountId;
    isRight &&= switched.cookie.includes(`=${to}.`) && ended.status === 401;
    cookie = switched.cookie;
  }
  return isRight ? 1 : 0;
}

/** While the first cell is dead: the person signs in at the other one, which names the dead one as not reachable. */
export async function signInWhileDead({ router, cells }: Stage, person: People): Promise<0 | 1> {
  const { body, cookie } = await send(router.url, 'POST /session', { body: person });
  const elsewhere = await send(router.url, 'GET /session/elsewhere', { cookie });
  const isNamed = elsewhere.body.cells?.some(({ cell, isReachable }) => cell === 'eu1' && !isReachable) ?? false;
  return body.account?.accountId === cells.eu2.account.accountId && isNamed ? 1 : 0;
}
