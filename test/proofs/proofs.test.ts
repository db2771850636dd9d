import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { verify } from '../../examples/verify-bundle.mjs';
import { settableClock } from '../../src/base/clock.ts';
import { purgeCompany } from '../../src/companies/purge-company.ts';
import { lineOf } from '../../src/connectors/record-leaf.ts';
import { releaseEnded } from '../../src/data/snapshots/keep-snapshots.ts';
import { collectGenerations } from '../../src/data/write/collect-generations.ts';
import { companyErasers } from '../../src/handlers.ts';
import { contentHash, entryHash, noEntry } from '../../src/proofs/chain-entry.ts';
import { exportBundle } from '../../src/proofs/export-bundle.ts';
import { rotateKey } from '../../src/proofs/keys.ts';
import { beginsSpan, depthMade } from '../../src/proofs/leaves.ts';
import { dueProofs, provePublications } from '../../src/proofs/prove-publications.ts';
import { verifyBundle } from '../../src/proofs/verify-bundle.ts';
import { anInvoice, companyWith, numberedId, publishRecords, someInvoices } from '../data/seed-data-set.ts';
import { seedDataSet } from '../data/seed-publication.ts';
import { type TestAccount, useApp } from '../harness.ts';
import { checkWalks } from '../lists/check-walks.ts';
import { killedAt } from './killed-at.ts';

const clock = settableClock(new Date('2026-06-30T12:00:00Z'));
const app = useApp({ clock, config: { versionsKeptHours: 24, role: 'api', proofs: true } });
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
    // The records are the lines of the export without spaces, and what a reader of the state sees.
    const lines = bundle.toString().split('\n');
    const exported = await account.send(`GET ${set.path}/export?asOf=${proof.publishedAt}`);
    assert.deepEqual(lines.slice(1, 1 + proof.records), exported.text.split('\n').slice(0, -1).map(lineOf));
  }
  const part = await bundleOf(account, set.companyId, third.proofId, '?chainFrom=3');
  assert.equal(bothSay(part, { records: 701, sequence: 3 }).chainFrom, 3);
  const after = await account.send(`GET /companies/${set.companyId}/proofs/${second.proofId}/bundle?chainFrom=3`);
  assert.deepEqual([after.status, after.body.error.includes('at most 2')], [400, true]);
});

test('P-PROVEN: the tree that is continued is the one that is made anew, whatever changes and however it grows', async () => {
  const account = await app.account();
  const set = await companyWith(app.ctx.db, account, someInvoices(1500), { at: clock.now() });
  await provePublications(app.ctx);
  // Ids that begin a span, before all others, between them and after them.
  const beginning = ['a', 'inv-0700-', 'z'].map((start) => {
    const found = Array.from({ length: 2000 }, (_, n) => `${start}${n}`).find((id) => beginsSpan(id, depthMade));
    return found ?? assert.fail();
  });
  const added = [
    ['first', 'last'],
    beginning.slice(0, 2),
    [],
    Array.from({ length: 900 }, (_, n) => `x${n}`),
    beginning.slice(2),
  ];
  for (const [round, ids] of added.entries()) {
    clock.advanceMs(1000);
    const changed = Array.from({ length: 7 }, (_, n) => ({
      id: numberedId(1 + ((round * 31 + n * 113) % 1500)),
      ...((round + n) % 3 === 0 ? { isDeleted: true } : { record: anInvoice({ totalAmount: round * 10 + n }) }),
    }));
    const fresh = ids.map((id) => ({ id, record: anInvoice() }));
    await publishRecords(app.ctx.db, set, [...changed, ...fresh], { at: clock.now() });
    await provePublications(app.ctx);
  }
  const proofs = await proofsOf(account, set.companyId);
  assert.deepEqual([proofs.length, proofs[0].records], [6, 1500 + added.flat().length]);
  for (const { proofId, records, sequence } of proofs)
    bothSay(await bundleOf(account, set.companyId, proofId), { records, sequence });
  const { rows } = await sql<{
    id: string;
  }>`select first_id as id from proof_span where data_set_id = ${set.dataSetId}`.execute(app.ctx.db.system);
  const spans = rows.map(({ id }) => id);
  assert.ok(beginning.every((id) => spans.includes(id)) && spans.length > 20, spans.join());
});

