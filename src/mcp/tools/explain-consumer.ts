import Type from 'typebox';
import { type CallOperation, path } from '../call-operation.ts';
import { maySeeWebhooks, tool } from '../tool.ts';
import { ToolError } from '../tool-error.ts';

type Consumer = {
  consumerId: string;
  name: string;
  url: string;
  status: string;
  disabledReason?: string;
  failingSince?: string;
  eventTypes: string[];
};
type Attempt = {
  consumerId: string;
  started: string;
  outcome: string;
  statusCode?: number;
  error?: string;
  answer?: string;
  nextAttempt?: string;
};

export const explainConsumer = tool({
  name: 'explain_consumer',
  title: 'Explain a failing webhook consumer',
  description:
    'Says why a webhook consumer (an endpoint that receives events) gets nothing or fails: its state, deliveries of the last day, the last attempts with the responses of the endpoint, when the next attempt is made, and what to do. Without consumerId, lists the consumers with their state.',
  isFor: maySeeWebhooks,
  needs: 'the scope "webhooks", and a key that is not limited to certain companies',
  input: Type.Object(
    { consumerId: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'Id of the consumer.' })) },
    { additionalProperties: false },
  ),
  async run({ call }, { consumerId }) {
    if (consumerId === undefined) {
      const { body } = await call({ path: '/webhooks/consumers', query: { pageSize: 100 } });
      return {
        data: { consumers: body.results.map(summaryOf), total: body.totalResults },
        rest: 'Call explain_consumer with a consumerId.',
      };
    }
    const consumer = await readConsumer(call, consumerId);
    const { body: stats } = await call({ path: path`/webhooks/consumers/${consumerId}/stats` });
    const { body: schedule } = await call({ path: path`/webhooks/consumers/${consumerId}/schedule` });
    const attempts = await lastAttempts(call, consumerId);
    const { totals, pending, waiting, failed } = stats;
    return {
      data: {
        consumer: { ...summaryOf(consumer), eventTypes: consumer.eventTypes },
        lastDay: { attempts: totals.attempts, delivered: totals.delivered, failed: totals.failed },
        messages: { pending, waitingForRetry: waiting, failedInLastDay: failed },
        nextAttempt: schedule.deliveries[0]?.upcoming[0]?.earliest,
        disablesAt: schedule.disablesAt,
        lastAttempts: attempts,
        whatToDo: adviceFor(consumer, attempts, { attempts: totals.attempts, pending, failed }),
      },
      rest: 'The API returns all attempts: GET /webhooks/messages/{messageId}/attempts.',
    };
  },
});

/** Without custom headers, which may contain secrets. */
function summaryOf({ consumerId, name, url, status, disabledReason, failingSince }: Consumer): object {
  return { consumerId, name, url, status, disabledReason, failingSince };
}

async function readConsumer(call: CallOperation, consumerId: string): Promise<Consumer> {
  try {
    return (await call({ path: path`/webhooks/consumers/${consumerId}` })).body;
  } catch (error) {
    if (!(error instanceof ToolError) || error.code !== 'notFound') throw error;
    const { code, message, details } = error;
    const whatToDo = 'Call explain_consumer without consumerId: it lists the consumers with their ids.';
    throw new ToolError({ code, message, whatToDo, details });
  }
}

const messagesRead = 3;

/** The newest attempts of the newest messages that failed or are pending for the consumer. */
async function lastAttempts(call: CallOperation, consumerId: string): Promise<(Attempt & { messageId: string })[]> {
  const found: (Attempt & { messageId: string })[] = [];
  for (const status of ['failed', 'pending']) {
    const { body } = await call({
      path: '/webhooks/messages',
      query: { query: `consumerId=${consumerId} && status=${status}`, pageSize: messagesRead },
    });
    for (const { messageId } of body.results) {
      const attempts = await call({
        path: path`/webhooks/messages/${messageId}/attempts`,
        query: { query: `consumerId=${consumerId}`, orderBy: '-started', pageSize: 3 },
      });
      found.push(...attempts.body.results.map((attempt: Attempt) => ({ messageId, ...attempt })));
    }
  }
  return found.sort((a, b) => (a.started < b.started ? 1 : -1)).slice(0, 10);
}

function adviceFor(
  consumer: Consumer,
  attempts: readonly Attempt[],
  counts: { attempts: number; pending: number; failed: number },
): string {
  const last = attempts[0];
  const then = 'Afterwards a person, or a program with the scope "webhooks", sends what failed again (recover).';
  if (consumer.disabledReason === 'client') return 'The consumer was disabled on purpose. Enable it to receive events.';
  if (consumer.status === 'disabled') return `The consumer was disabled. Fix the endpoint, then enable it. ${then}`;
  if (!last || last.outcome === 'delivered')
    return counts.attempts + counts.pending + counts.failed === 0
      ? 'Nothing was sent in the last day: no event matched its event types and channels.'
      : 'No attempt has failed recently. Nothing needs to be done.';
  const { statusCode: code } = last;
  if (code === undefined)
    return `The endpoint could not be reached (${last.error ?? 'no response'}). Check its address, its certificate and its firewall. ${then}`;
  if (code === 401 || code === 403)
    return `The endpoint rejects the request (${code}). Check the signature secret and the Authorization header that it expects. ${then}`;
  if (code === 404 || code === 410)
    return `There is no endpoint at this URL (${code}). Correct the URL of the consumer. ${then}`;
  if (code === 429) return 'The endpoint limits requests (429). Set a rate limit for the consumer.';
  if (code >= 300 && code < 400)
    return `The endpoint redirects (${code}), and redirects are not followed. Set the final URL in the consumer. ${then}`;
  if (code < 500)
    return `The endpoint rejects the event (${code}). Look at its response above and at its own log. ${then}`;
  return `The endpoint fails (${code}). Look at its own log for the time of the attempt. ${then}`;
}
