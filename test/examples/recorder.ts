import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { SettableClock } from '../../src/base/clock.ts';
import type { Example } from '../../src/reference/examples.ts';
import type { Answer } from '../client.ts';
import type { TestApp } from '../harness.ts';
import { exampleOf } from './example-of.ts';
import { openStabilizer } from './make-stable.ts';

export type Wanted = {
  /** A few words, such as "Create a company". Default: the summary of the operation. */
  title?: string;
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  /** Shown in the example. */
  headers?: Record<string, string>;
  /** Who sends the request. */
  as?: Sender;
  /** What the examples show instead of values of this response that are different every time. */
  // biome-ignore lint/suspicious/noExplicitAny: a response's body is whatever the server sent.
  named?: (body: any) => Record<string, string>;
};

/** Headers that authenticate a request; they are not part of the example. */
export type Sender = Record<string, string>;

export type Recorder = {
  /** Sends a request, checks the response against the OpenAPI document and keeps both as an example. */
  record(operationId: string, wanted?: Wanted): Promise<Answer>;
  /** Does the same without keeping it, for what only prepares an example. */
  call(operationId: string, wanted?: Wanted): Promise<Answer>;
  examples(): Map<string, Example[]>;
  nowMs(): number;
  /** Lets time pass: the clock stands still otherwise. */
  pass(ms: number): void;
};

type Operation = { method: string; path: string; summary: string };

/** `names`: what the examples show instead of addresses and other values that are different every time. */
export function openRecorder(
  app: TestApp,
  { clock, sender, names }: { clock: SettableClock; sender: Sender; names: Record<string, string> },
): Recorder {
  const operations = readOperations();
  const stabilizer = openStabilizer(names);
  const kept = new Map<string, Example[]>();

  async function call(operationId: string, wanted: Wanted = {}): Promise<Answer> {
    const query = new URLSearchParams(wanted.query).toString();
    const answer = await app.send(
      `${require(operationId).method} ${pathOf(operationId, wanted)}${query && `?${query}`}`,
      {
        headers: { ...(wanted.as ?? sender), ...wanted.headers },
        ...(wanted.body !== undefined && { body: wanted.body }),
      },
    );
    assert.ok(answer.status < 400, `${operationId}: ${answer.status} ${answer.text}`);
    return answer;
  }

  function pathOf(operationId: string, { params }: Wanted): string {
    return require(operationId).path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const value = params?.[name];
      assert.ok(value !== undefined, `${operationId} needs the parameter ${name}`);
      return encodeURIComponent(value);
    });
  }

  function require(operationId: string): Operation {
    const operation = operations.get(operationId);
    assert.ok(operation, `openapi.json has no operation ${operationId}`);
    return operation;
  }

  return {
    call,
    async record(operationId, wanted = {}) {
      const sentMs = clock.nowMs();
      const answer = await call(operationId, wanted);
      Object.assign(names, wanted.named?.(answer.body));
      const { method, summary } = require(operationId);
      const { title = summary, query, headers, body } = wanted;
      const request = { method, path: pathOf(operationId, wanted), query, headers, body };
      const example = exampleOf({ title, request, answer });
      const all = kept.get(operationId) ?? [];
      all.push(stabilizer.stable(example, operationId, sentMs) as Example);
      kept.set(operationId, all);
      return answer;
    },
    examples: () => kept,
    nowMs: clock.nowMs,
    pass: clock.advanceMs,
  };
}

export function readOperations(): Map<string, Operation> {
  const text = readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8');
  const { paths } = JSON.parse(text) as {
    paths: Record<string, Record<string, { operationId: string; summary: string }>>;
  };
  return new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId, summary }]): [string, Operation] => [
        operationId,
        { method: method.toUpperCase(), path, summary },
      ]),
    ),
  );
}
