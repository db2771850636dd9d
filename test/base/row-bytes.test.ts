import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { test } from 'node:test';
import { sql } from 'kysely';
import { beginPage, giveBack, takeMemory } from '../../src/db/wire/page-memory.ts';
import { type BytesWire, bytesMin, enclose, RowSeparator } from '../../src/db/wire/row-bytes.ts';
import { useApp } from '../harness.ts';

/** Large text columns arrive as bytes, however the network divides PostgreSQL's messages. */
const app = useApp();

const message = (code: string, body: Buffer) => {
  const header = Buffer.alloc(5, code);
  header.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([header, body]);
};

function rowOf(columns: (string | null)[]): Buffer {
  const count = Buffer.alloc(2);
  count.writeUInt16BE(columns.length);
  const parts = columns.flatMap((column) => {
    const length = Buffer.alloc(4);
    length.writeInt32BE(column === null ? -1 : Buffer.byteLength(column));
    return column === null ? [length] : [length, Buffer.from(column)];
  });
  return message('D', Buffer.concat([count, ...parts]));
}

/**
 * Passes the messages on in chunks of the given size, each in the same memory. Returns what pg's parser and the query
 * see, in order.
 */
function pass(messages: Buffer[], chunkBytes: number, wantsBytes = true): { toPg: Buffer; seen: unknown[] } {
  const wire: BytesWire = new EventEmitter();
  wire.wantsBytes = wantsBytes;
  const toPg: Buffer[] = [];
  const seen: unknown[] = [];
  wire.on('dataRow', ({ fields }) => seen.push([Buffer.concat(toPg).length, fields.map(String)]));
  const separator = new RowSeparator(wire, (chunk) => void toPg.push(chunk));
  const all = Buffer.concat(messages);
  const memory = Buffer.alloc(Math.min(chunkBytes, all.length));
  for (let at = 0; at < all.length; at += chunkBytes)
    separator.take(memory.subarray(0, all.copy(memory, 0, at, at + chunkBytes)));
  return { toPg: Buffer.concat(toPg), seen };
}

const long = `${'Größe 12 € '.repeat(bytesMin / 8)}end`;
const others = [message('2', Buffer.alloc(0)), rowOf(['small', null]), message('C', Buffer.from('SELECT 1\0'))];
const large = [rowOf(['1', long, null, 'after']), rowOf([long])];
const [bound, small, done] = others as [Buffer, Buffer, Buffer];
const stream = [bound, small, large[0] as Buffer, done, large[1] as Buffer, message('Z', Buffer.from('I'))];

test('large rows are taken out and everything else reaches pg, for every division into chunks', () => {
  const rest = Buffer.concat(stream.filter((one) => !large.includes(one)));
  const before = bound.length + small.length;
  for (const chunkBytes of [1, 2, 3, 4, 5, 6, 7, 11, 64, 1000, 4095, 4096, 4097, 9999, 1_000_000]) {
    const { toPg, seen } = pass(stream, chunkBytes);
    assert.deepEqual(toPg, rest, `chunks of ${chunkBytes}`);
    const wanted = [
      [before, ['1', long, 'null', 'after']],
      [before + done.length, [long]],
    ];
    assert.deepEqual(seen, wanted, `chunks of ${chunkBytes}`);
  }
});

