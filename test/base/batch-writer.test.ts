import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBatchWriter } from '../../src/base/batch-writer.ts';
import { createLog } from '../../src/base/log.ts';

const lines: { msg: string; dropped: number }[] = [];
const destination = { write: (line: string) => void lines.push(JSON.parse(line)) };
const log = createLog({ level: 'info', destination: destination as never });

test('rows are written in batches, in their order, about once per interval', async () => {
  const batches: number[][] = [];
  const writer = createBatchWriter<number>({
    name: 'rows',
    log,
    write: async (rows) => void batches.push([...rows]),
    isWorthRepeating: () => true,
    batchMax: 3,
    everyMs: 20,
  });
  for (let n = 1; n <= 7; n++) writer.add(n);
  assert.deepEqual(batches, [], 'nothing is written while rows are added');
  await new Promise((resolve) => setTimeout(resolve, 80));
  assert.deepEqual(batches, [[1, 2, 3], [4, 5, 6], [7]]);
  assert.deepEqual(writer.counts(), { written: 7, dropped: 0 });
});

test('a batch that failed is written again before newer rows, and says so', async () => {
  const calls: { rows: number[]; isAgain: boolean }[] = [];
  let isDown = true;
  const writer = createBatchWriter<number>({
    name: 'rows',
    log,
    async write(rows, { isAgain }) {
      calls.push({ rows: [...rows], isAgain });
      if (isDown) throw new Error('down');
    },
    isWorthRepeating: () => true,
    everyMs: 60_000,
  });
  writer.add(1);
  await writer.flush();
  writer.add(2);
  isDown = false;
  await writer.flush();
  assert.deepEqual(calls, [
    { rows: [1], isAgain: false },
    { rows: [1], isAgain: true },
    { rows: [2], isAgain: false },
  ]);
  assert.deepEqual(writer.counts(), { written: 2, dropped: 0 });
});

test('a full buffer drops new rows, counts them and logs it once, and never blocks', async () => {
  lines.length = 0;
  let open = () => {};
  const hangs = new Promise<void>((resolve) => {
    open = resolve;
  });
  const writer = createBatchWriter<number>({
    name: 'rows',
    log,
    write: () => hangs,
    isWorthRepeating: () => true,
    rowsMax: 5,
    everyMs: 1,
  });
  for (let n = 0; n < 3; n++) writer.add(n);
  const flushed = writer.flush();
  for (let n = 3; n < 9; n++) writer.add(n);
  assert.equal(writer.counts().dropped, 4);
  assert.deepEqual(
    lines.map(({ msg }) => msg),
    ['rows of a log could not be written and were dropped'],
  );
  open();
  await flushed;
  await writer.stop();
  assert.deepEqual(writer.counts(), { written: 5, dropped: 4 });
});

test('a batch that can never be written is dropped and counted, and the next one is written', async () => {
  const written: number[] = [];
  const writer = createBatchWriter<number>({
    name: 'rows',
    log,
    async write(rows) {
      if (rows.includes(13)) throw new Error('invalid');
      written.push(...rows);
    },
    isWorthRepeating: ({ message }: Error) => message !== 'invalid',
    batchMax: 1,
    everyMs: 60_000,
  });
  for (const row of [12, 13, 14]) writer.add(row);
  await writer.flush();
  assert.deepEqual(written, [12, 14]);
  assert.deepEqual(writer.counts(), { written: 2, dropped: 1 });
});
