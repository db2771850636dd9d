import { notFound } from '../../base/errors.ts';
import { isUuid } from '../../base/ids.ts';
import type { Tx } from '../../db/db.ts';
import { disableConsumer, enableConsumer, rotateSecret } from '../../webhooks/consumers/change-consumer.ts';
import { createConsumer } from '../../webhooks/consumers/create-consumer.ts';
import { type ConsumerLine, readConsumerLines, readLatestAttempts } from '../../webhooks/consumers/operator-view.ts';
import { type SignatureKind, signatureKinds } from '../../webhooks/consumers/secret.ts';
import { sendTest } from '../../webhooks/consumers/send-test.ts';
import { type Command, type CommandInput, exampleId, textOption, UsageError } from '../command.ts';
import { table } from '../table.ts';
import { type Base, withBase } from '../with-base.ts';
import { requireAccountId } from './account.ts';

export const webhooksConsumers: Command = {
  name: 'webhooks consumers',
  summary: 'List webhook consumers; disabled, failing and backlogged ones come first',
  options: { account: { type: 'string' }, trouble: { type: 'boolean' } },
  optionHelp: {
    account: 'only consumers of this account; default: all accounts',
    trouble: 'only disabled or failing consumers',
  },
  examples: ['daybook webhooks consumers --trouble', `daybook webhooks consumers --account ${exampleId} --json`],
  run: (input) =>
    withBase(input, async (base) => {
      const account = textOption(input, 'account');
      const accountId = account === undefined ? undefined : requireAccountId(account);
      const data = await readConsumerLines(base, { accountId, isTrouble: input.options.trouble === true });
      const columns = ['consumer', 'account', 'name', 'url', 'status', 'failingSince', 'pending', 'oldestDue'];
      return { data, text: table(data, columns) };
    }),
};

export const webhooksConsumer: Command = {
  name: 'webhooks consumer',
  summary: 'Show one webhook consumer and its latest attempts',
  positionals: ['CONSUMER_ID'],
  examples: [`daybook webhooks consumer ${exampleId}`],
  run: (input) =>
    withBase(input, async (base) => {
      const consumer = await requireConsumer(base, input);
      const attempts = await readLatestAttempts(base, consumer);
      const fields = Object.entries(consumer).map(([field, value]) => ({ field, value }));
      const columns = ['started', 'message', 'number', 'status', 'durationMs', 'error', 'next'];
      const text = `${table(fields, ['field', 'value'])}\n\nLatest attempts:\n${table(attempts, columns)}`;
      return { data: { ...consumer, attempts }, text };
    }),
};

export const webhooksCreate: Command = {
  name: 'webhooks create',
  summary: 'Create a webhook consumer; its secret is shown once',
  positionals: ['ACCOUNT_ID', 'URL'],
  options: {
    name: { type: 'string' },
    events: { type: 'string' },
    companies: { type: 'string' },
    filter: { type: 'string' },
    fields: { type: 'string' },
    signature: { type: 'string' },
  },
  optionHelp: {
    name: 'name of the consumer; default: operator',
    events: 'comma-separated event types or prefixes; default: * (all)',
    companies: 'comma-separated company ids; default: all companies',
    filter: 'send only events that match, for example Data.dataType=invoices',
    fields: 'comma-separated fields to send, for example Data.syncId,Message; default: all',
    signature: 'sharedSecret (the default) or ed25519',
  },
  examples: [`daybook webhooks create ${exampleId} https://client.example/hooks --events sync.*,company.synced`],
  run: (input) =>
    withBase(input, async (base) => {
      const accountId = requireAccountId(input.positionals[0]);
      const events = listOption(input, 'events');
      const companies = listOption(input, 'companies');
      const [filter, fields] = [textOption(input, 'filter'), listOption(input, 'fields')];
      const signature = signatureOption(input);
      if (companies?.some((id) => !isUuid(id))) throw new UsageError('--companies must be comma-separated UUIDs.');
      const wanted = {
        name: textOption(input, 'name') ?? 'operator',
        url: input.positionals[1] ?? '',
        ...(events && { eventTypes: events }),
        ...(companies && { channels: companies }),
        ...(filter !== undefined && { filter }),
        ...(fields && { fields }),
        ...(signature && { signature }),
      };
      const data = await base.db.transaction(accountId, async (tx) => {
        const made = await createConsumer(base, tx, wanted);
        await input.keep(base, tx, { accountId, data: made });
        return made;
      });
      return { data, text: `${data.consumerId}\n${keyText(data)}` };
    }),
};

