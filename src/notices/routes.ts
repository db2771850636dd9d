import { type Actor, byCall, writeAudit } from '../audit/write-audit.ts';
import type { Clock } from '../base/clock.ts';
import { dayMs } from '../base/durations.ts';
import type { Db, Tx } from '../db/db.ts';
import { secondFactorRequired } from '../http/access/access-refusals.ts';
import { noAccount, type Person } from '../http/access/principal.ts';
import { type Call, type Route, route } from '../http/route.ts';
import { wholePage } from '../lists/page/page-links.ts';
import { Page } from '../lists/wire.ts';
import type { ChatsContext } from './chat-routes.ts';
import {
  choicesStatement,
  memberStatement,
  muteChat,
  muteChoices,
  muteStatement,
  type NoticeRow,
  noticesMax,
  noticesStatement,
  replaceChoice,
} from './choice-store.ts';
import { kindOf, kinds } from './kinds.ts';
import { type Mute, readMuteToken } from './mute-token.ts';
import { muteLinkUnknown, noticeKindRefused } from './refusals.ts';
import { MuteParams, Notice, NoticeChoice, NoticeChoices, type NoticeKind, NoticeMute } from './wire.ts';

export type NoticesContext = ChatsContext & { muteKey: Buffer; mailer: unknown };
type Reading = { db: Db; clock: Clock };

/** How long notices are muted after a person has pressed the button on the page of a mute link. */
const mutedForMs = 7 * dayMs;
/** Anyone who has the message can use its mute link, so the audit log names the link, not a person. */
const muteLink: Actor = { kind: 'link', name: 'the mute link of a notice' };

/** Routes with which people choose and read their own notices, and routes for mute links. */
export function noticeRoutes(ctx: NoticesContext): Route[] {
  const own = { tag: 'Session', scope: 'read', access: 'session', isPersonal: true } as const;
  const open = { tag: 'Session', scope: 'read', access: 'open', params: MuteParams } as const;
  const choices = { 200: { description: 'Your choices', schema: NoticeChoices } };
  const muted = { 200: { description: 'The notices that the link mutes', schema: NoticeMute } };
  return [
    route({
      ...own,
      method: 'GET',
      path: '/session/notices',
      operationId: 'getNoticeChoices',
      summary: 'Get your choice of notices',
      description:
        'A notice reports a problem that a person must solve. It is sent when the problem begins and again when the problem ends. Notices are not webhook events, which the service never sends by e-mail.',
      answers: choices,
      act: async (call) => ({ body: await showChoices(ctx, call) }),
    }),
    route({
      ...own,
      method: 'PUT',
      path: '/session/notices',
      operationId: 'setNoticeChoice',
      summary: 'Choose notices of one kind',
      description:
        'Sets whether you get notices of this kind by e-mail and in the browser. If the kind is muted, the mute ends.',
      body: NoticeChoice,
      answers: choices,
      async act(call) {
        const { kind, email, browser } = call.body;
        const person = personOf(call);
        const accountId = await scopeOf(ctx, call, person, kind);
        const media = [...(email ? ['email'] : []), ...(browser ? ['browser'] : [])];
        await ctx.db.transaction(accountId, async (tx) => {
          await replaceChoice(tx, { personId: person.personId, kind, media });
          await writeAudit(ctx, tx, {
            ...byCall(call),
            ...{ accountId, operation: 'setNoticeChoice' },
            subject: { kind: 'person', id: person.personId, name: person.email },
            after: call.body,
          });
        });
        return { body: await showChoices(ctx, call) };
      },
    }),
    route({
      ...own,
      method: 'GET',
      path: '/session/notices/current',
      operationId: 'getNotices',
      summary: 'Get your notices',
      description:
        'The latest 50 notices of the kinds that you have chosen for the browser, on one page. Sorted by the time when the problem ended or, if it has not ended, when it began, newest first.',
      answers: { 200: { description: 'The notices', schema: Page(Notice, 'The notices') } },
      async act(call) {
        const { personId, isOperator } = personOf(call);
        const { accountId } = call.principal;
        const scopes = [...(accountId === noAccount ? [] : [accountId]), ...(isOperator ? [noAccount] : [])];
        const found = await Promise.all(
          scopes.map((scope) => ctx.db.read(scope, noticesStatement({ accountId: scope, personId }))),
        );
        const changedMs = ({ recovered_at, opened_at }: NoticeRow) => (recovered_at ?? opened_at).getTime();
        const newest = found.flat().sort((a, b) => changedMs(b) - changedMs(a));
        const texts = newest.slice(0, noticesMax).map((row) => JSON.stringify(showNotice(row)));
        return { json: wholePage(texts, { self: call.self, pageSize: noticesMax }) };
      },
    }),
    route({
      ...open,
      method: 'GET',
      path: '/notices/mutes/{token}',
      operationId: 'getNoticeMute',
      summary: 'Get the notices that a mute link mutes',
      description: 'Does not mute anything, because mail servers open links to check them.',
      answers: muted,
      refusals: [404],
      act: async ({ params }) => ({ body: await showMute(ctx, readLink(ctx, params.token)) }),
    }),
    route({
      ...open,
      method: 'POST',
      path: '/notices/mutes/{token}',
      operationId: 'muteNotices',
      summary: 'Mute notices with the link of a message',
      description:
        'For 7 days, the recipient of the message gets no e-mails about the kinds in that message. If the message was posted to a chat, no notices are posted there for 7 days.',
      answers: muted,
      refusals: [404],
      async act(call) {
        const mute = readLink(ctx, call.params.token);
        await ctx.db.transaction(mute.accountId, (tx) => muteFor(ctx, tx, mute, call));
        return { body: await showMute(ctx, mute) };
      },
    }),
  ];
}

