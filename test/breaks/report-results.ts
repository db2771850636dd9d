import type { TestEvent } from 'node:test/reporters';
import type { TestResult } from './run-tests.ts';

/** A reporter of Node's test runner: each finished test as one line of JSON. */
// biome-ignore lint/style/noDefaultExport: Node loads a reporter by its default export.
export default async function* reportResults(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of events) {
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const test = { title: data.name };
    if (type === 'test:pass') {
      if (!data.skip) yield `${JSON.stringify(test satisfies TestResult)}\n`;
      continue;
    }
    const error = data.details.error as Error & { failureType?: string };
    const failure = { message: firstLine(error.cause ?? error), isOwn: error.failureType === 'testCodeFailure' };
    yield `${JSON.stringify({ ...test, failure } satisfies TestResult)}\n`;
  }
}

/** The first line of the message and, of a comparison, the first values that differ. */
function firstLine(cause: unknown): string {
  const message = cause instanceof Error ? cause.message : String(cause);
  const [first = '', ...others] = message.split('\n').flatMap((line) => line.trim() || []);
  const differing = others.filter((line) => / !== |^[+-] /.test(line) && line !== '+ actual - expected');
  const text = [first, ...differing.slice(0, 3)].join(' ');
  return text.length > 240 ? `${text.slice(0, 239)}…` : text;
}
