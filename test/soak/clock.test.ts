import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { openClock, whyNoClock } from './clock.ts';

test('a running process follows the shifted clock at once; its monotonic clock does not jump', {
  skip: whyNoClock() ?? false,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'daybook-clock-'));
  const clock = await openClock(folder);
  const code = 'process.stdin.on("data", () => console.log(Date.now() + " " + performance.now()))';
  const child = spawn(process.execPath, ['-e', code], { env: { ...process.env, ...clock.env } });
  try {
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const read = async () => {
      child.stdin.write('x');
      const { value } = await lines.next();
      return String(value).split(' ').map(Number) as [number, number];
    };
    const [before, ran] = await read();
    assert.ok(Math.abs(before - Date.now()) < 10_000);
    await clock.advance(86_400);
    const [after, ranSince] = await read();
    assert.ok(after - before >= 86_400_000 && after - before < 86_410_000, String(after - before));
    assert.ok(ranSince - ran < 10_000);
  } finally {
    child.kill('SIGKILL');
    await rm(folder, { recursive: true });
  }
});
