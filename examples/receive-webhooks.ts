import { createServer } from 'node:http';
// In your own program, import from '@daybook/sdk'.
import { verifyWebhook, WebhookRefused } from '../sdk/src/daybook.ts';

/** `node examples/receive-webhooks.ts whsec_…` receives webhooks on port 3000, verifies each one and prints its event. */
const secret = process.argv[2] ?? '';
const port = Number(process.argv[3] ?? 3000);
// Accepts connections from this machine only. In a container, set LISTEN_ADDRESS to 0.0.0.0.
const host = process.env.LISTEN_ADDRESS ?? '127.0.0.1';
if (!secret.startsWith('whsec_')) {
  process.stderr.write(
    'Usage: node examples/receive-webhooks.ts SECRET [PORT]. The secret is shown once, when you create the consumer.\n',
  );
  process.exit(2);
}

/**
 * Ids of the messages received so far, because a message can arrive more than once. Your own program should store the
 * ids together with the results of processing the messages.
 */
const seen = new Set<string>();

const server = createServer(async (request, response) => {
  try {
    let body = '';
    for await (const part of request.setEncoding('utf8')) body += part;
    const { messageId, event } = await verifyWebhook({ body, headers: request.headers, secret });
    const again = seen.has(messageId) ? ' (again)' : '';
    seen.add(messageId);
    process.stdout.write(`verified  ${event.RuleType}  ${event.Message}${again}\n`);
    response.writeHead(204).end();
  } catch (error) {
    process.stdout.write(`refused   ${error instanceof Error ? error.message : error}\n`);
    response.writeHead(error instanceof WebhookRefused ? 400 : 500).end();
  }
});
server.listen(port, host, () => process.stdout.write(`Waiting for deliveries at http://localhost:${port}/hooks\n`));
// As process 1 of a container, Node ignores these signals unless the program handles them.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(0));
