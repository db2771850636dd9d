import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { createSealer } from '../../src/base/secrets.ts';
import { readCursorKey } from '../../src/operations/cell-secret.ts';
import { countSealed, resealAll } from '../../src/operations/reseal.ts';
import { testSecretKeys, useApp } from '../harness.ts';

const app = useApp();
const key = (id: string) => ({ id, key: randomBytes(32) });

test('a sealed text can be unsealed, differs each time, and contains its key id', () => {
  const sealer = createSealer([key('k1')]);
  const [a, b] = [sealer.seal('s3cret ü', 'place'), sealer.seal('s3cret ü', 'place')];
  assert.notEqual(a, b);
  assert.ok(a.startsWith('v1.k1.') && !a.includes('s3cret'));
  assert.equal(sealer.unseal(a, 'place'), 's3cret ü');
});

test('a sealed text can only be unsealed at its place, unchanged, and with its key', () => {
  const first = key('k1');
  const sealer = createSealer([first]);
  const sealed = sealer.seal('secret', 'row 1');
  assert.throws(() => sealer.unseal(sealed, 'row 2'));
  assert.throws(() => sealer.unseal(`${sealed.slice(0, -2)}AA`, 'row 1'));
  assert.throws(() => createSealer([key('k2')]).unseal(sealed, 'row 1'), /needs the key "k1"/);
  assert.throws(() => createSealer([key('k1')]).unseal(sealed, 'row 1'), 'another key with the same id');
  const rotated = createSealer([key('k2'), first]);
  assert.equal(rotated.unseal(sealed, 'row 1'), 'secret');
  assert.deepEqual([rotated.isStale(sealed), sealer.isStale(sealed)], [true, false]);
});

test('a rotation seals all stored secrets again, and the old key is no longer needed', async () => {
  const account = await app.account();
  await account.send('POST /apiKeys', { body: { name: 'x' }, headers: { 'idempotency-key': 'rotate-me' } });
  const fresh = key('k2');
  const old = { id: 'test', key: Buffer.from(testSecretKeys.slice(5), 'base64') };
  const before = await readCursorKey(app.ctx);
  const db = app.ctx.db;
  assert.ok((await countSealed(db)).every((row) => row.keyId === 'test'));
  // The keys for cursors, company links, mute links and confirmations of pushes, and the stored response.
  assert.equal(await resealAll({ db, sealer: createSealer([fresh, old]) }, 'k2'), 5);
  assert.ok((await countSealed(db)).every((row) => row.keyId === 'k2'));
  const sealer = createSealer([fresh]);
  assert.ok((await readCursorKey({ db, sealer })).equals(before));
  const { rows } = await sql<{
    body: string;
  }>`select body from idempotent_request where idempotency_key = 'rotate-me'`.execute(db.system);
  assert.match(
    sealer.unseal(rows[0]?.body ?? '', `idempotent_request|${account.accountId}|rotate-me`),
    /"secret":"dbk_/,
  );
  assert.equal(await resealAll({ db, sealer }, 'k2'), 0, 'a second run finds nothing');
});