test('P-PROVEN: records that were stored without a leaf are proven like all others', async () => {
  const account = await app.account();
  const set = await companyWith(app.ctx.db, account, someInvoices(200), { at: clock.now() });
  await sql`update record set leaf = null where data_set_id = ${set.dataSetId} and record_id < ${numberedId(150)}`.execute(
    app.ctx.db.system,
  );
  await provePublications(app.ctx);
  clock.advanceMs(1000);
  await publishRecords(app.ctx.db, set, [{ id: numberedId(7), record: anInvoice() }], { at: clock.now() });
  await provePublications(app.ctx);
  for (const { proofId, records, sequence } of await proofsOf(account, set.companyId))
    bothSay(await bundleOf(account, set.companyId, proofId), { records, sequence });
});

test('P-PROVEN: a record that a second attempt of a sync has overwritten is proven as it was published', async () => {
  const account = await app.account();
  const set = await companyWith(app.ctx.db, account, someInvoices(20), { at: clock.now() });
  const write = (totalAmount: number, isPublished: boolean) =>
    publishRecords(app.ctx.db, set, [{ id: numberedId(3), record: anInvoice({ totalAmount }) }], {
      at: clock.now(),
      isPublished,
    });
  await write(1000, false);
  await write(2000, true);
  await provePublications(app.ctx);
  const [{ proofId, sequence }] = await proofsOf(account, set.companyId);
  const bundle = await bundleOf(account, set.companyId, proofId);
  bothSay(bundle, { records: 20, sequence });
  assert.match(bundle.toString(), /"totalAmount":2000/);
});

