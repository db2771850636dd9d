import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '../report.ts';

/**
 * Sends POST /companies over plain sockets, which costs about 20 µs a request, so that the server is measured. Each
 * connection sends the next request when it has the last response; with `perSecond`, requests start at that rate.
 * Prints one JSON line at the end.
 */
export type SenderOptions = {
  url: string;
  /** Authorization headers; connections take them in turn. */
  keys: readonly string[];
  connections: number;
  seconds?: number;
  requests?: number;
  perSecond?: number;
  /** Report the id of every company, with the time of its response (ms since 1970). */
  isNoting?: boolean;
};
export type Sent = {
  created: number;
  /** Responses other than 200, and connections that were lost. */
  refused: number;
  lost: number;
  startedAt: number;
  endedAt: number;
  p50Ms: number;
  p99Ms: number;
  noted: [companyId: string, at: number][];
};

const options: SenderOptions = JSON.parse(process.env.SENDER_OPTIONS ?? '');
const { hostname, port } = new URL(options.url);
const now = () => performance.timeOrigin + performance.now();
const result: Sent = { created: 0, refused: 0, lost: 0, startedAt: now(), endedAt: 0, p50Ms: 0, p99Ms: 0, noted: [] };
const durations: number[] = [];
let started = 0;

type Line = { send(): Promise<void>; isOpen: boolean };

function open(key: string): Promise<Line> {
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  let done: (() => void) | undefined;
  let text = '';
  const line: Line = {
    isOpen: true,
    send: () => {
      const body = `{"name":"Company ${started} Ltd","tags":{"region":"EU"}}`;
      socket.write(
        `POST /companies HTTP/1.1\r\nhost: ${hostname}:${port}\r\nauthorization: ${key}\r\n` +
          `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      );
      return new Promise((resolve) => {
        done = resolve;
      });
    },
  };
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
    const headEnd = text.indexOf('\r\n\r\n');
    if (headEnd === -1) return;
    const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? Number.NaN);
    if (text.length < headEnd + 4 + length) return;
    take(text);
    text = '';
    done?.();
  });
  const close = () => {
    if (!line.isOpen) return;
    line.isOpen = false;
    result.lost++;
    done?.();
  };
  socket.on('error', close).on('close', close);
  return new Promise((resolve) => waitForSocket(socket, () => resolve(line)));
}

function waitForSocket(socket: Socket, ready: () => void): void {
  socket.once('connect', ready).once('error', ready);
}

function take(answer: string): void {
  if (!answer.startsWith('HTTP/1.1 200')) {
    result.refused++;
    return;
  }
  result.created++;
  if (options.isNoting) result.noted.push([/"companyId":"([^"]+)"/.exec(answer)?.[1] ?? '', now()]);
}

async function sendOne(line: Line): Promise<void> {
  started++;
  const start = performance.now();
  await line.send();
  durations.push(performance.now() - start);
}

const lines = await Promise.all(
  Array.from({ length: options.connections }, (_, at) => open(options.keys[at % options.keys.length] ?? '')),
);
result.startedAt = now();
const until = options.seconds === undefined ? Number.POSITIVE_INFINITY : performance.now() + options.seconds * 1000;
const most = options.requests ?? Number.POSITIVE_INFINITY;

if (options.perSecond === undefined) {
  const isOver = () => performance.now() >= until || started >= most;
  await Promise.all(
    lines.map(async (line) => {
      while (!isOver() && line.isOpen) await sendOne(line);
    }),
  );
} else {
  const idle = [...lines];
  const startedAt = performance.now();
  while (performance.now() < until) {
    const due = ((performance.now() - startedAt) / 1000) * options.perSecond;
    while (started < due) {
      const line = idle.shift();
      if (!line) break;
      sendOne(line).then(() => idle.push(line));
    }
    await sleep(1);
  }
  while (idle.length < lines.length) await sleep(5);
}
result.endedAt = now();
if (durations.length > 0) {
  result.p50Ms = percentile(durations, 50);
  result.p99Ms = percentile(durations, 99);
}
process.stdout.write(`${JSON.stringify(result)}\n`, () => process.exit(0));
