import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { leafOf, lineOf } from '../../src/connectors/record-leaf.ts';
import { useApp } from '../harness.ts';
import { anInvoice, companyWith, numberedId } from './seed-data-set.ts';

const app = useApp();
const { rawJSON } = JSON as unknown as { rawJSON: (text: string) => unknown };

/** Numbers as platforms write them, also those that a double cannot hold. */
const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.bigInt({ min: -(10n ** 29n), max: 10n ** 29n }).map((value) => rawJSON(String(value))),
  fc
    .constantFrom('1.10', '-0', '-0.00', '0.0', '1e5', '-2.5E-3', '1E+2', '123456789012345678901234567890.123456789012')
    .map(rawJSON),
  fc.constantFrom(0, -0, 1e21, 1e-7, 5e-324),
);
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('a: b, "c"', '\\u0000', '\u0000', '\ud800', '"', '\\', ', ', ': ', '\u2028\u007f', '12:5e3,7', '😀'),
);
const name = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1 }),
  fc.constantFrom('1', '10', '2', 'é', 'zz', '__proto__', 'toJSON'),
);
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    ...[number, text, fc.boolean(), fc.constant(null)],
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(name, tie('value'), { maxKeys: 5, noNullPrototype: true }),
  ),
}));

test('P-PROVEN: the leaf that is written with a record is that of the text which PostgreSQL sends of it', async () => {
  const account = await app.account();
  const records = fc
    .sample(fc.dictionary(name, value, { maxKeys: 6, noNullPrototype: true }), 3000)
    .map((more, at) => ({
      id: numberedId(at),
      record: anInvoice({ more, note: `note ${at}` }),
    }));
  const set = await companyWith(app.ctx.db, account, records);
  const { rows } = await sql<{ id: string; leaf: Buffer | null; text: string }>`select record_id as id, leaf,
    payload::text as text from record where data_set_id = ${set.dataSetId}`.execute(app.ctx.db.system);
  assert.equal(rows.length, records.length);
  for (const { id, leaf, text } of rows)
    if (leaf) assert.equal(leaf.toString('hex'), leafOf(lineOf(text)), `${id}: ${text}`);
  const written = rows.filter(({ leaf }) => leaf).length;
  assert.ok(written > 500 && written < records.length, `${written} records have a leaf`);
  for (const { text } of rows) assert.deepEqual(JSON.parse(lineOf(text)), JSON.parse(text));
});
