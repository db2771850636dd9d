import { randomUUID } from 'node:crypto';
import os from 'node:os';
import { findDataType, parseExact } from '@daybook/connector-kit';
import { sql } from 'kysely';
import { publishGeneration } from '../src/data/write/publish-generation.ts';
import { writePage } from '../src/data/write/write-page.ts';
import { createEmit } from '../src/events/emit.ts';
import { createKnownQueries } from '../src/standing/known-queries.ts';
import { type TellContext, tellDue } from '../src/standing/tell-due.ts';
import type { LaneWakeups } from '../src/webhooks/lanes/lane-wakeups.ts';
import { createMessageWriter } from '../src/webhooks/messages/write-messages.ts';
import { startFamilyClock } from './cpu-time.ts';
import { type Figures, holdBar, median, type Report, round, say } from './report.ts';
import { type SeededRecords, seedRecords } from './seed-records.ts';
import { type Cell, startCell } from './start-cell.ts';

/** Filters as programs would write them. `n` makes each of them different. */
const kinds: Record<string, (n: number) => string> = {
  /** Of one customer. */
  customer: (n) => `customerRef.id=customer-${n % 997} && totalAmount>${(n * 7) % 4000} && status!=Paid`,
  /** A limit that few of the changes exceed. */
  amount: (n) => `totalAmount>${5000 + (n % 1000) / 100} && status=Submitted`,
  status: (n) => `status=PartiallyPaid && dueDate<2020-02-${10 + (n % 18)} && amountDue>${n % 1000}`,
  anyOf: (n) => `customerRef.id=customer-${n % 997} && currency=USD || invoiceNumber=INV-${String(n).padStart(8, '0')}`,
  /** Nothing helps to find these. */
  contained: (n) => `note~"${n} days" || lineItems.description~"week ${n}x"`,
};
const shares: Record<keyof typeof kinds, number> = { customer: 35, amount: 25, status: 20, anyOf: 15, contained: 5 };

/** The cost of a generation with 1,000 changes for an account with 10,000 standing queries over 1,000,000 records. */
export async function benchStanding({ quick }: { quick: boolean }): Promise<Report> {
  const size = quick
    ? { records: 20_000, queries: 1000, rounds: 3 }
    : { records: 1_000_000, queries: 10_000, rounds: 7 };
  const changes = 1000;
  const cell = await startCell();
  try {
    say('seeding…');
    const seeded = await seedRecords(cell, { invoices: size.records, dataSets: 0, otherAccounts: 0 });
    const set = await openSet(cell, seeded);
    const figures: Figures = { ...size, changes, 'machine.loadBefore': os.loadavg().map(round) };
    await set.publish(changes);
    const without = await measure(size.rounds, () => set.publish(changes));
    say(`without queries: a generation is published in ${round(without.medianMs)} ms`);
    await addQueries(cell, seeded, size.queries);
    const ctx = tellContext(cell);
    await set.publish(changes);
    await tellDue(ctx);
    const publish: Measured[] = [];
    const tell: Measured[] = [];
    const eventsBefore = await countEvents(cell);
    for (let n = 0; n < size.rounds; n++) {
      publish.push(await measure(1, () => set.publish(changes)));
      tell.push(await measure(1, () => tellDue(ctx)));
    }
    const events = await countEvents(cell);
    Object.assign(figures, {
      'publish.withoutQueries.medianMs': round(without.medianMs),
      'publish.withoutQueries.cpuMs': round(without.ownMs + without.databaseMs),
      'publish.withQueries.medianMs': round(of(publish).medianMs),
      'publish.withQueries.cpuMs': round(of(publish).ownMs + of(publish).databaseMs),
      'tell.medianMs': round(of(tell).medianMs),
      'tell.processCpuMs': round(of(tell).ownMs),
      'tell.databaseCpuMs': round(of(tell).databaseMs),
      'tell.msPerChange': round(of(tell).medianMs / changes),
      'tell.eventsPerGeneration': round((events.events - eventsBefore.events) / size.rounds),
      'tell.recordsPerGeneration': round((events.records - eventsBefore.records) / size.rounds),
      'added.seconds': round((of(tell).medianMs + of(publish).medianMs - without.medianMs) / 1000),
      'added.cpuSeconds': round((of(tell).ownMs + of(tell).databaseMs) / 1000),
      'machine.loadAfter': os.loadavg().map(round),
    });
    return {
      name: 'standing',
      figures,
      bars: [
        holdBar(figures, 'added.seconds', '<= 2'),
        holdBar(figures, 'added.cpuSeconds', '<= 2'),
        holdBar(figures, 'tell.msPerChange', '<= 2'),
        holdBar(figures, 'tell.recordsPerGeneration', '>= 100'),
      ],
    };
  } finally {
    await cell.stop();
  }
}

