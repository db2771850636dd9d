import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { verify } from '../../examples/verify-bundle.mjs';
import { settableClock } from '../../src/base/clock.ts';
import { releaseEnded } from '../../src/data/snapshots/keep-snapshots.ts';
import { collectGenerations } from '../../src/data/write/collect-generations.ts';
import { rotateKey } from '../../src/proofs/keys.ts';
import { provePublications } from '../../src/proofs/prove-publications.ts';
import { verifyBundle } from '../../src/proofs/verify-bundle.ts';
import { anInvoice, companyWith, numberedId, publishRecords, someInvoices } from '../data/seed-data-set.ts';
import { type TestAccount, useApp } from '../harness.ts';

const clock = settableClock(new Date('2026-06-30T12:00:00Z'));
const app = useApp({ clock, config: { versionsKeptHours: 24 } });
const hour = 3_600_000;
/** A number with more digits than a JavaScript number has. */
const { rawJSON } = JSON as unknown as { rawJSON: (text: string) => unknown };

const bundleOf = async (account: TestAccount, companyId: string, proofId: string, search = '') => {
  const answer = await account.send(`GET /companies/${companyId}/proofs/${proofId}/bundle${search}`);
  assert.equal(answer.status, 200, answer.text);
  return Buffer.from(answer.text);
};

async function proofsOf(account: TestAccount, companyId: string) {
  const answer = await account.send(`GET /companies/${companyId}/proofs?pageSize=100`);
  assert.equal(answer.status, 200, answer.text);
  return answer.body.results;
}

/** Both checks say the same, and about the same records. */
function bothSay(bundle: Buffer, expected: { records: number; sequence: number }) {
  const ours = verifyBundle(bundle);
  const theirs = verify(bundle);
  for (const said of [ours, theirs]) assert.deepEqual({ records: said.records, sequence: said.sequence }, expected);
  assert.equal(ours.publicKey, theirs.publicKey);
  return ours;
}

test('P-PROVEN: each publication enters the signed chain, and its bundle is verified by us and by a script without our code', async () => {
  const account = await app.account();
  const set = await companyWith(app.ctx.db, account, someInvoices(700), { at: clock.now() });
  assert.equal(await provePublications(app.ctx), 1);
  clock.advanceMs(1000);
  await publishRecords(
    app.ctx.db,
    set,
    [
      {
        id: numberedId(5),
        record: anInvoice({ totalAmount: rawJSON('12345678901234567.10'), note: 'Grüße – 你' }),
      },
      { id: numberedId(6), isDeleted: true },
      { id: 'new', record: anInvoice() },
    ],
    { at: clock.now() },
  );
  clock.advanceMs(1000);
  await publishRecords(app.ctx.db, set, [{ id: numberedId(6), record: anInvoice() }], { at: clock.now() });
  assert.equal(await provePublications(app.ctx), 2);
  assert.equal(await provePublications(app.ctx), 0);
  const [third, second, first] = await proofsOf(account, set.companyId);
  assert.deepEqual([first.sequence, first.records, first.generation, first.previous], [1, 700, 1, '0'.repeat(64)]);
  assert.deepEqual([second.previous, third.previous], [first.hash, second.hash]);
  assert.deepEqual([second.records, third.records], [701, 701]);

  const { keys } = (await account.send('GET /proofs/keys')).body;
  for (const [proof, deleted] of [
    [first, 0],
    [second, 1],
    [third, 0],
  ]) {
    const bundle = await bundleOf(account, set.companyId, proof.proofId);
    const said = bothSay(bundle, { records: proof.records, sequence: proof.sequence });
    assert.deepEqual([said.deleted, said.chainFrom, said.publishedAt], [deleted, 1, proof.publishedAt]);
    assert.equal(said.publicKey, keys[0].publicKey);
    // The records are the lines of the export, and what a reader of the state sees.
    const lines = bundle.toString().split('\n');
    const exported = await account.send(`GET ${set.path}/export?asOf=${proof.publishedAt}`);
    assert.deepEqual(lines.slice(1, 1 + proof.records), exported.text.split('\n').slice(0, -1));
  }
  const part = await bundleOf(account, set.companyId, third.proofId, '?chainFrom=3');
  assert.equal(bothSay(part, { records: 701, sequence: 3 }).chainFrom, 3);
  const after = await account.send(`GET /companies/${set.companyId}/proofs/${second.proofId}/bundle?chainFrom=3`);
  assert.deepEqual([after.status, after.body.error.includes('at most 2')], [400, true]);
});

