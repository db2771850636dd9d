import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { type TestAccount, useApp } from '../harness.ts';
import { createModel, type Model, type Publication, type Shown } from './push-model.ts';
import { findWrongs, push, type Reading, type Sums, type SyncInSteps, startSync } from './pushed-data-set.ts';
import { type Seeded, seedDataSet } from './seed-publication.ts';

/**
 * Syncs, failures and pushes in any order, compared with a simple model that has no intermediate generations or counts.
 */
const app = useApp();

type Step =
  | { step: 'start'; isFull: boolean }
  | { step: 'page'; readings: Reading[] }
  | { step: 'fail' | 'finish' }
  | { step: 'push'; reading: Reading };

const reading: fc.Arbitrary<Reading> = fc
  .record({ id: fc.constantFrom('a', 'b', 'c', 'd'), amount: fc.integer({ min: 0, max: 4 }) })
  .map(({ id, amount }) => (amount === 0 ? { id, isDeleted: true } : { id, amount }));

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ step: fc.constant('start' as const), isFull: fc.boolean() }) },
  {
    weight: 4,
    arbitrary: fc.record({ step: fc.constant('page' as const), readings: fc.array(reading, { maxLength: 4 }) }),
  },
  { weight: 1, arbitrary: fc.record({ step: fc.constantFrom('fail' as const, 'finish' as const, 'finish' as const) }) },
  { weight: 4, arbitrary: fc.record({ step: fc.constant('push' as const), reading }) },
);

/** Applies the step to both; skips steps that are not possible now. Returns the sync that is running afterwards. */
async function take(model: Model, to: Seeded, one: Step, sync: SyncInSteps | undefined, sums: Sums) {
  if (one.step === 'push') {
    const pushId = randomUUID();
    const expected = model.push(one.reading, pushId);
    const published = await push(app.ctx.db, to, one.reading, { pushId });
    assert.equal(published?.generation, expected?.generation);
    const { added, updated, deleted } = published ?? { added: 0, updated: 0, deleted: 0 };
    const counts = { added, updated, deleted };
    assert.deepEqual(counts, { added: 0, updated: 0, deleted: 0, ...(expected && { [expected.change]: 1 }) });
    return sync;
  }
  if (one.step === 'start') {
    if (sync) return sync;
    model.start(one.isFull);
    return startSync(app.ctx.db, to, { isFull: one.isFull, sums });
  }
  if (!sync) return undefined;
  if (one.step === 'page') {
    model.page(one.readings);
    await sync.page(one.readings);
    return sync;
  }
  if (one.step === 'fail') {
    model.fail();
    return undefined;
  }
  const before = model.publications.at(-1);
  model.finish();
  const done = await sync.finish();
  const now = model.publications.at(-1);
  assert.equal(done.isNew, now !== before);
  assert.equal(done.generation, now?.generation);
  const added = now === before ? 0 : (now?.list.size ?? 0) - (before?.list.size ?? 0);
  assert.equal(done.added, added, 'the number by which the list has grown');
  assert.ok(done.updated >= 0 && done.deleted >= 0, JSON.stringify(done));
  return undefined;
}

type Body = { id: string; totalAmount: number; metadata: { isDeleted: boolean; pushId?: string } };
const shownOf = ({ totalAmount: amount, metadata }: Body): Shown => ({ amount, ...metadata });

async function readStates(to: Seeded, publications: readonly Publication[]) {
  const states = [];
  for (const { generation } of publications) {
    const { rows } = await sql<{ payload: Body }>`select payload from record where data_set_id = ${to.dataSetId}
      and gen_from <= ${generation} and (gen_to is null or gen_to > ${generation}) order by record_id`.execute(
      app.ctx.db.system,
    );
    states.push(rows.map(({ payload }) => [payload.id, shownOf(payload)]));
  }
  return states;
}

async function compare(account: TestAccount, to: Seeded, { publications }: Model): Promise<void> {
  assert.deepEqual(await findWrongs(app.ctx.db, to), []);
  const lists = publications.map(({ list }) => [...list].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  assert.deepEqual(await readStates(to, publications), lists, 'each published state, including older ones');
  const changes = await account.send(`GET /companies/${to.companyId}/changes?limit=5000`);
  assert.deepEqual(
    changes.body.results.map(
      (one: { id: string; change: string; generation: number; record: Body; pushId?: string }) => [
        one.generation,
        one.pushId,
        one.id,
        one.change,
        shownOf(one.record),
      ],
    ),
    publications.flatMap(({ generation, pushId, changes: all }) =>
      all.map(({ id, change, shown }) => [generation, pushId, id, change, shown]),
    ),
    'the change feed',
  );
  const newest = publications.at(-1);
  if (!newest) return;
  const path = `/companies/${to.companyId}/data/invoices`;
  const list = (await account.send(`GET ${path}`)).body;
  assert.deepEqual(
    [list.totalResults, list.results.map((one: Body) => [one.id, shownOf(one)])],
    [newest.list.size, lists.at(-1)],
  );
  for (const id of newest.list.keys()) {
    const versions = (await account.send(`GET ${path}/${id}/versions`)).body.results;
    const expected = publications.flatMap(({ generation, changes: all }) =>
      all.filter((one) => one.id === id).map(({ change, shown }) => [generation, change, shown]),
    );
    assert.deepEqual(
      versions.map((one: { generation: number; change: string; record: Body }) => [
        one.generation,
        one.change,
        shownOf(one.record),
      ]),
      expected.toReversed(),
      `the versions of ${id}`,
    );
  }
}

test('with pushes between pages, failures and publications of syncs, every state, total, change and version matches a plain model', async () => {
  const account = await app.account();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 50 }), async (steps) => {
      const { companyId } = (await account.send('POST /companies', { body: { name: 'x' } })).body;
      const to = await seedDataSet(app.ctx.db, { accountId: account.accountId, companyId });
      const model = createModel();
      const sums: Sums = new Map();
      let sync: SyncInSteps | undefined;
      // Starts with a first sync, because pushes are not published before it.
      const begin: Step[] = [
        { step: 'push', reading: { id: 'a', amount: 1 } },
        { step: 'start', isFull: true },
        {
          step: 'page',
          readings: [
            { id: 'a', amount: 1 },
            { id: 'b', amount: 2 },
          ],
        },
        { step: 'finish' },
      ];
      for (const one of [...begin, ...steps]) sync = await take(model, to, one, sync, sums);
      await compare(account, to, model);
      if (!sync) sync = await take(model, to, { step: 'start', isFull: false }, sync, sums);
      await take(model, to, { step: 'finish' }, sync, sums);
      await compare(account, to, model);
    }),
    { numRuns: 40 },
  );
});