export const webhooksEnable = change({
  name: 'webhooks enable',
  summary: 'Enable a webhook consumer; use "webhooks recover" afterwards to resend failed messages',
  run: async (base, tx, consumerId) => {
    await enableConsumer(base, tx, { consumerId });
    return { data: { consumerId, status: 'enabled' }, text: 'Enabled. New events are sent to the consumer.' };
  },
});

export const webhooksDisable = change({
  name: 'webhooks disable',
  summary: 'Disable a webhook consumer: nothing more is sent to it, and its pending deliveries are cancelled',
  run: async (base, tx, consumerId) => {
    await disableConsumer(base, tx, { consumerId });
    const text = 'Disabled. Pending deliveries are cancelled within seconds.';
    return { data: { consumerId, status: 'disabled' }, text };
  },
});

export const webhooksRotate = change({
  name: 'webhooks rotate',
  summary:
    'Rotate the signing secret or key; a new secret is shown once, and messages are signed with both for one more day',
  run: async (base, tx, consumerId) => {
    const data = await rotateSecret(base, tx, { consumerId });
    return { data: { consumerId, ...data }, text: keyText(data) };
  },
});

export const webhooksTest = change({
  name: 'webhooks test',
  summary: 'Send an example event to a webhook consumer',
  options: { event: { type: 'string' } },
  optionHelp: { event: 'the event type; default: one that the consumer subscribes to' },
  run: async (base, tx, consumerId, input) => {
    const data = await sendTest(base, tx, { consumerId, eventType: textOption(input, 'event') });
    const text = `Queued. To see the result: daybook webhooks attempts ${tx.accountId} ${data.messageId}`;
    return { data, text };
  },
});

function change(command: {
  name: string;
  summary: string;
  options?: NonNullable<Command['options']>;
  optionHelp?: Record<string, string>;
  run: (base: Base, tx: Tx, consumerId: string, input: CommandInput) => Promise<{ data: object; text: string }>;
}): Command {
  return {
    ...command,
    positionals: ['CONSUMER_ID'],
    examples: [`daybook ${command.name} ${exampleId}`],
    run: (input) =>
      withBase(input, async (base) => {
        const { account, consumer } = await requireConsumer(base, input);
        return base.db.transaction(account, async (tx) => {
          const result = await command.run(base, tx, consumer, input);
          await input.keep(base, tx, { accountId: account, data: result.data });
          return result;
        });
      }),
  };
}

export async function requireConsumer(base: Base, input: CommandInput): Promise<ConsumerLine> {
  const [consumerId = ''] = input.positionals;
  if (!isUuid(consumerId)) throw new UsageError('CONSUMER_ID must be a UUID; see "daybook webhooks consumers".');
  const [found] = await readConsumerLines(base, { consumerId });
  if (!found) throw notFound({ resource: 'consumer', service: 'webhooks' });
  return found;
}

function signatureOption(input: CommandInput): SignatureKind | undefined {
  const text = textOption(input, 'signature');
  const known = signatureKinds.find((kind) => kind === text);
  if (text !== undefined && !known) throw new UsageError(`--signature must be ${signatureKinds.join(' or ')}.`);
  return known;
}

const keyText = ({ secret, publicKey }: { secret?: string; publicKey?: string }) =>
  publicKey ?? `${secret}\n\nStore the secret safely: it is not shown again.`;

function listOption(input: CommandInput, name: string): string[] | undefined {
  return textOption(input, name)
    ?.split(',')
    .map((part) => part.trim());
}
