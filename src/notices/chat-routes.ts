import { byCall, writeAudit } from '../audit/write-audit.ts';
import type { Clock } from '../base/clock.ts';
import { newId } from '../base/ids.ts';
import type { Sealer } from '../base/secrets.ts';
import type { Db, Tx } from '../db/db.ts';
import { noAccount } from '../http/access/principal.ts';
import type { Call, Reply, Route } from '../http/route.ts';
import { wholePage } from '../lists/page/page-links.ts';
import { Page } from '../lists/wire.ts';
import type { EgressGuard } from '../outbound/egress-guard.ts';
import { type ChatRow, chatsStatement, deleteChat, insertChat, muteChat } from './choice-store.ts';
import { kindOf } from './kinds.ts';
import { chatMissing, chatUrlRefused, noticeKindRefused, tooManyChats } from './refusals.ts';
import { chatPlace } from './send-notices.ts';
import { ChatParams, NewNoticeChat, NoticeChat, NoticeChatChange } from './wire.ts';

export type ChatsContext = { db: Db; clock: Clock; sealer: Sealer; egressGuard: EgressGuard };

const chatsMax = 10;

/** Routes for the chat addresses of an account, and the same routes for the chat addresses of the operators. */
export function noticeChatRoutes(ctx: ChatsContext): Route[] {
  return [...routesFor(ctx, 'member'), ...routesFor(ctx, 'operator')];
}

const operations = {
  member: {
    list: { operation: 'getNoticeChats' },
    create: { operation: 'createNoticeChat' },
    change: { operation: 'changeNoticeChat' },
    remove: { operation: 'deleteNoticeChat' },
  },
  operator: {
    list: { operation: 'getOperatorNoticeChats' },
    create: { operation: 'createOperatorNoticeChat' },
    change: { operation: 'changeOperatorNoticeChat' },
    remove: { operation: 'deleteOperatorNoticeChat' },
  },
};

type Change = (tx: Tx, call: Call) => Promise<Reply>;

function routesFor(ctx: ChatsContext, audience: 'member' | 'operator'): Route[] {
  const isOperator = audience === 'operator';
  const prefix = isOperator ? '/operator/notices/chats' : '/notices/chats';
  const { list: listing, create, change, remove } = operations[audience];
  const whose = isOperator ? 'the operators' : 'the account';
  const shared: Pick<Route, 'tag' | 'scope' | 'access'> = isOperator
    ? { tag: 'Operator', scope: 'manage', access: 'operator' }
    : { tag: 'Team', scope: 'read', access: 'session' };
  const changed: typeof shared & Pick<Route, 'role'> = isOperator ? shared : { ...shared, role: 'administrator' };
  const one = { description: 'The chat address', schema: NoticeChat };

  /**
   * Operator routes open their own transaction and write their own audit entry. For the other routes, the server does
   * both.
   */
  function by(operation: string, make: Change): Pick<Route, 'act' | 'write'> {
    if (!isOperator) return { write: make };
    const act = (call: Call) =>
      ctx.db.transaction(noAccount, async (tx) => {
        const reply = await make(tx, call);
        await writeAudit(ctx, tx, {
          ...byCall(call),
          ...{ accountId: noAccount, operation },
          subject: { kind: 'chat', id: (call.params as { chatId?: string } | undefined)?.chatId },
          after: reply.body,
        });
        return reply;
      });
    return { act };
  }
  const list = async (call: Call) => {
    const accountId = isOperator ? noAccount : call.principal.accountId;
    const rows = await ctx.db.read(accountId, chatsStatement(accountId));
    const texts = rows.map((row) => JSON.stringify(showChat(ctx, row)));
    return { json: wholePage(texts, { self: call.self, pageSize: chatsMax }) };
  };
  return [
    {
      ...shared,
      method: 'GET',
      path: prefix,
      operationId: listing.operation,
      summary: `Get the chat addresses of ${whose}`,
      answers: {
        200: { description: 'The chat addresses', schema: Page(NoticeChat, 'All chat addresses, on one page') },
      },
      ...(isOperator ? { act: list } : { read: list }),
    },
    {
      ...changed,
      method: 'POST',
      path: prefix,
      operationId: create.operation,
      summary: 'Add a chat address',
      description: 'Notices of the given kinds are posted to this address as `{"text": "…"}`.',
      body: NewNoticeChat,
      answers: { 201: one },
      refusals: [409],
      ...by(create.operation, async (tx, call) => ({
        status: 201,
        body: await createChat(ctx, tx, call.body as NewNoticeChat, audience),
      })),
    },
    {
      ...changed,
      method: 'PATCH',
      path: `${prefix}/{chatId}`,
      operationId: change.operation,
      summary: 'Unmute a chat address',
      params: ChatParams,
      body: NoticeChatChange,
      answers: { 200: one },
      refusals: [404],
      ...by(change.operation, async (tx, call) => {
        const { chatId } = call.params as { chatId: string };
        if ((await muteChat(tx, { chatId, until: null })) === undefined) throw chatMissing();
        return { body: await findChat(ctx, tx, chatId) };
      }),
    },
    {
      ...changed,
      method: 'DELETE',
      path: `${prefix}/{chatId}`,
      operationId: remove.operation,
      summary: 'Remove a chat address',
      params: ChatParams,
      answers: { 204: { description: 'Removed' } },
      refusals: [404],
      ...by(remove.operation, async (tx, call) => {
        if (!(await deleteChat(tx, (call.params as { chatId: string }).chatId))) throw chatMissing();
        return { status: 204 };
      }),
    },
  ];
}

async function createChat(ctx: ChatsContext, tx: Tx, wanted: NewNoticeChat, audience: 'member' | 'operator') {
  const wrong = wanted.kinds.find((kind) => kindOf(kind)?.audience !== audience);
  if (wrong) throw noticeKindRefused({ kind: wrong });
  const url = URL.parse(wanted.url);
  const reason = url ? ctx.egressGuard.refusal(url) : 'must be an absolute URL';
  if (!url || reason !== undefined) throw chatUrlRefused({ reason: reason ?? '' });
  const { rows } = await chatsStatement(tx.accountId).execute(tx);
  if (rows.length >= chatsMax) throw tooManyChats(chatsMax);
  const chat_id = newId(ctx.clock);
  await insertChat(tx, {
    ...{ chat_id, name: wanted.name.trim(), kinds: wanted.kinds, created_at: ctx.clock.now() },
    url: ctx.sealer.seal(wanted.url, chatPlace(tx.accountId, chat_id)),
    shown_url: `${url.origin}/…${wanted.url.length > url.origin.length + 12 ? wanted.url.slice(-4) : ''}`,
  });
  return findChat(ctx, tx, chat_id);
}

async function findChat(ctx: ChatsContext, tx: Tx, chatId: string) {
  const { rows } = await chatsStatement(tx.accountId).execute(tx);
  const row = rows.find(({ chat_id }) => chat_id === chatId);
  if (!row) throw chatMissing();
  return showChat(ctx, row);
}

function showChat({ clock }: { clock: Clock }, row: ChatRow) {
  const { chat_id: chatId, name, shown_url: address, kinds, muted_until: until, last_error: lastError } = row;
  return {
    ...{ chatId, name, address, kinds },
    ...(until && until.getTime() > clock.nowMs() && { mutedUntil: until.toISOString() }),
    created: row.created_at.toISOString(),
    ...(row.last_sent_at && { lastSent: row.last_sent_at.toISOString() }),
    ...(lastError !== null && { lastError }),
  };
}
