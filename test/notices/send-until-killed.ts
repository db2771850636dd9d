import { settableClock } from '../../src/base/clock.ts';
import { minuteMs } from '../../src/base/durations.ts';
import { openContext } from '../../src/context.ts';
import { lookForConditions } from '../../src/notices/run-notices.ts';
import { sendNotices } from '../../src/notices/send-notices.ts';
import { createWebhookSender } from '../../src/outbound/webhook-sender.ts';
import { testConfig } from '../harness.ts';

/** A process of its own that looks and sends, for a test that kills it: databaseUrl, smtpUrl, time. */
const [databaseUrl = '', smtpUrl = '', time = ''] = process.argv.slice(2);
const clock = settableClock(time);
const config = testConfig(databaseUrl, { smtpUrl, mailFrom: 'Daybook <daybook@example.com>', role: 'api' });
const ctx = await openContext(config, { clock });
const sender = createWebhookSender({ guard: ctx.egressGuard, proxyUrl: '', localAddress: '' });
await lookForConditions(ctx);
clock.advanceMs(2 * minuteMs);
await sendNotices({ ...ctx, sender }, { isStopping: () => false });
await sender.close();
await ctx.dispose();
