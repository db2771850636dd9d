import { isUuid } from '../../base/ids.ts';
import { type EventName, eventNames, patternsFor } from '../../events/event-types.ts';
import { createOutbound, type Outbound } from '../../outbound/http.ts';
import { type Command, exampleId, textOption, UsageError } from '../command.ts';
import { table } from '../table.ts';
import { apiUrl } from './api-url.ts';

type Consumer = { consumerId: string; name: string; eventTypes: string[] };
type Sent = { eventType: string; consumer: string; consumerId: string; messageId: string };

export const trigger: Command = {
  name: 'trigger',
  summary: "Send an example of an event type to an account's webhook consumers, to try a receiver",
  positionals: ['EVENT_TYPE'],
  options: { key: { type: 'string' }, url: { type: 'string' }, consumer: { type: 'string' } },
  optionHelp: {
    key: 'API key with the scope "webhooks"',
    url: 'URL of the API (default http://localhost:8080)',
    consumer: 'only to this consumer, even if it does not subscribe to the event type',
  },
  examples: [
    'daybook trigger sync.completed --key dbk_…',
    "daybook trigger 'push.*' --key dbk_… --url https://api.example.com",
    `daybook trigger dataset.changed --key dbk_… --consumer ${exampleId}`,
  ],
  async run(input) {
    const types = typesOf(input.positionals[0] ?? '');
    const key = textOption(input, 'key');
    if (key === undefined) throw new UsageError('--key is required.');
    const consumerId = textOption(input, 'consumer');
    if (consumerId !== undefined && !isUuid(consumerId)) throw new UsageError('--consumer must be a UUID.');
    const outbound = createOutbound();
    try {
      const api = apiOf(outbound, { url: apiUrl(input), key });
      const sent = await sendExamples(api, { types, consumerId });
      const columns = ['eventType', 'consumer', 'messageId'];
      return { data: sent, text: `${table(sent, columns)}\n\nThe message log shows whether they were delivered.` };
    } finally {
      await outbound.close();
    }
  },
};

/** The event types that a name or a prefix such as `sync.*` stands for. */
function typesOf(pattern: string): EventName[] {
  const types = eventNames.filter((name) => patternsFor(name).includes(pattern));
  if (types.length === 0)
    throw new UsageError(
      `"${pattern}" is neither an event type nor a prefix such as sync.*. Event types: ${eventNames.join(', ')}.`,
    );
  return types;
}

async function sendExamples(
  api: ReturnType<typeof apiOf>,
  { types, consumerId }: { types: readonly EventName[]; consumerId: string | undefined },
): Promise<Sent[]> {
  const all: Consumer[] = consumerId
    ? [await api('GET', `/webhooks/consumers/${consumerId}`)]
    : (await api('GET', '/webhooks/consumers?query=status=enabled&pageSize=500')).results;
  const pairs = types.flatMap((eventType) =>
    all
      .filter(({ eventTypes }) => consumerId || patternsFor(eventType).some((one) => eventTypes.includes(one)))
      .map((consumer) => ({ eventType, consumer })),
  );
  if (pairs.length === 0)
    throw new UsageError('No enabled consumer subscribes to this event type. Create one, or name one with --consumer.');
  const sent: Sent[] = [];
  for (const { eventType, consumer } of pairs) {
    const { messageId } = await api('POST', `/webhooks/consumers/${consumer.consumerId}/test`, { eventType });
    sent.push({ eventType, consumer: consumer.name, consumerId: consumer.consumerId, messageId });
  }
  return sent;
}

function apiOf(outbound: Outbound, { url, key }: { url: string; key: string }) {
  const authorization = `Basic ${Buffer.from(key).toString('base64')}`;
  return async (method: 'GET' | 'POST', path: string, body?: object) => {
    const answer = await outbound.send({
      method,
      url: url + path,
      headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      timeoutMs: 30_000,
      answerBytesMax: 16_777_216,
    });
    if (answer.status < 300) return JSON.parse(answer.body);
    throw new UsageError(errorIn(answer.body) ?? `${method} ${path} returned status ${answer.status}.`);
  };
}

/** What the API says about the request, if the response is from the API and not from a proxy before it. */
function errorIn(body: string): string | undefined {
  try {
    return JSON.parse(body).error;
  } catch {
    return undefined;
  }
}
