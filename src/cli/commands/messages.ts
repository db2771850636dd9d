import { countOf } from '../../base/count-of.ts';
import { notFound } from '../../base/errors.ts';
import { isUuid } from '../../base/ids.ts';
import { startEngine } from '../../jobs/engine.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { readPage } from '../../lists/page/read-page.ts';
import { type ListQuery, pageSizeMax } from '../../lists/wire.ts';
import { readCursorKey } from '../../operations/cell-secret.ts';
import { oldestKeptId } from '../../webhooks/messages/id-range.ts';
import { attemptList, messageStatement } from '../../webhooks/messages/read-message.ts';
import { readMessages } from '../../webhooks/messages/read-messages.ts';
import {
  countRedelivery,
  type RedeliveryKind,
  requestRedelivery,
} from '../../webhooks/redelivery/request-redelivery.ts';
import { resendMessage } from '../../webhooks/redelivery/resend-message.ts';
import { retryMessages } from '../../webhooks/redelivery/retry-messages.ts';
import { type Command, type CommandInput, exampleId, numberOption, textOption, UsageError } from '../command.ts';
import { table } from '../table.ts';
import { type Base, withBase } from '../with-base.ts';
import { requireAccount, requireAccountId } from './account.ts';
import { requireConsumer } from './webhooks.ts';

/** Message log commands for the operator. They call the same functions as the API. */

export const webhooksMessages: Command = {
  name: 'webhooks messages',
  summary: "Show an account's newest messages and their delivery status",
  positionals: ['ACCOUNT_ID'],
  options: { query: { type: 'string' }, limit: { type: 'string' } },
  optionHelp: { query: 'filter, as for GET /webhooks/messages', limit: 'number of messages, up to 5000; default: 50' },
  examples: [
    `daybook webhooks messages ${exampleId} --query 'status=failed'`,
    `daybook webhooks messages ${exampleId} --query 'consumerId=${exampleId} && created>=2026-11-15'`,
  ],
  run: (input) =>
    withBase(input, async (base) => {
      const { accountId } = await requireAccount(base, input.positionals[0]);
      const pageSize = numberOption(input, 'limit', { fallback: 50, max: pageSizeMax });
      const query = textOption(input, 'query');
      const ctx = { ...base, cursorKey: await readCursorKey(base) };
      const wanted: ListQuery = { page: 1, pageSize, ...(query !== undefined && { query }) };
      const { body } = await readMessages(ctx, { accountId, query: wanted, self: '', search: '' });
      const { results: data, totalResults } = JSON.parse(body.toString());
      const columns = ['created', 'messageId', 'eventType', 'status', 'recipients', 'companyId'];
      return { data, text: `${table(data, columns)}\n\n${data.length} of ${totalResults} messages.` };
    }),
};

export const webhooksMessage: Command = {
  name: 'webhooks message',
  summary: 'Show one message with its body and its delivery to each consumer',
  positionals: ['ACCOUNT_ID', 'MESSAGE_ID'],
  examples: [`daybook webhooks message ${exampleId} ${exampleId}`],
  run: (input) =>
    withBase(input, async (base) => {
      const place = placeOf(base, input);
      const [row] = await base.db.read(place.accountId, messageStatement(place));
      if (!row) throw noMessage();
      const data = JSON.parse(row.json);
      const { body, deliveries, ...fields } = data;
      const lines = Object.entries(fields).map(([field, value]) => ({ field, value }));
      const columns = ['consumerId', 'status', 'attempts', 'lastAttempt', 'nextAttempt'];
      const text = [table(lines, ['field', 'value']), table(deliveries, columns), JSON.stringify(body, null, 2)];
      return { data, text: text.join('\n\n') };
    }),
};

export const webhooksAttempts: Command = {
  name: 'webhooks attempts',
  summary: 'Show every delivery attempt (HTTP request) of a message',
  positionals: ['ACCOUNT_ID', 'MESSAGE_ID'],
  examples: [`daybook webhooks attempts ${exampleId} ${exampleId}`],
  run: (input) =>
    withBase(input, async (base) => {
      const place = placeOf(base, input);
      const ctx = { ...base, cursorKey: await readCursorKey(base) };
      const request = { accountId: place.accountId, query: { page: 1, pageSize: 1000 }, self: '', search: '' };
      const { body, isFound } = await readPage(ctx, attemptList(place), request);
      if (!isFound) throw noMessage();
      const data = JSON.parse(body.toString()).results;
      const columns = ['started', 'consumerId', 'number', 'cause', 'outcome', 'statusCode', 'durationMs', 'error'];
      return { data, text: table(data, [...columns, 'nextAttempt']) };
    }),
};

