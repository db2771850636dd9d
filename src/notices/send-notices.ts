import { backoffMs } from '../base/backoff.ts';
import type { CellTag } from '../base/cell-tag.ts';
import type { Clock } from '../base/clock.ts';
import { dayMs, hourMs, minuteMs, secondMs } from '../base/durations.ts';
import { newId } from '../base/ids.ts';
import type { Log } from '../base/log.ts';
import { type Sealer, sealedPlace } from '../base/secrets.ts';
import type { Db } from '../db/db.ts';
import type { Running } from '../jobs/jobs.ts';
import type { Mailer } from '../outbound/mail.ts';
import type { WebhookSender } from '../outbound/webhook-sender.ts';
import { type Composed, chatBody, composeNotice } from './compose-notice.ts';
import { type KindName, kindNames } from './kinds.ts';
import { makeMuteToken } from './mute-token.ts';
import { claimMessage, findAddress, type Message, noteChat, settleMessage } from './store.ts';

export type SendContext = {
  db: Db;
  clock: Clock;
  log: Log;
  sealer: Sealer;
  /** Undefined if the operator has configured no mail server. */
  mailer: Mailer | undefined;
  sender: WebhookSender;
  muteKey: Buffer;
  tag: CellTag;
  config: { baseUrl: string };
};

/** Lease on a claimed message. It is longer than any attempt, which takes at most 30 s by SMTP and 15 s by HTTP. */
const leaseMs = 2 * minuteMs;
const atOnce = 4;
/**
 * Each run sends at most this many messages and stops after `sendForMs`; the next run, a minute later, sends the
 * others. So a mail server that hangs does not delay the next check for conditions.
 */
const messagesMax = 500;
const sendForMs = 45 * secondMs;
/** With these pauses, all attempts together take about a day. Then Daybook stops trying to send the message. */
const backoff = { firstMs: minuteMs, longestMs: hourMs };
const attemptsMax = 30;
const chatTimeoutMs = 15_000;
const muteLinkMs = 30 * dayMs;

/** The row to which the encrypted URL of a chat address is bound. */
export const chatPlace = (accountId: string, chatId: string) => sealedPlace('notice_chat', accountId, chatId);

type Outcome = { isSent: true } | { isSent: false; isFinal: boolean; error: string };

/**
 * Sends all due messages. Each message first gets a message id, then it is sent, and then its notices are marked as
 * sent. If the process crashes before that, the message is sent again with the same id. So each notice is sent at least
 * once.
 */
export async function sendNotices(ctx: SendContext, running: Running): Promise<void> {
  let left = messagesMax;
  const endsAt = performance.now() + sendForMs;
  async function claim(): Promise<Message | undefined> {
    if (left-- <= 0 || performance.now() >= endsAt || running.isStopping()) return undefined;
    const now = ctx.clock.now();
    const leaseUntil = new Date(now.getTime() + leaseMs);
    return claimMessage(ctx.db.system, { now, leaseUntil, newMessageId: newId(ctx.clock) });
  }
  async function work(first: Message | undefined): Promise<void> {
    for (let message = first; message; message = await claim())
      if (message.items.length > 0) await sendMessage(ctx, message);
  }
  // Most runs find nothing, and concurrent claims would open connections for that.
  const first = await claim();
  if (!first) return;
  await Promise.all([work(first), ...Array.from({ length: atOnce - 1 }, async () => work(await claim()))]);
}

async function sendMessage(ctx: SendContext, message: Message): Promise<void> {
  const { accountId, medium, recipientId, messageId, attempts } = message;
  const line = { accountId, medium, recipientId, messageId, attempts, conditions: message.items.length };
  // An error here, for example a chat URL that cannot be decrypted, must not stop the other messages.
  const outcome = await attempt(ctx, message).catch((error): Outcome => {
    ctx.log.error({ ...line, err: error }, 'notice could not be prepared');
    return { isSent: false, isFinal: false, error: 'the message could not be prepared' };
  });
  const now = ctx.clock.now();
  if (outcome.isSent) {
    ctx.log.info(line, 'notice sent');
    await settleMessage(ctx.db.system, message, { toldAt: now, dueAt: null });
    if (medium === 'chat') await noteChat(ctx.db.system, message, { sentAt: now });
    return;
  }
  const isOver = outcome.isFinal || attempts >= attemptsMax;
  const dueAt = isOver ? null : new Date(now.getTime() + backoffMs(attempts, backoff));
  if (isOver) ctx.log.error({ ...line, error: outcome.error }, 'notice given up');
  else ctx.log.warn({ ...line, error: outcome.error, next: dueAt }, 'notice not sent; it will be retried');
  await settleMessage(ctx.db.system, message, { toldAt: null, dueAt });
  if (medium === 'chat') await noteChat(ctx.db.system, message, { error: outcome.error.slice(0, 500) });
}

async function attempt(ctx: SendContext, message: Message): Promise<Outcome> {
  const { accountId, accountName, medium, recipientId, items } = message;
  const address = await findAddress(ctx.db.system, message);
  if (address === undefined) return { isSent: false, isFinal: true, error: 'the recipient no longer exists' };
  const { baseUrl } = ctx.config;
  const told = kindNames.filter((kind) => items.some((item) => item.kind === kind));
  const muteUrl = muteUrlOf(ctx, { accountId, medium, recipientId, kinds: told });
  const composed = composeNotice({ items, accountName, portalUrl: `${baseUrl}/portal`, muteUrl });
  if (medium === 'email') return mail(ctx, { message, to: address, composed, muteUrl });
  return post(ctx, { url: ctx.sealer.unseal(address, chatPlace(accountId, recipientId)), body: chatBody(composed) });
}

function muteUrlOf(
  { muteKey, tag, clock, config }: SendContext,
  of: { accountId: string; medium: 'email' | 'chat'; recipientId: string; kinds: KindName[] },
): string {
  const expires = new Date(clock.nowMs() + muteLinkMs);
  return `${config.baseUrl}/portal/mute/${tag(makeMuteToken(muteKey, { ...of, expires }))}`;
}

async function mail(
  ctx: SendContext,
  { message, to, composed, muteUrl }: { message: Message; to: string; composed: Composed; muteUrl: string },
): Promise<Outcome> {
  if (!ctx.mailer) return { isSent: false, isFinal: false, error: 'no mail server is configured (DAYBOOK_SMTP_URL)' };
  const { isSent, isFinal, error } = await ctx.mailer.send({
    to,
    ...composed,
    messageId: `<notice.${message.messageId}@${new URL(ctx.config.baseUrl).hostname}>`,
    date: ctx.clock.now(),
    headers: { 'Auto-Submitted': 'auto-generated', 'List-Unsubscribe': `<${muteUrl}>` },
  });
  if (isSent) return { isSent };
  return { isSent, isFinal, error: error ?? 'not sent' };
}

async function post(ctx: SendContext, { url, body }: { url: string; body: string }): Promise<Outcome> {
  const headers = ['content-type', 'application/json', 'user-agent', 'Daybook'];
  const answer = await ctx.sender.send({ url, headers, body, timeoutMs: chatTimeoutMs });
  if (answer.kind === 'none') return { isSent: false, isFinal: false, error: answer.error };
  const { status } = answer;
  if (status >= 200 && status < 300) return { isSent: true };
  const isFinal = status >= 400 && status < 500 && status !== 408 && status !== 429;
  return { isSent: false, isFinal, error: `the chat responded with ${status}` };
}
