import type { TestResult } from './messages.ts';

/** Prints results as they arrive: on CI each test, otherwise a dot; at the end the failures, totals and slowest tests. */
export type Report = ReturnType<typeof createReport>;

export type FileResults = {
  file: string;
  results: TestResult[];
  notes: string[];
  output: string;
  seconds: number;
};

const shownMax = 10;
const outputMax = 20_000;
const marks = { passed: '✔', failed: '✖', skipped: '﹣', todo: '⚠' };

export function createReport(options: { each: boolean }) {
  const files: FileResults[] = [];
  const failures: string[] = [];
  let leftOut = 0;
  const counts = { passed: 0, failed: 0, skipped: 0, todo: 0 };
  const print = (text: string) => void process.stdout.write(text);

  function fail(text: string): void {
    counts.failed++;
    failures.push(text);
    print(`${options.each ? '' : '\n'}✖ ${text}\n`);
  }

  return {
    counts,
    /** A failure that is not one of a test: a file that cannot be loaded, or a process that was ended. */
    fail,
    result(file: string, result: TestResult): void {
      counts[result.outcome]++;
      const line = `${'  '.repeat(result.depth)}${marks[result.outcome]} ${result.name} (${result.seconds.toFixed(2)} s)`;
      if (options.each) print(`${line}\n`);
      else print(result.outcome === 'failed' ? 'X' : '.');
      // A test that contains failed ones has no error of its own.
      if (result.outcome !== 'failed' || result.error === undefined) return;
      failures.push(`${file}: ${result.name}\n${indent(result.error)}`);
      if (options.each) print(`${indent(result.error)}\n`);
    },
    file(results: FileResults): void {
      files.push(results);
      if (!options.each) return;
      print(results.notes.map((note) => `ℹ ${note}\n`).join(''));
      if (results.output) print(`${results.output.slice(-outputMax).trimEnd()}\n`);
      print(`== ${results.file}: ${results.results.length} tests, ${results.seconds.toFixed(1)} s\n`);
    },
    leftOut(files: number): void {
      leftOut = files;
    },
    progress(line: string): void {
      if (options.each) print(`… ${line}\n`);
    },
    end(): void {
      if (failures.length > 0) print(`\n\nfailed tests\n\n${failures.map((text) => `✖ ${text}`).join('\n\n')}\n`);
      const tests = counts.passed + counts.failed + counts.skipped + counts.todo;
      print(`\nℹ tests ${tests}\nℹ pass ${counts.passed}\nℹ fail ${counts.failed}\n`);
      print(`ℹ skipped ${counts.skipped}\nℹ todo ${counts.todo}\n`);
      if (leftOut > 0) print(`Time is over: ${leftOut} test files were not run. "npm run check -- --all" runs all.\n`);
      const ownTests = files.flatMap(({ file, results }) =>
        results.filter(({ depth }) => depth === 0).map(({ name, seconds }) => ({ name: `${file}: ${name}`, seconds })),
      );
      print(list('slowest tests', ownTests));
      print(
        list(
          'slowest files',
          files.map(({ file, seconds }) => ({ name: file, seconds })),
        ),
      );
    },
  };
}

function indent(text: string): string {
  return text.replace(/^/gm, '    ');
}

function list(title: string, entries: { name: string; seconds: number }[]): string {
  const shown = entries.toSorted((a, b) => b.seconds - a.seconds).slice(0, shownMax);
  return [`\n${title}`, ...shown.map(({ name, seconds }) => `  ${seconds.toFixed(1)} s  ${name}`), ''].join('\n');
}
