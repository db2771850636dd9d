import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { minuteMs } from '../../src/base/durations.ts';
import { lookForConditions } from '../../src/notices/run-notices.ts';
import { sendNotices } from '../../src/notices/send-notices.ts';
import { createWebhookSender } from '../../src/outbound/webhook-sender.ts';
import type { TestApp } from '../harness.ts';

/** Inserts a consumer that has been failing since a time, as the lanes leave it behind. */
export async function makeFailingConsumer(
  app: TestApp,
  { accountId, name, since }: { accountId: string; name: string; since: Date | null },
): Promise<string> {
  const consumerId = randomUUID();
  await sql`insert into consumer (account_id, consumer_id, name, url, event_types, secret, created_at, failing_since)
    values (${accountId}, ${consumerId}, ${name}, 'http://127.0.0.1:1/', '{*}', 'sealed', now(), ${since})`.execute(
    app.ctx.db.system,
  );
  return consumerId;
}

export async function setFailing(app: TestApp, consumerId: string, since: Date | null): Promise<void> {
  await sql`update consumer set failing_since = ${since} where consumer_id = ${consumerId}::uuid`.execute(
    app.ctx.db.system,
  );
}

/** What the job does each minute, with all kinds, for as many minutes as given. */
export async function passMinutes(
  app: TestApp,
  clock: { advanceMs(ms: number): void },
  minutes: number,
): Promise<void> {
  const sender = createWebhookSender({ guard: app.ctx.egressGuard, proxyUrl: '', localAddress: '' });
  for (let i = 0; i < minutes; i++) {
    clock.advanceMs(minuteMs);
    await lookForConditions(app.ctx);
    await sendNotices({ ...app.ctx, sender }, { isStopping: () => false });
  }
  await sender.close();
}
