import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { settableClock } from '../../src/base/clock.ts';
import { advanceDays } from '../../src/standing/advance-day.ts';
import { tellDue } from '../../src/standing/tell-due.ts';
import { publishRecords, type RecordToPublish } from '../data/seed-data-set.ts';
import { useApp } from '../harness.ts';
import { type Random, randomFrom } from '../insights/random-books.ts';
import { Decimal, type Json } from '../lists/compare-values.ts';
import { type FieldTable, filterOf, type Predicate } from '../lists/evaluate-filter.ts';
import { exact, isKilled, killableContext, stateAt, toRecord } from './histories.ts';
import { aConsumer, type Books, someBooks } from './standing-books.ts';

/**
 * Queries that compare dates with `today`, while a clock moves through days, syncs publish and fail, and processes are
 * killed at every point. The events are compared with a recomputation from whole states, by an evaluator without product
 * code that gets the date in place of `today`. With STANDING_HISTORIES=300, more histories.
 */
const histories = Number(process.env.STANDING_HISTORIES ?? 30);
const clock = settableClock(new Date('2026-11-02T09:00:00Z'));
const app = useApp({ clock, config: { sandboxUrl: 'http://127.0.0.1:9', role: 'api' } });

const statuses = ['Unknown', 'Draft', 'Submitted', 'PartiallyPaid', 'Paid', 'Void'];
const asked: FieldTable = { status: statuses, totalAmount: 'number', issueDate: 'time', dueDate: 'time', note: 'text' };

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const dayAt = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** A date near the present, at or next to midnight more often than not. */
function date(random: Random): string {
  const day = dayAt(clock.nowMs() + (random.below(13) - 6) * dayMs);
  return `${day}T${random.pick(['00:00:00Z', '00:00:00Z', '23:59:59.999999Z', '00:00:00.000001Z', '01:00:00+01:00', '12:00:00Z'])}`;
}

const randomInvoice = (random: Random): Record<string, Json> => ({
  issueDate: date(random),
  ...(random.chance(80) && { dueDate: date(random) }),
  totalAmount: new Decimal(String(random.below(4))),
  amountDue: new Decimal('0'),
  status: random.pick(statuses),
  ...(random.chance(50) && { note: random.pick(['Café', 'cafe', 'today']) }),
});

function randomQuery(random: Random): string {
  const { pick, below, chance } = random;
  const value = () => pick(['today', 'today', `today-${1 + below(5)}`, `today+${1 + below(5)}`]);
  const dated = () =>
    `${pick(['dueDate', 'dueDate', 'issueDate'])}${pick(['<', '<=', '>', '>=', '=', '!='])}${value()}`;
  const other = () => pick(['totalAmount>1', 'status=Paid', 'status!=Paid', 'dueDate=null', 'note~cafe', 'note=today']);
  if (chance(15)) return other();
  const first = dated();
  if (chance(25)) return first;
  return `${first} ${pick(['&&', '||'])} ${chance(50) ? dated() : other()}`;
}

/** The query as it is on a day, with a date in place of each `today`. */
const onDay = (query: string, day: string) =>
  query.replace(/(Date[<>=!]+)today([+-]\d+)?/g, (_, start, days = '0') => {
    const at = Date.parse(day) + Number(days) * dayMs;
    return `${start}${dayAt(at)}`;
  });

type Query = { id: string; text: string; createdAt: number; follows: boolean; isDeleted: boolean };
const matches = (query: Query, day: string): Predicate => filterOf(onDay(query.text, day), asked);

