import { AssertionError } from 'node:assert/strict';
import type { TestEvent } from 'node:test/reporters';
import { inspect } from 'node:util';
import type { TestResult, ToRunner } from './messages.ts';

/** A reporter of Node's test runner: sends the results of a worker to the runner. Prints nothing. */
// biome-ignore lint/style/noDefaultExport: Node loads a reporter by its default export.
// biome-ignore lint/correctness/useYield: a reporter is a generator, also if it prints nothing.
export default async function* sendResults(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const event of events) {
    const message = toMessage(event);
    if (message) process.send?.(message);
  }
}

function toMessage(event: TestEvent): ToRunner | undefined {
  if (event.type === 'test:dequeue' && event.data.nesting > 0) return { type: 'started', name: event.data.name };
  if (event.type === 'test:diagnostic') {
    // The runner has totals of its own, over all workers.
    const isTotal =
      event.data.nesting === 0 &&
      /^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) /.test(event.data.message);
    return isTotal ? undefined : { type: 'note', text: event.data.message };
  }
  if (event.type !== 'test:pass' && event.type !== 'test:fail') return undefined;
  const { name, nesting, details } = event.data;
  const failure = event.type === 'test:fail' ? event.data.details.error : undefined;
  // A file or group of tests fails by its tests, which are reported themselves.
  const error =
    failure && (failure as { failureType?: string }).failureType !== 'subtestsFailed' ? describe(failure) : undefined;
  if (nesting === 0) return { type: 'file ended', ...(error !== undefined && { error }) };
  if (details.type === 'suite' && error === undefined) return undefined;
  const result = {
    name,
    depth: nesting - 1,
    seconds: details.duration_ms / 1000,
    ...(error !== undefined && { error }),
  };
  return { type: 'ended', result: { ...result, outcome: outcomeOf(event) } };
}

function outcomeOf(event: Extract<TestEvent, { type: 'test:pass' | 'test:fail' }>): TestResult['outcome'] {
  // Node counts a failed test that is marked "todo" as todo.
  if (event.data.todo !== undefined && event.data.todo !== false) return 'todo';
  if (event.type === 'test:fail') return 'failed';
  return event.data.skip !== undefined && event.data.skip !== false ? 'skipped' : 'passed';
}

function describe(failure: Error): string {
  const error = failure.cause instanceof Error ? failure.cause : failure;
  // The message of an assertion already shows what differs.
  return (error instanceof AssertionError && error.stack) || inspect(error, { depth: 6 });
}
