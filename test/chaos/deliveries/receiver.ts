import { createServer } from 'node:http';

/**
 * The consumers of the run, in a process that is never killed. POST /c/NAME is recorded and answered, under /c/slow…
 * after a second; for some messages the connection is reset the first time. GET /log?from=N returns the records.
 */
export type Noted = [consumer: string, messageId: string, at: number, isAnswered: 0 | 1];

const noted: Noted[] = [];
const resets = new Set<string>();
const resetOneIn = Number(process.env.RESET_ONE_IN ?? 400);

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://receiver');
  if (request.method !== 'POST') {
    response.end(JSON.stringify(noted.slice(Number(url.searchParams.get('from') ?? noted.length))));
    return;
  }
  const consumer = url.pathname.slice(3);
  const messageId = String(request.headers['webhook-id'] ?? '');
  request.resume();
  request.once('end', () => {
    const pair = `${consumer} ${messageId}`;
    const isReset = Number.parseInt(messageId.slice(-6), 16) % resetOneIn === 0 && !resets.has(pair);
    noted.push([consumer, messageId, Date.now(), isReset ? 0 : 1]);
    if (isReset) {
      resets.add(pair);
      request.socket.resetAndDestroy();
    } else if (consumer.startsWith('slow')) setTimeout(() => response.writeHead(204).end(), 1000);
    else response.writeHead(204).end();
  });
  request.once('error', () => {});
});
server.listen(Number(process.env.PORT), '0.0.0.0', 4096);
process.once('SIGTERM', () => process.exit(0));