test('P-PROVEN: the tree that is continued is the one that is made anew, whatever changes and however it grows', async () => {
  const account = await app.account();
  const set = await companyWith(app.ctx.db, account, someInvoices(100), { at: clock.now() });
  for (const [round, added] of [20, 1, 500, 0, 900, 3].entries()) {
    clock.advanceMs(1000);
    const changed = Array.from({ length: 7 }, (_, n) => ({
      id: numberedId(1 + ((round * 31 + n * 13) % 100)),
      ...((round + n) % 3 === 0 ? { isDeleted: true } : { record: anInvoice({ totalAmount: round * 10 + n }) }),
    }));
    const fresh = Array.from({ length: added }, (_, n) => ({ id: `${round}-${n}`, record: anInvoice() }));
    await publishRecords(app.ctx.db, set, [...changed, ...fresh], { at: clock.now() });
    await provePublications(app.ctx);
  }
  const proofs = await proofsOf(account, set.companyId);
  assert.equal(proofs.length, 7);
  assert.deepEqual([proofs[0].records, proofs.at(-1).depth, proofs[0].depth > 0], [1524, 0, true]);
  for (const { proofId, records, sequence } of proofs)
    bothSay(await bundleOf(account, set.companyId, proofId), { records, sequence });
});

test('P-PROVEN: a rotated key stays published, and the chain goes on with the new one', async () => {
  const account = await app.account();
  const set = await companyWith(app.ctx.db, account, someInvoices(3), { at: clock.now() });
  await provePublications(app.ctx);
  clock.advanceMs(hour);
  const { publicKey, retired } = await rotateKey(app.ctx);
  await publishRecords(app.ctx.db, set, [{ id: 'new', record: anInvoice() }], { at: clock.now() });
  await provePublications(app.ctx);
  const [second, first] = await proofsOf(account, set.companyId);
  assert.deepEqual([first.publicKey, second.publicKey], [retired, publicKey]);
  assert.equal(
    bothSay(await bundleOf(account, set.companyId, second.proofId), { records: 4, sequence: 2 }).publicKey,
    publicKey,
  );
  const { keys } = (await account.send('GET /proofs/keys')).body;
  assert.deepEqual([keys[0].publicKey, 'retiredAt' in keys[0]], [publicKey, false]);
  assert.deepEqual([keys[1].publicKey, keys[1].retiredAt], [retired, clock.now().toISOString()]);
  const { rows } = await sql`select from proof_key where retired_at is not null and private_key is not null`.execute(
    app.ctx.db.system,
  );
  assert.equal(rows.length, 0);
});

test('P-PROVEN: a bundle of a state that is no longer stored is refused, and a snapshot keeps it', async () => {
  const account = await app.account();
  const set = await companyWith(app.ctx.db, account, someInvoices(3), { at: clock.now() });
  await provePublications(app.ctx);
  await account.send(`POST /companies/${set.companyId}/snapshots`, { body: {} });
  for (const id of ['second', 'third']) {
    clock.advanceMs(hour);
    await publishRecords(app.ctx.db, set, [{ id, record: anInvoice() }], { at: clock.now() });
  }
  clock.advanceMs(25 * hour);
  await collectGenerations(app.ctx);
  // The publications of removed states can no longer be proven; the chain has no gap.
  await provePublications(app.ctx);
  const [second, first] = await proofsOf(account, set.companyId);
  assert.deepEqual([first.generation, second.generation, second.previous], [1, 3, first.hash]);
  bothSay(await bundleOf(account, set.companyId, first.proofId), { records: 3, sequence: 1 });
  bothSay(await bundleOf(account, set.companyId, second.proofId), { records: 5, sequence: 2 });
  const snapshots = (await account.send(`GET /companies/${set.companyId}/snapshots`)).body.results;
  await account.send(`DELETE /companies/${set.companyId}/snapshots/${snapshots[0].snapshotId}`);
  await releaseEnded(app.ctx);
  const gone = await account.send(`GET /companies/${set.companyId}/proofs/${first.proofId}/bundle`);
  assert.equal(gone.status, 410, gone.text);
  assert.match(gone.body.error, /no longer stored.*take a snapshot/);
});
