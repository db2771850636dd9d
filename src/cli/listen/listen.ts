import { systemClock } from '../../base/clock.ts';
import { knownPatterns } from '../../events/event-types.ts';
import { createOutbound } from '../../outbound/http.ts';
import { newSecret } from '../../webhooks/consumers/secret.ts';
import { type Command, type CommandInput, textOption, UsageError } from '../command.ts';
import { requireAccount } from '../commands/account.ts';
import { withBase } from '../with-base.ts';
import { apiUrl, urlOption } from './api-url.ts';
import { apiSource, databaseSource, type EventSource } from './event-source.ts';
import { forwardEvents } from './forward-events.ts';

export const listen: Command = {
  name: 'listen',
  summary: "Forward an account's events to a local URL during development, until stopped",
  options: {
    forward: { type: 'string' },
    key: { type: 'string' },
    url: { type: 'string' },
    account: { type: 'string' },
    events: { type: 'string' },
    secret: { type: 'string' },
  },
  optionHelp: {
    forward: 'URL to POST events to, such as http://localhost:3000/hooks',
    key: 'API key with the scope "webhooks"; events are read through the API, and no other settings are needed',
    url: 'URL of the API, used with --key (default http://localhost:8080)',
    account: "instead of --key: read this account's events from the database, with the server's settings",
    events: 'comma-separated event types or prefixes; default: all',
    secret: 'signing secret to use; default: a new one is generated and printed',
  },
  examples: [
    'daybook listen --key dbk_… --forward http://localhost:3000/hooks',
    "daybook listen --account 019a… --forward http://localhost:3000/hooks --events 'sync.*,company.synced'",
  ],
  async run(input) {
    const account = textOption(input, 'account');
    const key = textOption(input, 'key');
    if ((account === undefined) === (key === undefined)) throw new UsageError('Give either --key or --account.');
    const outbound = createOutbound();
    try {
      if (account !== undefined) {
        await withBase(input, async (base) => {
          const { accountId } = await requireAccount(base, account);
          await run(input, outbound, databaseSource(base, accountId));
        });
      } else if (key !== undefined) {
        await run(input, outbound, apiSource({ outbound }, { url: apiUrl(input), key }));
      }
    } finally {
      await outbound.close();
    }
    return undefined;
  },
};

async function run(input: CommandInput, outbound: ReturnType<typeof createOutbound>, source: EventSource) {
  const forwardTo = urlOption(input, 'forward');
  const events = textOption(input, 'events')
    ?.split(',')
    .map((part) => part.trim());
  const unknown = events?.find((pattern) => !knownPatterns.has(pattern));
  if (unknown) throw new UsageError(`--events: "${unknown}" is neither an event type nor a prefix such as sync.*.`);
  const secret = textOption(input, 'secret') ?? newSecret();
  input.print(`Signing secret: ${secret}`);
  const stop = new AbortController();
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => stop.abort());
  await forwardEvents(
    { outbound, clock: systemClock },
    {
      source,
      forwardTo,
      secret,
      ...(events && { events }),
      pauseMs: 1000,
      signal: stop.signal,
      print: input.print,
    },
  );
}
