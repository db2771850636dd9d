import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { suite, test } from 'node:test';

async function run(name: string, signal?: NodeJS.Signals) {
  const child = spawn(process.execPath, ['test/bench/ends-early.ts', name, '--json']);
  const text = { out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    text.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    text.err += chunk;
    if (!text.err.includes('waiting')) return;
    if (signal) child.kill(signal);
    else child.stdout.destroy();
  });
  const [code] = await once(child, 'close');
  return { code, ...text };
}

const cases: [name: string, says: RegExp][] = [
  ['throws', /it failed.*the cause.*the findings/s],
  ['never-settles', /without a report: nothing is left to do/],
  ['rejects-unhandled', /without a report: a promise was rejected.*nobody listens/s],
  ['throws-uncaught', /without a report: an error was not caught.*nobody catches/s],
  ['exits', /without a report: the process exited with 0/],
  ['is-cut-off', /without a report/],
];

suite('a bench or chaos run', { concurrency: true }, () => {
  test('a run that finishes prints its report and exits with 0', async () => {
    assert.deepEqual(await run('finishes'), { code: 0, out: '{"name":"ends","figures":{},"bars":[]}\n', err: '' });
  });
  for (const [name, says] of cases) {
    test(`a run that ${name.replace('-', ' ')} says so and exits with 1`, async () => {
      const { code, out, err } = await run(name);
      assert.deepEqual([code, out], [1, ''], err);
      assert.match(err, says);
    });
  }
  test('a run that is terminated says so and exits with 1', async () => {
    const { code, err } = await run('waits', 'SIGTERM');
    assert.match(err, /without a report: received SIGTERM/);
    assert.equal(code, 1);
  });
});
