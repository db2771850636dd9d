import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog } from '../../src/base/log.ts';

test('secrets are masked at every level of a log line', () => {
  const lines: string[] = [];
  const log = createLog({ level: 'info', destination: { write: (line: string) => void lines.push(line) } });
  const hidden = 'hunter2-visible';
  log.info(
    {
      apiKey: hidden,
      headers: { authorization: hidden, 'set-cookie': hidden },
      a: { b: { password: hidden } },
      credentials: { x: hidden },
    },
    'text',
  );
  log.child({ token: hidden }).warn({ connection: { refreshToken: hidden, secret: hidden } }, 'text');
  assert.equal(lines.length, 2);
  for (const line of lines) assert.doesNotMatch(line, /hunter2/);
  assert.match(lines[0] ?? '', /\[masked\]/);
});

test('the error of a lost connection is logged without the client object', () => {
  const lines: string[] = [];
  const log = createLog({ level: 'info', destination: { write: (line: string) => void lines.push(line) } });
  const error = Object.assign(new Error('connection lost'), { code: '57P01', client: { secretKey: 4711 } });
  log.warn({ err: error }, 'text');
  const { err } = JSON.parse(lines[0] ?? '');
  assert.deepEqual([err.message, err.code, err.client], ['connection lost', '57P01', undefined]);
  assert.match(err.stack, /log\.test/);
});