function personOf({ principal: { person } }: Call): Person {
  if (!person) throw new Error('Only people have notices.');
  if (person.needsSecondFactor) throw secondFactorRequired();
  return person;
}

/** The account that the person's choice of this kind is stored under. `noAccount` for kinds about the installation. */
async function scopeOf(ctx: Reading, { principal }: Call, person: Person, kind: string): Promise<string> {
  const isForOperators = kindOf(kind)?.audience === 'operator';
  if (isForOperators && person.isOperator) return noAccount;
  const { accountId } = principal;
  if (isForOperators || !(await isMember(ctx, { accountId, personId: person.personId })))
    throw noticeKindRefused({ kind });
  return accountId;
}

/** An operator who has entered an account acts as its administrator, but is not a member of it. */
async function isMember({ db }: Reading, of: { accountId: string; personId: string }): Promise<boolean> {
  if (of.accountId === noAccount) return false;
  return (await db.read(of.accountId, memberStatement(of))).length > 0;
}

async function showChoices(ctx: NoticesContext, call: Call) {
  const { personId, isOperator } = personOf(call);
  const { accountId } = call.principal;
  const ofScope = async (scope: string, audience: 'member' | 'operator'): Promise<NoticeKind[]> => {
    const rows = await ctx.db.read(scope, choicesStatement({ accountId: scope, personId }));
    return kinds
      .filter((kind) => kind.audience === audience)
      .map(({ name: kind }) => {
        const has = (medium: string) => rows.find((row) => row.kind === kind && row.medium === medium);
        const until = has('email')?.muted_until;
        const isMuted = until && until.getTime() > ctx.clock.nowMs();
        return {
          ...{ kind, email: has('email') !== undefined, browser: has('browser') !== undefined },
          ...(isMuted && { mutedUntil: until.toISOString() }),
        };
      });
  };
  return {
    mail: ctx.mailer !== undefined,
    account: (await isMember(ctx, { accountId, personId })) ? await ofScope(accountId, 'member') : [],
    operator: isOperator ? await ofScope(noAccount, 'operator') : [],
  };
}

function showNotice({ condition_id, kind, name, detail, page, since, opened_at, recovered_at }: NoticeRow) {
  return {
    ...{ conditionId: condition_id, kind, name, detail, page },
    ...{ since: since.toISOString(), opened: opened_at.toISOString() },
    ...(recovered_at && { recovered: recovered_at.toISOString() }),
  };
}

function readLink({ muteKey, clock }: NoticesContext, token: string): Mute {
  const mute = readMuteToken(muteKey, token);
  if (!mute || mute.expires.getTime() <= clock.nowMs()) throw muteLinkUnknown();
  return mute;
}

async function showMute(ctx: Reading, mute: Mute) {
  const [row] = await ctx.db.read(mute.accountId, muteStatement(mute));
  if (!row) throw muteLinkUnknown();
  const { chat_name: chatName, account_name: accountName, muted_until: until } = row;
  return {
    medium: mute.medium,
    ...(chatName !== null && { chatName }),
    ...(accountName !== null && { accountName }),
    kinds: mute.kinds,
    ...(until && until.getTime() > ctx.clock.nowMs() && { mutedUntil: until.toISOString() }),
  };
}

async function muteFor(ctx: Reading, tx: Tx, mute: Mute, { address, correlationId }: Call): Promise<void> {
  if ((await muteStatement(mute).execute(tx)).rows.length === 0) throw muteLinkUnknown();
  const until = new Date(ctx.clock.nowMs() + mutedForMs);
  if (mute.medium === 'email') await muteChoices(tx, mute, until);
  else await muteChat(tx, { chatId: mute.recipientId, until });
  await writeAudit(ctx, tx, {
    ...{ accountId: mute.accountId, actor: muteLink, operation: 'muteNotices', address, correlationId },
    subject: { kind: mute.medium === 'email' ? 'person' : 'chat', id: mute.recipientId },
    after: { kinds: mute.kinds, mutedUntil: until.toISOString() },
  });
}
