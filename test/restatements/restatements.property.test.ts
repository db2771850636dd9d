import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settableClock } from '../../src/base/clock.ts';
import { publishRecords, type RecordToPublish } from '../data/seed-data-set.ts';
import { type Seeded, seedConnection, seedDataSet } from '../data/seed-publication.ts';
import { type TestAccount, useApp } from '../harness.ts';
import { parseTexts } from '../insights/exact-sums.ts';
import { type Random, randomFrom } from '../insights/random-books.ts';
import { editFields, historyTypes, randomFields } from './random-history.ts';
import { type Fields, type Period, recompute, type State } from './recompute.ts';

/**
 * Restatements of random histories of books, compared with a recomputation from the test's own log. With
 * RESTATEMENT_HISTORIES=200, more of them.
 */
const histories = Number(process.env.RESTATEMENT_HISTORIES ?? 15);
const comparisonsEach = 4;
const clock = settableClock(new Date('2026-09-20T09:00:00Z'));
const app = useApp({ clock, config: { sandboxUrl: 'http://127.0.0.1:9', role: 'api' } });

/** The published states of a company, with the time since which each was the newest one. */
type Log = { dataType: string; at: string; state: State }[];

type Platform = { records: Map<string, Fields | undefined>; unread: Set<string>; set: Seeded | undefined };

/** Edits, deletions, backdating and failing syncs of a company. What a failing sync has written is written again. */
async function play(place: { accountId: string; companyId: string }, random: Random): Promise<Log> {
  const connectionId = await seedConnection(app.ctx.db, place);
  const log: Log = [];
  const platforms = new Map<string, Platform>(
    historyTypes.map((dataType) => [dataType, { records: new Map(), unread: new Set(), set: undefined }]),
  );
  const syncs = 20 + random.below(20);
  for (let n = 0; n < syncs; n++) {
    const dataType = random.pick(historyTypes);
    const platform = platforms.get(dataType) ?? assert.fail();
    work(random, dataType, platform);
    platform.set ??= await seedDataSet(app.ctx.db, { ...place, connectionId, dataType });
    const isPublished = !random.chance(25);
    await publishRecords(app.ctx.db, platform.set, [...platform.unread].map(read(platform)), {
      at: clock.now(),
      isPublished,
    });
    if (isPublished) {
      platform.unread.clear();
      log.push({ dataType, at: clock.now().toISOString(), state: new Map(platform.records) });
    }
    clock.advanceMs(1 + random.below(12 * 3_600_000));
  }
  return log;
}

const read =
  ({ records }: Platform) =>
  (id: string): RecordToPublish => {
    const fields = records.get(id);
    return fields === undefined ? { id, isDeleted: true } : { id, record: fields, source: JSON.stringify(fields) };
  };

/** People work on the platform: they make, edit and delete records, and make deleted ones again. */
function work(random: Random, dataType: string, { records, unread, set }: Platform): void {
  for (let made = random.below(set ? 4 : 12); made >= 0; made--) {
    const id = `${dataType}-${random.below(40)}`;
    records.set(id, randomFields(random, dataType));
    unread.add(id);
  }
  if (!set) return;
  for (const [id, fields] of records) {
    if (random.chance(60)) continue;
    if (fields === undefined && random.chance(80)) continue;
    const isDeleted = fields !== undefined && random.chance(15);
    records.set(
      id,
      isDeleted ? undefined : fields ? editFields(random, dataType, fields) : randomFields(random, dataType),
    );
    unread.add(id);
  }
}

// biome-ignore lint/suspicious/noExplicitAny: the responses are checked against the OpenAPI document
type Body = any;

async function get(account: TestAccount, path: string): Promise<Body> {
  const answer = await account.send(`GET ${path}`);
  assert.equal(answer.status, 200, answer.text);
  return parseTexts(answer.text);
}

async function walk(account: TestAccount, start: string): Promise<Body[]> {
  const seen: Body[] = [];
  for (let next = start; next; ) {
    const page = await get(account, next);
    seen.push(...page.results);
    next = page._links.next?.href;
  }
  return seen;
}

const stateAt = (log: Log, dataType: string, at: string) =>
  log.filter((one) => one.dataType === dataType && one.at <= at).at(-1)?.state;

