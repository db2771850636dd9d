import { sql } from 'kysely';
import type { Db, Tx } from '../../db/db.ts';
import { requireEnabled } from '../consumers/require-enabled.ts';
import type { RedeliveryContext } from './resend-message.ts';

export type Retry = {
  total: number;
  /** What is more than one step: in transactions of its own, once the first is committed. */
  finish: () => Promise<void>;
};

/** Measured: 100,000 in one statement hold their rows for 1.7 s, and outcomes would wait for them; a step takes 40 ms. */
const messagesInStep = 2000;
const afterDisabling = 'What waited for it has ended: enable it, then recover what failed.';

/**
 * Every delivery that waits for its next attempt is due now. Its schedule goes on: the attempt counts as the next one.
 * Who dies before the end leaves the rest waiting as it was, and asking again brings it.
 */
export async function retryMessages(
  ctx: RedeliveryContext & { db: Db },
  tx: Tx,
  { consumerId }: { consumerId: string },
): Promise<Retry> {
  const at = ctx.clock.now();
  const found = await tx
    .selectFrom('consumer')
    .select(['lane', 'is_enabled', 'hold_until'])
    .where('account_id', '=', tx.accountId)
    .where('consumer_id', '=', consumerId)
    .executeTakeFirst();
  const { lane, hold_until } = requireEnabled(found, afterDisabling);
  const isHeld = hold_until !== null && hold_until > at;
  const steps = await findWaiting(tx, { lane, at });
  const total = isHeld ? await countLane(tx, lane) : steps.reduce((sum, step) => sum + step.n, 0);
  const bring = async (inside: Tx, step: Step) => {
    await bringForward(inside, { consumerId, at, step });
    inside.afterCommit(() => ctx.laneBell.ring([lane]));
  };

  if (isHeld) {
    await release(tx, { consumerId, at });
    tx.afterCommit(() => ctx.laneBell.ring([lane]));
  }
  const [first, ...others] = steps;
  if (first) await bring(tx, first);
  const { accountId } = tx;
  return {
    total,
    async finish() {
      for (const step of others) await ctx.db.transaction(accountId, (inside) => bring(inside, step));
    },
  };
}

/** Arrays as PostgreSQL writes them, to be handed back as they are. */
type Step = { messages: string; attempts: string; n: number };

/**
 * All at once, and before the first is brought: what fails anew meanwhile waits again, and must not be brought twice. Not
 * what is in flight, which is due. The oldest first.
 */
async function findWaiting(tx: Tx, { lane, at }: { lane: number; at: Date }): Promise<Step[]> {
  const { rows } = await sql<Step>`select array_agg(message_id order by message_id)::text as messages,
      array_agg(attempts order by message_id)::text as attempts, count(*) as n
    from (select message_id, attempts, (row_number() over (order by message_id) - 1) / ${messagesInStep}::int as step
      from delivery where account_id = ${tx.accountId}::uuid and lane = ${lane} and attempts > 0 and due_at > ${at}) waiting
    group by step order by step`.execute(tx);
  return rows;
}

async function bringForward(
  tx: Tx,
  { consumerId, at, step }: { consumerId: string; at: Date; step: Step },
): Promise<void> {
  await sql`update delivery d set due_at = ${at} from unnest(${step.messages}::uuid[], ${step.attempts}::int2[])
      w (message_id, attempts)
    where d.account_id = ${tx.accountId}::uuid and d.message_id = w.message_id and d.consumer_id = ${consumerId}::uuid
      and d.attempts = w.attempts and d.due_at > ${at}`.execute(tx);
}

/** Of an ordered consumer the first keeps its place and holds up all behind it. */
async function release(tx: Tx, { consumerId, at }: { consumerId: string; at: Date }): Promise<void> {
  await sql`update consumer set hold_until = null where account_id = ${tx.accountId}::uuid
    and consumer_id = ${consumerId}::uuid and hold_until > ${at}`.execute(tx);
}

async function countLane(tx: Tx, lane: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from delivery
    where account_id = ${tx.accountId}::uuid and lane = ${lane}`.execute(tx);
  return rows[0]?.n ?? 0;
}
