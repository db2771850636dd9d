import { createServer } from 'node:http';

/**
 * The target of rules and consumers, in a process that is never killed. POST /c/NAME is recorded with the generation
 * that sent it; some events are rejected the first time, once per generation. GET /log returns the records.
 */
export type Noted = [target: string, eventId: string, generation: 'older' | 'newer', isTaken: 0 | 1, atMs: number];

const noted: Noted[] = [];
const refused = new Set<string>();
const refuseOneIn = 100;

const server = createServer((request, response) => {
  if (request.method !== 'POST') {
    response.end(JSON.stringify(noted));
    return;
  }
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.once('error', () => {});
  request.once('end', () => {
    const target = (request.url ?? '').slice(3);
    const { EventId: eventId, AlertId } = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, string>;
    const generation = AlertId === undefined ? 'newer' : 'older';
    const one = `${target} ${eventId} ${generation}`;
    const isRefused = Number.parseInt((eventId ?? '').slice(-6), 16) % refuseOneIn === 0 && !refused.has(one);
    if (isRefused) refused.add(one);
    noted.push([target, eventId ?? '', generation, isRefused ? 0 : 1, Date.now()]);
    response.writeHead(isRefused ? 503 : 204).end();
  });
});
server.listen(Number(process.env.PORT), '127.0.0.1', 4096);
process.once('SIGTERM', () => process.exit(0));
