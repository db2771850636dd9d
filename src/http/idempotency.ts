import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Clock } from '../base/clock.ts';
import { dayMs } from '../base/durations.ts';
import { ApiError } from '../base/errors.ts';
import { type Sealer, sealedPlace } from '../base/secrets.ts';
import type { Db, Tx } from '../db/db.ts';
import { idempotencyKeyInvalid, idempotencyKeyReused, requestUnderWay } from './refusals.ts';

/**
 * `runOnce` runs a change at most once per Idempotency-Key. It stores the response in the same database transaction as
 * the change, so that neither can exist without the other. The response is encrypted (`sealer`), because it can contain
 * a secret.
 */
export type StoredAnswer = { statusCode: number; headers: Record<string, string>; body: string | null };

export const idempotencyKeptMs = dayMs;

type Context = { db: Db; clock: Clock; sealer: Sealer };
type Request = { accountId: string; key: string; fingerprint: Buffer };
export type KeyedRequest = Request;

export function readIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header === 'string' && /^[\x20-\x7e]{1,255}$/.test(header)) return header;
  throw idempotencyKeyInvalid();
}

export function fingerprintOf(request: {
  method: string;
  url: string;
  body: unknown;
  ifMatch?: string | undefined;
}): Buffer {
  const condition = request.ifMatch === undefined ? [] : [request.ifMatch];
  return createHash('sha256')
    .update(JSON.stringify([request.method, request.url, request.body ?? null, ...condition]))
    .digest();
}

export async function runOnce(
  ctx: Context,
  request: Request,
  change: (tx: Tx) => Promise<StoredAnswer>,
  /** Renders an error response for storage. Errors 429 and 5xx are not stored, because a retry could succeed. */
  answerOf: (refusal: ApiError) => StoredAnswer,
): Promise<{ answer: StoredAnswer; replayed: boolean }> {
  return ctx.db.transaction(request.accountId, async (tx) => {
    if (!(await lockKey(tx, request))) throw requestUnderWay();
    const stored = await findAnswer(ctx, tx, request);
    if (stored) {
      touchAtCommit(tx, request);
      return { answer: stored, replayed: true };
    }
    await sql`savepoint change`.execute(tx);
    const forgetLater = tx.mark();
    let answer: StoredAnswer;
    try {
      answer = await change(tx);
    } catch (error) {
      if (!(error instanceof ApiError) || error.statusCode >= 500 || error.statusCode === 429) throw error;
      await sql`rollback to savepoint change`.execute(tx);
      forgetLater();
      answer = answerOf(error);
    }
    await storeAnswer(ctx, tx, request, answer);
    return { answer, replayed: false };
  });
}

/**
 * For a request whose effect is outside the database: stores `pending` under the key before the effect. Returns the
 * response that was stored before, which then counts. `settleKey` stores the outcome, or frees the key.
 */
export async function reserveKey(
  ctx: Context,
  tx: Tx,
  request: KeyedRequest,
  pending: StoredAnswer,
): Promise<StoredAnswer | undefined> {
  if (!(await lockKey(tx, request))) throw requestUnderWay();
  const stored = await findAnswer(ctx, tx, request);
  if (stored) touchAtCommit(tx, request);
  else await storeAnswer(ctx, tx, request, pending);
  return stored;
}

export async function settleKey(
  ctx: Context,
  tx: Tx,
  request: KeyedRequest,
  answer: StoredAnswer | undefined,
): Promise<void> {
  if (answer) return storeAnswer(ctx, tx, request, answer);
  await tx
    .deleteFrom('idempotent_request')
    .where('account_id', '=', request.accountId)
    .where('idempotency_key', '=', request.key)
    .execute();
}

/**
 * Writes something, so that the commit waits for a synchronous standby. Otherwise the stored response could be returned
 * although the standby has neither the change nor the response: the first request got 503 for that reason.
 */
function touchAtCommit(tx: Tx, { accountId, key }: Request): void {
  tx.atCommit(
    tx
      .updateTable('idempotent_request')
      .set({ created_at: sql`created_at` })
      .where('account_id', '=', accountId)
      .where('idempotency_key', '=', key)
      .compile(),
  );
}

/** Locks the key until the transaction ends; PostgreSQL releases the lock if the process dies. */
async function lockKey(tx: Tx, { accountId, key }: Request): Promise<boolean> {
  const { rows } = await sql<{
    locked: boolean;
  }>`select pg_try_advisory_xact_lock(hashtextextended(${`${accountId}|${key}`}, 0)) as locked`.execute(tx);
  return rows[0]?.locked ?? false;
}

async function findAnswer(
  ctx: Context,
  tx: Tx,
  { accountId, key, fingerprint }: Request,
): Promise<StoredAnswer | undefined> {
  const row = await tx
    .selectFrom('idempotent_request')
    .select(['fingerprint', 'status_code', 'headers', 'body', 'created_at'])
    .where('account_id', '=', accountId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
  if (!row || row.created_at.getTime() + idempotencyKeptMs <= ctx.clock.nowMs()) return undefined;
  if (!row.fingerprint.equals(fingerprint)) throw idempotencyKeyReused();
  const body =
    row.body === null ? null : ctx.sealer.unseal(row.body, sealedPlace('idempotent_request', accountId, key));
  return { statusCode: row.status_code, headers: row.headers, body };
}

async function storeAnswer(ctx: Context, tx: Tx, request: Request, answer: StoredAnswer): Promise<void> {
  const { accountId, key } = request;
  const row = {
    fingerprint: request.fingerprint,
    status_code: answer.statusCode,
    headers: JSON.stringify(answer.headers),
    body: answer.body === null ? null : ctx.sealer.seal(answer.body, sealedPlace('idempotent_request', accountId, key)),
    created_at: ctx.clock.now(),
  };
  await tx
    .insertInto('idempotent_request')
    .values({ account_id: accountId, idempotency_key: key, ...row })
    .onConflict((conflict) => conflict.columns(['account_id', 'idempotency_key']).doUpdateSet(row))
    .execute();
}