const of = (rounds: readonly Measured[]): Measured => ({
  medianMs: median(rounds.map(({ medianMs }) => medianMs)),
  ownMs: median(rounds.map(({ ownMs }) => ownMs)),
  databaseMs: median(rounds.map(({ databaseMs }) => databaseMs)),
});

/** With the CPU time of this process and of PostgreSQL. */
type Measured = { medianMs: number; ownMs: number; databaseMs: number };

async function measure(rounds: number, work: () => Promise<unknown>): Promise<Measured> {
  const times: number[] = [];
  const own: number[] = [];
  const database: number[] = [];
  for (let n = 0; n < rounds; n++) {
    const before = process.cpuUsage();
    const family = postgresClock?.();
    const started = performance.now();
    await work();
    times.push(performance.now() - started);
    const used = process.cpuUsage(before);
    own.push((used.user + used.system) / 1000);
    database.push(family?.() ?? Number.NaN);
  }
  return { medianMs: median(times), ownMs: median(own), databaseMs: median(database) };
}

let postgresClock: (() => () => number) | undefined;

function tellContext({ base }: Cell): TellContext {
  // Nobody delivers here: only the cost of telling is measured.
  const laneWakeups = { wake() {} } as unknown as LaneWakeups;
  return {
    ...base,
    emit: createEmit(base, createMessageWriter({ laneWakeups })),
    standingQueries: createKnownQueries(),
  };
}

/** Each generation changes other records: their amounts, and the status of a half. */
async function openSet({ base }: Cell, seeded: SeededRecords) {
  const { accountId, companyId, dataSetId } = seeded;
  const dataType = findDataType('invoices');
  if (!dataType) throw new Error('There are no invoices.');
  const { rows } = await sql<{ connection_id: string; pid: number }>`select connection_id, pg_backend_pid() as pid
    from data_set where data_set_id = ${dataSetId}`.execute(base.db.system);
  const { connection_id: connectionId = '', pid = 0 } = rows[0] ?? {};
  postgresClock = () => startFamilyClock(pid);
  let generation = 1;
  let from = '';
  return {
    async publish(changes: number): Promise<void> {
      generation++;
      const at = new Date();
      const { rows: found } = await sql<{
        id: string;
        text: string;
      }>`select record_id as id, payload::text as text from record
        where account_id = ${accountId} and company_id = ${companyId} and data_set_id = ${dataSetId} and gen_to is null
          and record_id > ${from} order by record_id limit ${changes}`.execute(base.db.system);
      from = found.at(-1)?.id ?? '';
      const records = found.map(({ id, text }, n) => {
        const {
          id: _,
          modifiedDate,
          sourceModifiedDate,
          metadata,
          ...record
        } = parseExact(text) as Record<string, unknown>;
        const totalAmount = Math.round(((n * 5000) / changes + generation) * 100) / 100;
        const status = n % 2 === 0 ? 'Submitted' : record.status;
        return { id, record: () => ({ ...record, totalAmount, amountDue: totalAmount, status }) };
      });
      await base.db.transaction(accountId, async (tx) => {
        const target = { companyId, dataSetId, generation, dataType };
        const counts = await writePage(tx, target, {
          ...{ records, mapping: '1', modified: at.toISOString(), isProven: false, seenAs: undefined },
        });
        const sync = { syncId: randomUUID(), cursor: null, isFull: false, isFetched: true, mapping: '1', at };
        await publishGeneration(tx, { ...target, connectionId, ...counts, ...sync });
      });
    },
  };
}

async function addQueries({ base }: Cell, { accountId }: SeededRecords, count: number): Promise<void> {
  const consumerId = randomUUID();
  await sql`insert into consumer (account_id, consumer_id, name, url, event_types, secret, created_at)
    values (${accountId}, ${consumerId}, 'bench', 'https://hooks.client.example', '{*}', '', now())`.execute(
    base.db.system,
  );
  const texts = Object.entries(kinds).flatMap(([kind, make]) =>
    Array.from({ length: (count * (shares[kind] ?? 0)) / 100 }, (_, n) => make(n)),
  );
  await sql`insert into standing_query (account_id, standing_query_id, consumer_id, data_type, name, query, created_at)
    select ${accountId}, gen_random_uuid(), ${consumerId}, 'invoices', 'q' || t.place, t.query, now() - interval '1 minute'
    from unnest(${texts}::text[]) with ordinality t (query, place)`.execute(base.db.system);
  await sql`analyze standing_query`.execute(base.db.system);
}

async function countEvents({ base }: Cell): Promise<{ events: number; records: number }> {
  const { rows } = await sql<{ events: number; records: number }>`select count(*)::int as events,
    coalesce(sum(jsonb_array_length(body::jsonb #> '{Data,records}')), 0)::int as records
    from message where event_type = 'standingQuery.matched'`.execute(base.db.system);
  return rows[0] ?? { events: 0, records: 0 };
}
