import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A client's receiver of webhooks, which is never lost. It keeps every event that it has accepted. */
export type Received = {
  messageId: string;
  type: string;
  generatedAt: Date;
  connectionId: string | undefined;
  data: Record<string, unknown>;
  /** How often it arrived. */
  times: number;
};
export type Receiver = { url: string; events: Map<string, Received>; stop(): Promise<void> };

export async function startReceiver(): Promise<Receiver> {
  const events = new Map<string, Received>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk);
    } catch {
      // Daybook was killed while it sent this request. It was not accepted.
      return;
    }
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    const messageId = String(request.headers['webhook-id']);
    events.set(messageId, {
      messageId,
      type: body.RuleType,
      generatedAt: new Date(body.GeneratedAt),
      connectionId: body.DataConnectionId,
      data: body.Data,
      times: (events.get(messageId)?.times ?? 0) + 1,
    });
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    events,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
