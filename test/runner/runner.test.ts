import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { suite, test } from 'node:test';

/** Runs one of the examples through the real runner. */
async function run(
  example: string,
  options: { signal?: NodeJS.Signals } = {},
): Promise<{ code: number; output: string }> {
  const args = ['test/run.ts', '--silent-seconds=4', `test/runner/examples/${example}.ts`];
  const { DAYBOOK_TEST_DATABASE_URL: _, ...env } = process.env;
  const child = spawn(process.execPath, args, { env: { ...env, CI: '1' } });
  let output = '';
  let isSignalled = false;
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
      if (!options.signal || isSignalled || !output.includes('✔ passes before')) return;
      isSignalled = true;
      // The runner does not print that the next test has started. That takes milliseconds on a quiet machine.
      setTimeout(() => child.kill(options.signal), 1500);
    });
  }
  const [code] = await once(child, 'close');
  return { code, output };
}

const cases: [example: string, totals: { pass: number; fail: number }, says: RegExp[]][] = [
  ['never-ends', { pass: 1, fail: 1 }, [/never-ends\.ts: was ended after \d+ s.*Running: never ends\./]],
  ['blocks', { pass: 0, fail: 1 }, [/blocks\.ts: was ended after \d+ s/]],
  [
    'leaves-open',
    { pass: 1, fail: 1 },
    [/ran test\/runner\/examples\/leaves-open\.ts: the process did not exit within/],
  ],
  [
    'exits-slowly',
    { pass: 1, fail: 1 },
    [/exits-slowly\.ts: Node did not exit within \d+ s, although nothing was left open\./],
  ],
  ['exits', { pass: 0, fail: 1 }, [/exits\.ts: its process ended with 0 before its tests did/]],
  [
    'fails',
    { pass: 1, fail: 4 },
    [/fails\.ts: fails\n.*1 !== 2/s, /a failed one\n.*3 !== 4/s, /the hook fails/, /skipped 1/],
  ],
  ['throws-later', { pass: 1, fail: 1 }, [/too late/]],
];
// At once, since they mostly wait.
suite('the test runner', { concurrency: true }, () => {
  for (const [example, { pass, fail }, says] of cases) {
    test(`a test file that ${example.replace('-', ' ')} is ended and reported`, async () => {
      const { code, output } = await run(example);
      assert.equal(code, 1, output);
      assert.match(output, new RegExp(`ℹ pass ${pass}\nℹ fail ${fail}\n`));
      for (const expected of says) assert.match(output, expected);
    });
  }

  test('ended by a signal, the runner says which test was running, and prints its totals', async () => {
    const { code, output } = await run('never-ends', { signal: 'SIGTERM' });
    assert.equal(code, 1, output);
    assert.match(output, /its process ended by SIGKILL before its tests did\. Running: never ends\./);
    assert.match(output, /ℹ pass 1\nℹ fail 1\n/);
  });
});
