import type { TestEvent } from 'node:test/reporters';

const shownMax = 10;

/** A reporter of Node's test runner: at the end, the ten slowest tests and the ten slowest files. */
// biome-ignore lint/style/noDefaultExport: Node loads a reporter by its default export.
export default async function* slowestTests(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const tests: { name: string; seconds: number }[] = [];
  const files = new Map<string, number>();
  for await (const { type, data } of events) {
    if ((type !== 'test:pass' && type !== 'test:fail') || data.nesting > 0) continue;
    const file = data.file?.replace(`${process.cwd()}/`, '') ?? '';
    const seconds = data.details.duration_ms / 1000;
    tests.push({ name: `${file}: ${data.name}`, seconds });
    files.set(file, (files.get(file) ?? 0) + seconds);
  }
  yield list('slowest tests', tests);
  yield list(
    'slowest files',
    [...files].map(([name, seconds]) => ({ name, seconds })),
  );
}

function list(title: string, entries: { name: string; seconds: number }[]): string {
  const shown = entries.toSorted((a, b) => b.seconds - a.seconds).slice(0, shownMax);
  return [`\n${title}`, ...shown.map(({ name, seconds }) => `  ${seconds.toFixed(1)} s  ${name}`), ''].join('\n');
}
