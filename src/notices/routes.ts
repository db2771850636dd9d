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

/** How long the button of a mute link mutes. */
const mutedForMs = 7 * dayMs;
/** Whoever has the message can use its link, so the person is unknown. */
const muteLink: Actor = { kind: 'link', name: 'the mute link of a notice' };

/** Routes for what a person is told. They concern only the calling person. */
export function noticeRoutes(ctx: NoticesContext): Route[] {
  const own = { tag: 'Session', scope: 'read', access: 'session', isPersonal: true } as const;
  const open = { tag: 'Session', scope: 'read', access: 'open', params: MuteParams } as const;
  const choices = { 200: { description: 'Your choices', schema: NoticeChoices } };
  const muted = { 200: { description: 'What the link mutes', schema: NoticeMute } };
  return [
    route({
      ...own,
      method: 'GET',
      path: '/session/notices',
      operationId: 'getNoticeChoices',
      summary: 'Get what you are told about',
      description:
        'Notices tell you of conditions that need a person, once when they begin and once when they end. They are not events of the webhooks, which the service never sends by e-mail.',
      answers: choices,
      act: async (call) => ({ body: await showChoices(ctx, call) }),
    }),
    route({
      ...own,
      method: 'PUT',
      path: '/session/notices',
      operationId: 'setNoticeChoice',
      summary: 'Choose what you are told about',
      description: 'Replaces the media of one kind, and ends its mute.',
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
        'The latest 50 notices for which you have chosen the browser, on one page. The one that began or ended last is first.',
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
      summary: 'Get what a mute link mutes',
      description: 'Changes nothing, because mail servers open links to check them.',
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
      description: 'For 7 days, the recipient of the message is told nothing about the kinds in that message.',
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

/** The account to which a choice of this kind belongs. */
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
