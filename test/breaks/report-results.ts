import type { TestEvent } from 'node:test/reporters';
import type { TestResult } from './run-tests.ts';

/** A reporter of Node's test runner: each finished test as one line of JSON. */
// biome-ignore lint/style/noDefaultExport: Node loads a reporter by its default export.
export default async function* reportResults(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of events) {
    if (type === 'test:pass' && !data.skip) yield `${JSON.stringify({ title: data.name } satisfies TestResult)}\n`;
    if (type !== 'test:fail') continue;
    const error = data.details.error as Error & { failureType?: string };
    const failure = { message: firstLine(error.cause ?? error), isOwn: error.failureType === 'testCodeFailure' };
    yield `${JSON.stringify({ title: data.name, failure } satisfies TestResult)}\n`;
  }
}

/** The first line that says something: of a comparison, the values that differ follow its first line. */
function firstLine(cause: unknown): string {
  const message = cause instanceof Error ? cause.message : String(cause);
  const lines = message.split('\n').map((line) => line.trim());
  const first = lines.find((line) => line) ?? '';
  const differing = lines.filter((line) => /^[+-] (?!actual|expected)/.test(line)).slice(0, 2);
  const text = first.endsWith(':') ? `${first} ${differing.join(' ') || lines.filter(Boolean)[1] || ''}` : first;
  return text.length > 240 ? `${text.slice(0, 237)}…` : text;
}
