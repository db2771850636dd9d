import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Example } from '../../src/reference/examples.ts';
import { exampleOf, shownAddresses } from './example-of.ts';
import { openStabilizer } from './make-stable.ts';

/**
 * Errors, and operations that need a rare state, happen in tests all over the project. With DAYBOOK_CAPTURE_TO, every
 * test process writes one example of each kind into that folder. `npm run examples` keeps the best ones, and a run of
 * all tests fails if a kept one did not happen (check-captured.ts).
 */
export type Captured = { operationId: string; code?: string; key: string; file: string; example: Example };

const seen = new Set<string>();

export function capture(request: {
  /** Undefined for a path that the API does not have. */
  operation: { operationId: string; summary: string } | undefined;
  method: string;
  target: string;
  body: unknown;
  answer: { status: number; headers: Headers; body: unknown; text: string };
}): void {
  const folder = process.env.DAYBOOK_CAPTURE_TO;
  if (!folder) return;
  const { method, target, body, answer } = request;
  const { operationId, summary: title } = request.operation ?? { operationId: 'none', summary: 'No operation' };
  const code = codeOf(answer.body);
  if (answer.status >= 400 && code === undefined) return;
  const key = keyOf({ operationId, code, requestBody: body, response: answer });
  if (seen.has(key)) return;
  seen.add(key);
  const file = testFile();
  if (file === undefined) return;
  const { pathname, searchParams } = new URL(target, 'http://api.test');
  const query = searchParams.size > 0 ? Object.fromEntries(searchParams) : undefined;
  const actual = exampleOf({ title, request: { method, path: pathname, query, body }, answer });
  const example = stableExample(actual, code ?? operationId);
  const captured: Captured = { operationId, ...(code && { code }), key, file, example };
  appendFileSync(join(folder, `${process.pid}.ndjson`), `${JSON.stringify(captured)}\n`);
}

export function readCaptured(folder: string): Captured[] {
  return readdirSync(folder).flatMap((name) =>
    readFileSync(join(folder, name), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line): Captured => JSON.parse(line)),
  );
}

/**
 * What makes two examples the same: for an error its code and text without numbers, for an operation the fields of the
 * request and the response with their types.
 */
function keyOf(parts: {
  operationId: string;
  code: string | undefined;
  requestBody: unknown;
  response: { status: number; body: unknown };
}): string {
  const { operationId, code, requestBody, response } = parts;
  if (code !== undefined) {
    // Numbers are limits, seconds to wait and the like.
    const text = stableExample((response.body as { error: string }).error, code).replaceAll(/\d+/g, '0');
    return `${code} ${text}`;
  }
  return `${operationId} ${response.status} ${shapeOf(requestBody)} ${shapeOf(response.body)}`;
}

function shapeOf(value: unknown): string {
  if (Array.isArray(value)) return `[${[...new Set(value.map(shapeOf))].sort().join('|')}]`;
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value;
  const fields = Object.entries(value).map(([name, item]) => `${name}:${shapeOf(item)}`);
  return `{${fields.sort().join()}}`;
}

function stableExample<T>(actual: T, place: string): T {
  const stabilizer = openStabilizer(shownAddresses);
  const text = JSON.stringify(stabilizer.stable(actual, place, Date.now()))
    .replaceAll(/\bp[0-9a-f]{10}@example\.com/g, 'ada@lender.example')
    .replaceAll(/\baccount [0-9a-f]{8}\b/g, 'Lender AG')
    .replaceAll(/\b(127\.0\.0\.1|localhost):\d{2,5}\b/g, 'hooks.lender.example');
  return JSON.parse(text) as T;
}

function codeOf(body: unknown): string | undefined {
  const { code, error } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  return typeof code === 'string' && typeof error === 'string' ? code : undefined;
}

function testFile(): string | undefined {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 60;
  const { stack = '' } = new Error();
  Error.stackTraceLimit = limit;
  return /\/((?:test|connectors)\/[\w./-]+\.test\.ts)/.exec(stack)?.[1];
}