test(`P-STANDING: the events of ${histories} random histories with a moving clock and kills equal an independent recomputation, each once`, async (t) => {
  const counted = { published: 0, dayChanged: 0, entered: 0, changed: 0, left: 0, kills: 0, queries: 0 };
  for (let n = 0; n < histories; n++) {
    const random = randomFrom(777 + n * 6151);
    const account = await app.account();
    const consumerId = await aConsumer(account);
    const books = [await someBooks(app, account), await someBooks(app, account)];
    const queries: Query[] = [];
    const expected: string[] = [];
    /** The day of the account, as soon as it has one. */
    let day: string | undefined;
    let kills = 0;

    const contextOf = (percent: number) => killableContext(app.ctx, random, { percent, killed: () => kills++ });
    const isToday = () => dayAt(clock.nowMs());

    /** What the records of one state say of a query, on one day. */
    const note = async (
      of: Books,
      from: { generation: number; day: string },
      to: { generation: number; day: string },
    ) => {
      const [before, after] = [await stateAt(app, of, from.generation), await stateAt(app, of, to.generation)];
      const isDayChange = from.generation === to.generation;
      for (const query of queries) {
        if (query.isDeleted || query.createdAt > clock.nowMs() || (isDayChange && !query.follows)) continue;
        const [then, now] = [matches(query, from.day), matches(query, to.day)];
        for (const id of new Set([...before.keys(), ...after.keys()])) {
          const [old, current] = [before.get(id), after.get(id)];
          const wasIn = old !== undefined && then(old);
          const isIn = current !== undefined && now(current);
          const isSame = JSON.stringify(old) === JSON.stringify(current);
          const change = isIn ? (wasIn ? 'changed' : 'entered') : wasIn ? 'left' : undefined;
          if (!change || (change === 'changed' && isSame)) continue;
          const when = isDayChange ? to.day : 'published';
          expected.push(`${query.id} ${of.companyId} ${to.generation} ${when} ${id} ${change}`);
        }
      }
    };

    /** Every day that has come begins, for the states of this moment. */
    const beginDays = async () => {
      while (day !== undefined && day < isToday()) {
        const next = dayAt(Date.parse(day) + dayMs);
        for (const of of books)
          if (of.set.generation > 0)
            await note(of, { generation: of.set.generation, day }, { generation: of.set.generation, day: next });
        day = next;
      }
    };
    const advance = async () => {
      await beginDays();
      for (const percent of [20, 20, 0]) {
        const one = advanceDays(contextOf(percent));
        if (random.chance(40)) await Promise.allSettled([one, advanceDays(contextOf(percent))]);
        await one.catch((error) => assert.ok(isKilled(error), error));
      }
    };
    const ask = async () => {
      const text = randomQuery(random);
      const follows = onDay(text, '2026-01-01') !== text;
      // A query that follows the day begins the days that have come, and then belongs to the last of them.
      if (follows) await beginDays();
      if (follows) day ??= isToday();
      clock.advanceMs(10);
      const body = { name: 'q', consumerId, dataType: 'invoices', query: text };
      const answer = await account.send('POST /webhooks/standingQueries', { body });
      assert.equal(answer.status, 201, answer.text);
      const [createdAt, id] = [clock.nowMs(), answer.body.standingQueryId];
      queries.push({ id, text, createdAt, follows, isDeleted: false });
      clock.advanceMs(10);
    };
    const tell = async () => {
      for (let round = 0; ; round++) {
        const { rows } = await sql`select from standing_run where account_id = ${account.accountId} limit 1`.execute(
          app.ctx.db.system,
        );
        if (rows.length === 0) return;
        const percent = round < 6 ? 12 : 0;
        const first = tellDue(contextOf(percent));
        if (random.chance(40)) {
          clock.advanceMs(61_000);
          await Promise.all([first, tellDue(contextOf(percent))]);
        }
        await first;
        clock.advanceMs(61_000);
      }
    };

    for (let asks = random.below(4); asks > 0; asks--) await ask();
    for (let step = 0; step < 16; step++) {
      clock.advanceMs(1000 + random.below(24) * hourMs + (random.chance(10) ? 3 * dayMs : 0));
      if (random.chance(60)) await advance();
      if (random.chance(30) && queries.length < 10) await ask();
      if (random.chance(75)) {
        const of = random.pick(books);
        const live = [...(await stateAt(app, of, of.set.generation)).keys()];
        const records = new Map<string, RecordToPublish>();
        for (let made = 1 + random.below(6); made > 0; made--) {
          const id = random.chance(50) && live.length > 0 ? random.pick(live) : `i${random.below(25)}`;
          const isDeleted = live.includes(id) && random.chance(15);
          records.set(id, isDeleted ? { id, isDeleted } : { id, record: toRecord(randomInvoice(random)) as object });
        }
        const { generation } = of.set;
        // A sync that fails has written a part of the next generation, and perhaps ended versions of this one.
        const isPublished = random.chance(80);
        await publishRecords(app.ctx.db, of.set, [...records.values()], { at: clock.now(), isPublished });
        const onThat = day ?? isToday();
        if (of.set.generation > generation)
          await note(of, { generation, day: onThat }, { generation: of.set.generation, day: onThat });
      }
      if (random.chance(15)) {
        const query = random.pick(queries);
        // What it has been told about so far is told first: later, it is not known any more.
        if (query && !query.isDeleted) {
          await tell();
          await account.send(`DELETE /webhooks/standingQueries/${query.id}`);
          query.isDeleted = true;
          // Without queries that follow the day, it does not matter any more.
          if (!queries.some((one) => one.follows && !one.isDeleted)) day = undefined;
        }
      }
      if (random.chance(40)) await tell();
    }
    await advance();
    await tell();
    const { told, order } = await toldIn(account.accountId);
    assert.deepEqual(told, expected.sort(), `history ${n}`);
    for (const list of order.values()) assert.deepEqual(list, list.toSorted(), `history ${n}: in order`);
    // The days of this account are of no interest to the next history.
    await sql`delete from standing_day where account_id = ${account.accountId}`.execute(app.ctx.db.system);
    counted.kills += kills;
    counted.queries += queries.length;
    for (const one of told) {
      const [, , , when, , change] = one.split(' ');
      counted[when === 'published' ? 'published' : 'dayChanged']++;
      counted[change as 'entered' | 'changed' | 'left']++;
    }
  }
  t.diagnostic(JSON.stringify(counted));
  for (const [what, count] of Object.entries(counted)) assert.ok(count >= 2 * histories, `${what}: ${count}`);
});

/** `order`: the generations and days of each company, as they were told. */
async function toldIn(accountId: string): Promise<{ told: string[]; order: Map<string, string[]> }> {
  const { rows } = await sql<{ body: string }>`select body from message where account_id = ${accountId}
    and event_type = 'standingQuery.matched' order by message_id`.execute(app.ctx.db.system);
  const told: string[] = [];
  const order = new Map<string, string[]>();
  for (const { body } of rows) {
    const { CompanyId, Data } = exact(body) as unknown as {
      CompanyId: string;
      Data: { standingQueryId: string; generation: Decimal; reason: string; day?: string; records: Told[] };
    };
    const generation = Data.generation.text;
    const when = Data.reason === 'published' ? 'published' : (Data.day ?? '');
    // A generation comes before the days that begin in its state.
    const place = `${generation.padStart(6, '0')} ${when === 'published' ? '' : when}`;
    order.set(CompanyId, [...(order.get(CompanyId) ?? []), place]);
    for (const { recordId, change, before, after } of Data.records) {
      if (when !== 'published') assert.deepEqual(before, after);
      told.push(`${Data.standingQueryId} ${CompanyId} ${generation} ${when} ${recordId} ${change}`);
    }
  }
  return { told: told.sort(), order };
}
type Told = { recordId: string; change: string; before?: Json; after?: Json };
