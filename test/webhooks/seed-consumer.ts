import { randomBytes } from 'node:crypto';
import { newId } from '../../src/base/ids.ts';
import { sealedPlace } from '../../src/base/secrets.ts';
import type { Context } from '../../src/context.ts';
import type { NewEvent } from '../../src/events/event-types.ts';

export type SeededConsumer = { accountId: string; consumerId: string; lane: number; secret: string };

/** Inserts a consumer directly into its table, for tests of its deliveries and not of its creation. */
export async function seedConsumer(
  ctx: Pick<Context, 'db' | 'sealer' | 'clock'>,
  options: {
    accountId: string;
    url: string;
    eventTypes?: string[];
    channels?: string[];
    headers?: Record<string, string>;
    authorization?: string;
    ratePerSecond?: number;
    concurrencyMax?: number;
    isOrdered?: boolean;
    disableOn410?: boolean;
    name?: string;
  },
): Promise<SeededConsumer> {
  const { accountId } = options;
  const consumerId = newId(ctx.clock);
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  const seal = (text: string, ...place: string[]) =>
    ctx.sealer.seal(text, sealedPlace('consumer', accountId, consumerId, ...place));
  const { lane } = await ctx.db.system
    .insertInto('consumer')
    .values({
      account_id: accountId,
      consumer_id: consumerId,
      name: options.name ?? 'seeded',
      url: options.url,
      event_types: options.eventTypes ?? ['*'],
      channels: options.channels ?? null,
      headers: options.headers ? seal(JSON.stringify(options.headers), 'headers') : null,
      authorization_header: options.authorization ? seal(options.authorization, 'authorization') : null,
      secret: seal(secret),
      rate_limit_per_second: options.ratePerSecond ?? null,
      concurrency_max: options.concurrencyMax ?? null,
      is_ordered: options.isOrdered ?? false,
      is_disabled_by_410: options.disableOn410 ?? false,
      created_at: ctx.clock.now(),
    })
    .returning('lane')
    .executeTakeFirstOrThrow();
  return { accountId, consumerId, lane, secret };
}

/** Emits events through the application's own `emit`, all in one transaction. */
export async function emitEvents(
  ctx: Pick<Context, 'db' | 'emit'>,
  { accountId, count = 1, companyId }: { accountId: string; count?: number; companyId?: string },
): Promise<void> {
  const events = Array.from(
    { length: count },
    (_, at): NewEvent => ({
      type: 'company.created',
      companyId: companyId ?? '0198c5a0-0000-7000-8000-000000000001',
      message: `Company ${at} was created.`,
      data: { name: `Company ${at}` },
    }),
  );
  await ctx.db.transaction(accountId, (tx) => ctx.emit(tx, events));
}
