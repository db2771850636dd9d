import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';

/** Runs the load in its own process, so that its CPU time is not counted as the bench's. */
export type Load = { perSecond: number; p50Ms: number; p99Ms: number; bytesPerAnswer: number };

export type LoadTarget = { url: string; headers?: Record<string, string> };

type Outcome = {
  '2xx': number;
  '3xx': number;
  '4xx': number;
  '5xx': number;
  errors: number;
  duration: number;
  latency: { p50: number; p99: number };
  throughput: { total: number };
};

/**
 * `connections` clients send requests for `seconds`, each the next one as soon as it has received the last response.
 */
export async function load(
  target: LoadTarget,
  options: { connections: number; seconds: number; expected?: '2xx' | '3xx' },
): Promise<Load> {
  const headers = Object.entries(target.headers ?? {}).flatMap(([name, value]) => ['-H', `${name}=${value}`]);
  const outcome: Outcome = JSON.parse(
    await runAutocannon([
      '--json',
      '--no-progress',
      ...['-c', String(options.connections)],
      ...['-d', String(options.seconds)],
      ...headers,
      target.url,
    ]),
  );
  const answered = outcome[options.expected ?? '2xx'];
  const others = outcome['2xx'] + outcome['3xx'] + outcome['4xx'] + outcome['5xx'] - answered;
  // An error response is faster than a page: a single one makes the figure worthless.
  if (others > 0 || outcome.errors > 0 || answered === 0) {
    throw new Error(`${target.url}: ${answered} expected responses, ${others} others, ${outcome.errors} failures.`);
  }
  return {
    perSecond: answered / outcome.duration,
    p50Ms: outcome.latency.p50,
    p99Ms: outcome.latency.p99,
    bytesPerAnswer: Math.round(outcome.throughput.total / answered),
  };
}

function runAutocannon(args: string[]): Promise<string> {
  const program = createRequire(import.meta.url).resolve('autocannon');
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'ignore'] });
  const parts: Buffer[] = [];
  child.stdout.on('data', (part: Buffer) => parts.push(part));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(Buffer.concat(parts).toString());
      else reject(new Error(`autocannon ended with code ${code}.`));
    });
  });
}