test('bytes of a row are enclosed in its own memory once, and copied otherwise', () => {
  const wire: BytesWire = Object.assign(new EventEmitter(), { wantsBytes: true });
  let fields: (string | Buffer | null)[] = [];
  wire.on('dataRow', (row) => {
    fields = row.fields;
  });
  new RowSeparator(wire, () => {}).take(rowOf(['before', 'first', long, 'after']));
  const bytes = fields[2] as Buffer;
  const [start, end] = [Buffer.from('{"results":['), Buffer.from(`],${'x'.repeat(1000)}}`)];
  const wanted = `${start}${long}${end}`;
  const whole = enclose(bytes, { start, end });
  assert.equal(whole.toString(), wanted);
  assert.equal(whole.buffer, bytes.buffer);
  assert.deepEqual([fields[0], fields[1], fields[3], bytes.toString()], ['before', 'first', 'after', long]);
  const again = enclose(bytes, { start: Buffer.from('['), end: Buffer.from(']') });
  assert.deepEqual([again.toString(), whole.toString()], [`[${long}]`, wanted]);
  const other = Buffer.from('…between…').subarray(3, 10);
  assert.equal(enclose(other, { start: Buffer.from('['), end: Buffer.from(']') }).toString(), '[between]');
  new RowSeparator(wire, () => {}).take(rowOf(['before', 'first', long, 'after']));
  const wide = Buffer.alloc(100_000, 'y');
  assert.equal(enclose(fields[2] as Buffer, { start, end: wide }).toString(), `${start}${long}${wide}`);
});

test('the memory of a page is used again after it was given back, once, and never that of another buffer', () => {
  const row = takeMemory(5000);
  assert.ok(row.length >= 5000);
  giveBack(row);
  assert.notEqual(takeMemory(5000).buffer, row.buffer, 'a row that is no page yet');
  assert.deepEqual([beginPage(row.buffer), beginPage(row.buffer)], [true, false]);
  giveBack(row.subarray(3, 7));
  giveBack(row);
  const [again, other] = [takeMemory(row.length), takeMemory(row.length)];
  assert.equal(again.buffer, row.buffer);
  assert.notEqual(other.buffer, row.buffer);
  const foreign = Buffer.alloc(row.length);
  assert.equal(beginPage(foreign.buffer), false);
  giveBack(foreign);
  assert.notEqual(takeMemory(row.length).buffer, foreign.buffer);
});

test('pg gets every row while no query wants bytes', () => {
  for (const chunkBytes of [1, 7, 1000, 1_000_000]) {
    const { toPg, seen } = pass(stream, chunkBytes, false);
    assert.deepEqual([toPg, seen], [Buffer.concat(stream), []]);
  }
});

test('a column is returned as bytes, whatever its size, and other columns and statements as before', async () => {
  const { accountId } = await app.account();
  const { db } = app.ctx;
  for (const length of [0, 1, bytesMin - 1, bytesMin, 300_000]) {
    const text = 'ä€'.repeat(length).slice(0, length);
    const statement = sql<{ one: number; bytes: Buffer; text: string }>`select 1 as one, ${text}::text as bytes,
      ${text}::text as text`;
    for (let turn = 0; turn < 2; turn++) {
      const [row] = await db.read(accountId, statement, { bytesOf: 'bytes', fixedPlan: true });
      assert.ok(Buffer.isBuffer(row?.bytes));
      assert.deepEqual([row.one, row.bytes.toString(), row.text], [1, text, text], `length ${length}`);
      assert.deepEqual(await db.read(accountId, statement, { fixedPlan: true }), [{ one: 1, bytes: text, text }]);
      assert.deepEqual((await statement.execute(db.system)).rows, [{ one: 1, bytes: text, text }]);
    }
  }
  const none = sql<{ bytes: Buffer | null }>`select null::text as bytes`;
  assert.deepEqual(await db.read(accountId, none, { bytesOf: 'bytes' }), [{ bytes: null }]);
});

test('after an error, other statements are read as text', async () => {
  const { accountId } = await app.account();
  const { db } = app.ctx;
  const long = 'x'.repeat(bytesMin);
  const failing = sql<{ bytes: Buffer }>`select ${long}::text as bytes, 1 / (length(${long}) - ${bytesMin}::int) as no`;
  await assert.rejects(db.read(accountId, failing, { bytesOf: 'bytes' }), /division by zero/);
  assert.deepEqual(await db.read(accountId, sql`select ${long}::text as bytes`), [{ bytes: long }]);
});
