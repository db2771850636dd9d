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
  const { pathname, searchParams } = new URL(target, 'http://api.test');
  const { operationId, summary: title } = request.operation ?? {
    operationId: 'none',
    summary: `${method} ${pathname}`,
  };
  const refused = codeOf(answer.body);
  if (answer.status >= 400 && refused === undefined) return;
  for (const said of refused ? [refused] : [undefined, ...codesWithin(answer.body)]) {
    const key = said ? keyOfError(said) : keyOf({ operationId, requestBody: body, response: answer });
    if (seen.has(key)) continue;
    seen.add(key);
    const file = testFile();
    if (file === undefined) return;
    const query = searchParams.size > 0 ? Object.fromEntries(searchParams) : undefined;
    const actual = exampleOf({ title, request: { method, path: pathname, query, body }, answer });
    const example = stableExample(actual, said?.code ?? operationId);
    const captured: Captured = { operationId, ...(said && { code: said.code }), key, file, example };
    appendFileSync(join(folder, `${process.pid}.ndjson`), `${JSON.stringify(captured)}\n`);
  }
}

export function readCaptured(folder: string): Captured[] {
  return readdirSync(folder).flatMap((name) =>
    readFileSync(join(folder, name), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line): Captured => JSON.parse(line)),
  );
}

type ErrorText = { code: string; text: string };

/** Two examples of an error are the same if they have the same text. Numbers in it are limits, seconds and the like. */
const keyOfError = ({ code, text }: ErrorText) => `${code} ${stableExample(text, code).replaceAll(/\d+/g, '0')}`;

/** Two examples of an operation are the same if their requests and responses have the same fields and types. */
function keyOf({
  operationId,
  requestBody,
  response,
}: {
  operationId: string;
  requestBody: unknown;
  response: { status: number; body: unknown };
}): string {
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
    .replaceAll(/\batt_[0-9a-z]{8,10}\b/g, 'att_ayrhj5s62')
    .replaceAll(/("(?:code|state)":")[\w-]{40,}"/g, '$1AaHsVb8LcM-ZTIFBd7Jgemt04wDX2n2muwTW6SW8HcF"')
    .replaceAll(/\bc1\.\d{13}\.[\w-]{22}\.[\w-]+/g, 'c1.1794820467318.h2B0o6795ijs0LthDU2fAg.1OS-tZoKqFKLotb')
    .replaceAll(/\b(127\.0\.0\.1|localhost):\d{2,5}\b/g, 'hooks.lender.example');
  return JSON.parse(text) as T;
}

function codeOf(body: unknown): ErrorText | undefined {
  const { code, error } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  return typeof code === 'string' && typeof error === 'string' ? { code, text: error } : undefined;
}

/** Codes inside a successful response: the error of an MCP tool, and messages of a push that link to a code. */
function codesWithin(body: unknown): ErrorText[] {
  const { result, validation } = (body ?? {}) as {
    result?: { structuredContent?: { error?: { code: string; message: string } } };
    validation?: { errors: { message: string }[]; warnings: { message: string }[] };
  };
  const tool = result?.structuredContent?.error;
  const messages = [...(validation?.errors ?? []), ...(validation?.warnings ?? [])];
  return [
    ...(tool ? [{ code: tool.code, text: tool.message }] : []),
    ...messages.flatMap(({ message }) => {
      const code = / See \S+\/errors#(\w+)$/.exec(message)?.[1];
      return code ? [{ code, text: message }] : [];
    }),
  ];
}

function testFile(): string | undefined {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 60;
  const { stack = '' } = new Error();
  Error.stackTraceLimit = limit;
  return /\/((?:test|connectors)\/[\w./-]+\.test\.ts)/.exec(stack)?.[1];
}