test('P-PROVEN: a bundle breaks off if the stored records are not those that were signed', async () => {
  const account = await app.account();
  const set = await companyWith(app.ctx.db, account, someInvoices(20), { at: clock.now() });
  await provePublications(app.ctx);
  const [{ proofId }] = await proofsOf(account, set.companyId);
  await sql`update record set payload = jsonb_set(payload, '{totalAmount}', '8') where data_set_id = ${set.dataSetId}
    and record_id = ${numberedId(3)}`.execute(app.ctx.db.system);
  const { stream } = await exportBundle(app.ctx, { ...set, proofId, chainFrom: 1 });
  const readAll = async () => {
    for await (const _ of stream ?? []);
  };
  await assert.rejects(readAll(), /not those of the signed entry/);
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

test('P-PROVEN: a process may be killed between any two statements: the chain is whole, and goes on where it was', async () => {
  const account = await app.account();
  const set = await companyWith(app.ctx.db, account, someInvoices(30), { at: clock.now() });
  const generations = 3;
  for (let n = 0; n < generations; n++) {
    clock.advanceMs(1000);
    await publishRecords(app.ctx.db, set, [{ id: `n${n}`, record: anInvoice() }], { at: clock.now() });
  }
  // The n-th statement of a pass fails, for every n, until a pass ends without a failure.
  let failures = 0;
  for (let n = 1; ; n++) {
    await app.ctx.db.pool.query('update proof_set set retry_at = null');
    const { db, killed } = killedAt(app.ctx.db, n);
    await provePublications({ ...app.ctx, db }).catch(() => {});
    const entries = (await proofsOf(account, set.companyId)).toReversed();
    for (const [at, { sequence, previous }] of entries.entries())
      assert.deepEqual([sequence, previous], [at + 1, entries[at - 1]?.hash ?? '0'.repeat(64)]);
    if (!killed()) break;
    failures++;
  }
  assert.ok(failures >= 12, `${failures} statements were killed`);
  const proofs = await proofsOf(account, set.companyId);
  assert.deepEqual(
    proofs.map(({ generation }: { generation: number }) => generation),
    [4, 3, 2, 1],
  );
  for (const { proofId, records, sequence } of proofs)
    bothSay(await bundleOf(account, set.companyId, proofId), { records, sequence });
});

test('P-PROVEN: several workers at once add each publication once, and data sets of a company share its chain', async () => {
  const account = await app.account();
  const invoices = await companyWith(app.ctx.db, account, someInvoices(20), { at: clock.now() });
  const { accountId, companyId, connectionId } = invoices;
  const bills = await seedDataSet(app.ctx.db, { accountId, companyId, connectionId, dataType: 'bills' });
  for (let n = 0; n < 5; n++) {
    clock.advanceMs(1000);
    for (const set of [invoices, bills])
      await publishRecords(app.ctx.db, set, [{ id: `n${n}`, record: anInvoice() }], { at: clock.now() });
  }
  await Promise.all(Array.from({ length: 4 }, () => provePublications(app.ctx)));
  await provePublications(app.ctx);
  const proofs = await proofsOf(account, companyId);
  assert.deepEqual(
    proofs.map(({ sequence }: { sequence: number }) => sequence),
    Array.from({ length: 11 }, (_, n) => 11 - n),
  );
  for (const { proofId, records, sequence } of proofs)
    bothSay(await bundleOf(account, companyId, proofId), { records, sequence });
  await checkWalks('listProofs', {
    path: `/companies/${companyId}/proofs`,
    searches: ['', 'orderBy=records', 'query=dataType=bills'],
    send: (target) => account.send(`GET ${target}`),
    async change() {
      await publishRecords(app.ctx.db, bills, [{ id: 'late', record: anInvoice() }], { at: clock.now() });
      await provePublications(app.ctx);
    },
    key: ({ proofId }: { proofId: string }) => proofId,
  });
});

test('P-PROVEN: a purge leaves only hashes of the chain, which still follow one another and fit an earlier bundle', async () => {
  const account = await app.account();
  const set = await companyWith(app.ctx.db, account, someInvoices(3), { at: clock.now() });
  await publishRecords(app.ctx.db, set, [{ id: 'n', record: anInvoice() }], { at: clock.now() });
  await provePublications(app.ctx);
  const [last] = await proofsOf(account, set.companyId);
  const bundle = (await bundleOf(account, set.companyId, last.proofId)).toString().split('\n').slice(-3, -1);
  await account.send(`DELETE /companies/${set.companyId}`);
  await purgeCompany(
    { ...app.ctx, erasers: companyErasers },
    { accountId: account.accountId, companyId: set.companyId },
  );
  const { rows: left } = await sql<
    Record<string, Buffer>
  >`select chain, sequence, content_hash, hash, public_key, signature
    from purged_proof where account_id = ${account.accountId} order by sequence`.execute(app.ctx.db.system);
  assert.equal(left.length, 2);
  let previous: Buffer = noEntry;
  for (const [at, line] of bundle.entries()) {
    const { content, hash, signature } = JSON.parse(line);
    const row = left[at];
    assert.ok(row?.content_hash && row.hash && row.signature);
    assert.equal(contentHash(content).compare(row.content_hash), 0);
    assert.equal(entryHash(previous, row.content_hash).compare(row.hash), 0);
    assert.deepEqual([row.hash.toString('hex'), row.signature.toString('base64url')], [hash, signature]);
    assert.equal(row.chain?.compare(left[0]?.hash ?? noEntry), 0);
    previous = row.hash;
  }
  const receipt = (await account.send(`GET /purges?query=companyId=${set.companyId}`)).body.results[0];
  assert.equal(receipt.erased.proofs, 2);
  // A publication that was about to enter the chain finds no company, and leaves nothing.
  await app.ctx.db.pool.query('update proof_set set retry_at = null');
  assert.equal(await provePublications(app.ctx), 0);
});

test('P-PROVEN: without DAYBOOK_PROOFS nothing is added, and the publications that are stored are added afterwards', async () => {
  const account = await app.account();
  const set = await companyWith(app.ctx.db, account, someInvoices(3), { at: clock.now() });
  assert.deepEqual(dueProofs({ ...app.ctx, config: { proofs: false } }), []);
  assert.equal(dueProofs(app.ctx).length, 1);
  await publishRecords(app.ctx.db, set, [{ id: 'n', record: anInvoice() }], { at: clock.now() });
  assert.equal(await provePublications(app.ctx), 2);
});
