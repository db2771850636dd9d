import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { settableClock } from '../../src/base/clock.ts';
import { tellDue } from '../../src/standing/tell-due.ts';
import type { RecordToPublish } from '../data/seed-data-set.ts';
import { publishRecords } from '../data/seed-data-set.ts';
import { useApp } from '../harness.ts';
import { type Random, randomFrom } from '../insights/random-books.ts';
import { arbitraryFilter, writeFilter } from '../lists/arbitrary-filter.ts';
import { Decimal, type Json } from '../lists/compare-values.ts';
import { type FieldTable, filterOf, type Predicate } from '../lists/evaluate-filter.ts';
import { QueryRefused } from '../lists/read-query.ts';
import { killableContext, stateAt, toRecord } from './histories.ts';
import { aConsumer, type Books, someBooks } from './standing-books.ts';

/**
 * The events of random histories, with kills at every point, compared with a recomputation from whole published states
 * by an evaluator without product code. With STANDING_HISTORIES=300, more of them.
 */
const histories = Number(process.env.STANDING_HISTORIES ?? 60);
const clock = settableClock(new Date('2026-11-02T09:00:00Z'));
const app = useApp({ clock, config: { sandboxUrl: 'http://127.0.0.1:9', role: 'api' } });

const statuses = ['Unknown', 'Draft', 'Submitted', 'PartiallyPaid', 'Paid', 'Void'];
const asked: FieldTable = {
  id: 'text',
  status: statuses,
  totalAmount: 'number',
  amountDue: 'number',
  issueDate: 'time',
  dueDate: 'time',
  currency: 'text',
  note: 'text',
  customerRef: 'structure',
  'customerRef.id': 'text',
  'lineItems[].quantity': 'number',
  'lineItems[].description': 'text',
};

const number = ({ below, chance, pick }: Random) =>
  `${chance(10) ? '-' : ''}${1 + below(30)}${pick(['', '.5', '.50', '.01', '.123456789012345678901234567890'])}`;
const day = ({ below, pick }: Random) =>
  `2026-1${below(2)}-${10 + below(15)}T${pick(['00:00:00Z', '00:00:00.000001Z', '23:30:00-01:00'])}`;
const words = ['', 'Café', 'cafe', 'CAFÉ au lait', 'Straße', 'null', '"quoted"', '\u{1F600}', '\uFFFD'];

function randomInvoice(random: Random): Record<string, Json> {
  const { pick, chance, below } = random;
  return {
    issueDate: day(random),
    ...(chance(70) && { dueDate: day(random) }),
    totalAmount: new Decimal(number(random)),
    amountDue: new Decimal(number(random)),
    status: pick(statuses),
    ...(chance(60) && { currency: pick(['EUR', 'USD']) }),
    ...(chance(60) && { note: pick(words) }),
    ...(chance(60) && { customerRef: { id: pick(['c1', 'c2', 'C2']) } }),
    ...(chance(50) && {
      lineItems: Array.from({ length: below(3) }, () => ({
        quantity: new Decimal(number(random)),
        unitAmount: new Decimal('1'),
        ...(chance(50) && { description: pick(words) }),
      })),
    }),
  };
}

type Query = { id: string; matches: Predicate; createdAt: number; companyId?: string };
type Published = { books: Books; generation: number; at: number };
type Told = string;