test(`P-RESTATED: restatements of ${histories} random histories equal an independent recomputation, to the last digit`, async (t) => {
  const account = await app.account();
  const counted = { records: 0, figures: 0, added: 0, changed: 0, deleted: 0, backdated: 0 };
  for (let n = 0; n < histories; n++) {
    const random = randomFrom(77 + n * 7919);
    clock.set(new Date('2026-09-20T09:00:00Z'));
    const { companyId } = (await account.send('POST /companies', { body: { name: `books ${n}` } })).body;
    const log = await play({ accountId: account.accountId, companyId }, random);
    for (let i = 0; i < comparisonsEach; i++)
      await compareOnce({ account, companyId, log, random, counted }, `${n}.${i}`);
  }
  t.diagnostic(JSON.stringify(counted));
  for (const [what, count] of Object.entries(counted)) assert.ok(count >= 3 * histories, `${what}: ${count}`);
});

type Played = { account: TestAccount; companyId: string; log: Log; random: Random; counted: Record<string, number> };

async function compareOnce({ account, companyId, log, random, counted }: Played, label: string): Promise<void> {
  const times = [...new Set(log.map(({ at }) => at))];
  const [a, b] = [random.below(times.length - 1), random.below(times.length)].sort((x, y) => x - y) as [number, number];
  const from = times[a] ?? '';
  const isNewest = b === a || random.chance(30);
  const to = (isNewest ? clock.now().toISOString() : times[b]) ?? '';
  const period: Period = {
    on: new Date(Date.UTC(2026, 8, 5) + random.below(50) * 86_400_000).toISOString().slice(0, 10),
    ...(random.chance(40) && {
      from: new Date(Date.UTC(2026, 7, 20) + random.below(15) * 86_400_000).toISOString().slice(0, 10),
    }),
  };
  const search = new URLSearchParams({ from, ...(!isNewest && { to }), closedOn: period.on });
  if (period.from) search.set('closedFrom', period.from);
  const at = `/companies/${companyId}/restatements`;
  const summary = await get(account, `${at}?${search}`);
  const rows = await walk(account, `${at}/records?${search}&pageSize=${random.pick([10, 100, 100])}`);
  const expectedRows: Record<string, unknown> = {};
  const expectedTypes: Record<string, unknown> = {};
  const totals: Record<string, number> = { added: 0, changed: 0, deleted: 0, backdated: 0 };
  for (const dataType of historyTypes) {
    const [before, after] = [stateAt(log, dataType, from), stateAt(log, dataType, to)];
    if (!before || !after) continue;
    const { restated, amounts, months } = recompute(dataType, { before, after, fromDay: from.slice(0, 10) }, period);
    for (const [id, one] of restated) {
      expectedRows[`${dataType} ${id}`] = one;
      totals[one.change] = (totals[one.change] ?? 0) + 1;
    }
    expectedTypes[dataType] = { amounts, months };
  }
  const shownRows = Object.fromEntries(
    rows.map(({ dataType, id, change, date, difference, currency }) => [
      `${dataType} ${id}`,
      { change, date: date.slice(0, 10), currency, difference },
    ]),
  );
  assert.equal(rows.length, Object.keys(shownRows).length, 'no record twice');
  assert.deepEqual(shownRows, expectedRows, `${label} ${search}`);
  const shownTypes = Object.fromEntries(
    summary.dataTypes.map(({ dataType, amounts, months }: Body) => [
      dataType,
      {
        amounts: Object.fromEntries(
          amounts.map((one: Body) => [
            one.currency ?? '-',
            [one.added, one.changed, one.deleted, one.backdated, one.difference],
          ]),
        ),
        months: Object.fromEntries(
          months.map((one: Body) => [
            `${one.month} ${one.currency ?? '-'}`,
            [one.records, one.added, one.changed, one.deleted, one.backdated, one.before, one.after, one.difference],
          ]),
        ),
      },
    ]),
  );
  assert.deepEqual(shownTypes, expectedTypes, `${label} ${search}`);
  for (const [change, count] of Object.entries(totals)) {
    assert.equal(summary[change], String(count), `${label} ${change}`);
    counted[change] = (counted[change] ?? 0) + count;
  }
  counted.records = (counted.records ?? 0) + rows.length;
  counted.figures = (counted.figures ?? 0) + (JSON.stringify(shownTypes).match(/"-?\d[\d.]*"/g)?.length ?? 0);
}