export const webhooksResend: Command = {
  name: 'webhooks resend',
  summary: 'Resend a message with a new retry schedule; if the message is already waiting for a retry, retry it now',
  positionals: ['ACCOUNT_ID', 'MESSAGE_ID'],
  options: { consumer: { type: 'string' } },
  optionHelp: {
    consumer: 'resend only to this consumer; default: all consumers to which it was sent or that now subscribe to it',
  },
  examples: [`daybook webhooks resend ${exampleId} ${exampleId}`],
  run: (input) =>
    withBase(input, async (base) => {
      const place = placeOf(base, input);
      const consumerId = textOption(input, 'consumer');
      if (consumerId !== undefined && !isUuid(consumerId)) throw new UsageError('--consumer must be a UUID.');
      const { accountId, messageId } = place;
      const consumerIds = await base.db.transaction(accountId, async (tx) => {
        const sentTo = await resendMessage(base, tx, { ...place, ...(consumerId !== undefined && { consumerId }) });
        if (!sentTo) throw noMessage();
        await input.keep(base, tx, { accountId, data: { messageId, consumerIds: sentTo } });
        return sentTo;
      });
      const text =
        consumerIds.length > 0
          ? `Queued for ${consumerIds.join(', ')}.`
          : 'Nothing was queued: the message is already being sent, or no enabled consumer subscribes to it.';
      return { data: { messageId, consumerIds }, text };
    }),
};

export const webhooksRetry: Command = {
  name: 'webhooks retry',
  summary: 'Retry the pending messages of a webhook consumer now, for example after its receiver was fixed',
  positionals: ['CONSUMER_ID'],
  examples: [`daybook webhooks retry ${exampleId}`],
  run: (input) =>
    withBase(input, async (base) => {
      const { account, consumer: consumerId } = await requireConsumer(base, input);
      const data = await withJobs(base, (jobs) =>
        base.db.transaction(account, async (tx) => {
          const made = { account, consumerId, ...(await retryMessages({ ...base, jobs }, tx, { consumerId })) };
          await input.keep(base, tx, { accountId: account, data: made });
          return made;
        }),
      );
      const { total, redeliveryId } = data;
      const text =
        total === 0
          ? 'No message is waiting for a retry.'
          : `${countOf(total, 'message')} ${total === 1 ? 'is' : 'are'} being sent now${redeliveryId ? ` (redelivery ${redeliveryId})` : ''}.`;
      return { data, text };
    }),
};

export const webhooksRecover = redelivery(
  'recover',
  'Resend all messages that a webhook consumer has failed to receive since a given time',
);
export const webhooksReplay = redelivery(
  'replay',
  'Send all messages since a given time that were never sent to a webhook consumer',
);

function redelivery(kind: RedeliveryKind, summary: string): Command {
  return {
    name: `webhooks ${kind}`,
    summary,
    positionals: ['CONSUMER_ID'],
    options: { since: { type: 'string' }, until: { type: 'string' }, 'dry-run': { type: 'boolean' } },
    optionHelp: {
      since: 'only messages from this time on, such as 2026-11-15T02:00:00Z',
      until: 'only messages before this time; default: now',
      'dry-run': 'only count the messages',
    },
    examples: [
      `daybook webhooks ${kind} ${exampleId} --since 2026-11-15T02:00:00Z --dry-run`,
      `daybook webhooks ${kind} ${exampleId} --since 2026-11-15T02:00:00Z`,
    ],
    run: (input) =>
      withBase(input, async (base) => {
        const { account, consumer } = await requireConsumer(base, input);
        const [since, until] = [timeOption(input, 'since'), timeOption(input, 'until')];
        if (since === undefined) throw new UsageError('--since is required.');
        const asked = { consumerId: consumer, kind, since, ...(until !== undefined && { until }) };
        return withJobs(base, async (jobs) => {
          const ctx = { ...base, jobs };
          const counted = await base.db.transaction(account, (tx) => countRedelivery(ctx, tx, asked));
          if (input.options['dry-run'])
            return { data: counted, text: `${countOf(counted.total, 'message')}.`, isUnchanged: true };
          const data = await base.db.transaction(account, async (tx) => {
            const made = { ...counted, redeliveryId: await requestRedelivery(ctx, tx, asked) };
            await input.keep(base, tx, { accountId: account, data: made });
            return made;
          });
          const text = `${countOf(data.total, 'message')} ${data.total === 1 ? 'is' : 'are'} being queued: redelivery ${data.redeliveryId}.`;
          return { data, text };
        });
      }),
  };
}

/** Starts the job engine so that jobs can be queued. This process runs no jobs. */
async function withJobs<T>(base: Base, work: (jobs: Jobs) => Promise<T>): Promise<T> {
  const { databaseUrl: url, databasePooler: pooler } = base.config;
  const jobs = await startEngine({ url, log: base.log, worker: false, pooler, connections: base.db.connections });
  try {
    return await work(jobs);
  } finally {
    await jobs.stop();
  }
}

function timeOption(input: CommandInput, name: string): string | undefined {
  const text = textOption(input, name);
  if (text === undefined) return undefined;
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) throw new UsageError(`--${name} must be a time such as 2026-11-15T02:00:00Z.`);
  return new Date(ms).toISOString();
}

function placeOf(base: Base, input: CommandInput) {
  const accountId = requireAccountId(input.positionals[0]);
  const messageId = input.positionals[1] ?? '';
  if (!isUuid(messageId)) throw new UsageError('MESSAGE_ID must be a UUID; see "daybook webhooks messages".');
  return { accountId, messageId, oldest: oldestKeptId(base) };
}

const noMessage = () => notFound({ resource: 'message', service: 'webhooks' });