/** The ids of the records that have a version of this generation. */
async function changedIn({ set }: Books, generation: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select record_id as id from record
    where data_set_id = ${set.dataSetId} and gen_from = ${generation}`.execute(app.ctx.db.system);
  return rows.map(({ id }) => id);
}

async function expectedOf(queries: readonly Query[], published: readonly Published[]): Promise<Told[]> {
  const told: Told[] = [];
  for (const { books, generation, at } of published) {
    const [before, after] = [await stateAt(app, books, generation - 1), await stateAt(app, books, generation)];
    const changed = await changedIn(books, generation);
    for (const query of queries) {
      if (query.createdAt > at || (query.companyId ?? books.companyId) !== books.companyId) continue;
      for (const id of changed) {
        const isIn = (state: Map<string, Json>) => {
          const record = state.get(id);
          return record !== undefined && query.matches(record);
        };
        const change = isIn(after) ? (isIn(before) ? 'changed' : 'entered') : isIn(before) ? 'left' : undefined;
        if (change) told.push(`${query.id} ${books.companyId} ${generation} ${id} ${change}`);
      }
    }
  }
  return told.sort();
}

async function toldIn(accountId: string): Promise<{ told: Told[]; generations: Map<string, number[]> }> {
  const { rows } = await sql<{ body: string }>`select body from message where account_id = ${accountId}
    and event_type = 'standingQuery.matched' order by message_id`.execute(app.ctx.db.system);
  const told: Told[] = [];
  const generations = new Map<string, number[]>();
  for (const { body } of rows) {
    const { CompanyId, Data } = JSON.parse(body);
    generations.set(CompanyId, [...(generations.get(CompanyId) ?? []), Data.generation]);
    for (const { recordId, change } of Data.records)
      told.push(`${Data.standingQueryId} ${CompanyId} ${Data.generation} ${recordId} ${change}`);
  }
  return { told: told.sort(), generations };
}

/** Works until nothing is due, with kills, sometimes with two processes at once, one of which has lost its lease. */
async function tellWithKills(random: Random): Promise<number> {
  let kills = 0;
  const contextOf = (percent: number) => killableContext(app.ctx, random, { percent, killed: () => kills++ });
  for (let round = 0; ; round++) {
    const { rows } = await sql`select from standing_run limit 1`.execute(app.ctx.db.system);
    if (rows.length === 0) return kills;
    const percent = round < 6 ? 15 : 0;
    const first = tellDue(contextOf(percent));
    if (random.chance(40)) {
      clock.advanceMs(61_000);
      await Promise.all([first, tellDue(contextOf(percent))]);
    }
    await first;
    clock.advanceMs(61_000);
  }
}

test(`P-STANDING: the events of ${histories} random histories with kills equal an independent recomputation, each once`, async (t) => {
  const counted = { entered: 0, changed: 0, left: 0, kills: 0, queries: 0 };
  for (let n = 0; n < histories; n++) {
    const random = randomFrom(4242 + n * 7919);
    const account = await app.account();
    const consumerId = await aConsumer(account);
    const books = [await someBooks(app, account), await someBooks(app, account)];
    const samples = Array.from({ length: 20 }, () => randomInvoice(random));
    const plans = fc.sample(arbitraryFilter, { numRuns: 25, seed: n });
    const queries: Query[] = [];
    const published: Published[] = [];
    const ask = async () => {
      const plan = plans.pop();
      if (!plan) return;
      const query = writeFilter(plan, asked, samples);
      const companyId = random.chance(30) ? random.pick(books).companyId : undefined;
      const body = { name: 'q', consumerId, dataType: 'invoices', query, ...(companyId && { companyId }) };
      let matches: Predicate | undefined;
      try {
        matches = filterOf(query, asked);
      } catch (error) {
        if (!(error instanceof QueryRefused)) throw error;
      }
      const answer = await account.send('POST /webhooks/standingQueries', { body });
      assert.equal(answer.status, matches ? 201 : 400, `${query}\n${answer.text}`);
      if (matches)
        queries.push({
          id: answer.body.standingQueryId,
          matches,
          createdAt: clock.nowMs(),
          ...(companyId && { companyId }),
        });
    };
    for (let i = 0; i < 12; i++) await ask();
    for (let step = 0; step < 8; step++) {
      clock.advanceMs(1000);
      const of = random.pick(books);
      const live = [...(await stateAt(app, of, of.set.generation)).keys()];
      const records: RecordToPublish[] = [];
      const used = new Set<string>();
      for (let made = 1 + random.below(8); made > 0; made--) {
        const id = random.chance(50) && live.length > 0 ? random.pick(live) : `i${random.below(30)}`;
        if (used.has(id)) continue;
        used.add(id);
        const isDeleted = live.includes(id) && random.chance(20);
        records.push(isDeleted ? { id, isDeleted } : { id, record: toRecord(randomInvoice(random)) as object });
      }
      // A sync that fails has written a part of the next generation.
      const isPublished = random.chance(85);
      const { generation } = of.set;
      await publishRecords(app.ctx.db, of.set, records, { at: clock.now(), isPublished });
      if (of.set.generation > generation)
        published.push({ books: of, generation: of.set.generation, at: clock.nowMs() });
      clock.advanceMs(1000);
      if (random.chance(30)) await ask();
      if (random.chance(40)) counted.kills += await tellWithKills(random);
    }
    counted.kills += await tellWithKills(random);
    const expected = await expectedOf(queries, published);
    const { told, generations } = await toldIn(account.accountId);
    assert.deepEqual(told, expected, `history ${n}`);
    for (const list of generations.values())
      assert.deepEqual(
        list,
        list.toSorted((a, b) => a - b),
        'in the order of the generations',
      );
    counted.queries += queries.length;
    for (const one of told) counted[one.split(' ').at(-1) as 'entered' | 'changed' | 'left']++;
  }
  t.diagnostic(JSON.stringify(counted));
  for (const [what, count] of Object.entries(counted)) assert.ok(count >= 2 * histories, `${what}: ${count}`);
});
