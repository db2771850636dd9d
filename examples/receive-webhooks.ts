import { createServer } from 'node:http';
// In a program of your own: from '@daybook/sdk'.
import { verifyWebhook, WebhookRefused } from '../sdk/src/daybook.ts';

/** `node examples/receive-webhooks.ts whsec_…`: receives deliveries on port 3000, verifies each, and prints its event. */
const secret = process.argv[2] ?? '';
const port = Number(process.argv[3] ?? 3000);
if (!secret.startsWith('whsec_')) {
  process.stderr.write(
    'Usage: node examples/receive-webhooks.ts SECRET [PORT]. A consumer shows its secret when it is made.\n',
  );
  process.exit(2);
}

/** A delivery can come twice: a program of your own keeps this where it keeps what follows from the events. */
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
server.listen(port, '127.0.0.1', () =>
  process.stdout.write(`Waiting for deliveries at http://localhost:${port}/hooks\n`),
);
