import pg from 'pg';
import type { Figures } from '../../../bench/report.ts';
import type { Emitting } from './emit-under-load.ts';
import type { Disturbance, Stage } from './open-stage.ts';
import type { Noted } from './receiver.ts';

/** The outcome of a sent message is normally recorded within milliseconds; PostgreSQL may be slow or down. */
const unrecordedMs = 5000;

type Row = { account_id: string; message_id: string; company_id: string | null };
type Tried = { message_id: string; consumer_id: string; delivered: number; failed: number };

/** Compares the committed events with the arrivals at the receiver, for each pair of event and consumer. */
export async function checkArrivals(stage: Stage, emitting: Emitting, noted: readonly Noted[]): Promise<Figures> {
  const client = new pg.Client(stage.cell.databaseUrl);
  await client.connect();
  const read = async <T>(text: string) => (await client.query(text)).rows as T[];
  const messages = await read<Row>('select account_id, message_id, company_id from message');
  const tried =
    await read<Tried>(`select message_id, consumer_id, count(*) filter (where outcome = 'd')::int as delivered,
      count(*) filter (where outcome <> 'd')::int as failed from attempt group by 1, 2`);
  const [left] = await read<{ pending: number; failures: number }>(
    'select (select count(*)::int from delivery) as pending, (select count(*)::int from failure) as failures',
  );
  const [wrong] = await read<{ n: number }>(`select count(*)::int as n from (
      select consumer_id, sum(delivered) as delivered, sum(failed) as failed from delivery_count group by 1
      except select consumer_id, count(*) filter (where outcome = 'd'), count(*) filter (where outcome <> 'd')
      from attempt group by 1) x`);
  await client.end();

  const arrivals = new Map<string, Noted[]>();
  for (const one of noted) {
    const pair = `${one[0]} ${one[1]}`;
    arrivals.set(pair, [...(arrivals.get(pair) ?? []), one]);
  }
  const attempts = new Map(tried.map((row) => [`${row.consumer_id} ${row.message_id}`, row]));
  const counts = { expected: 0, lost: 0, duplicates: 0, byReset: 0, byDeath: 0, byLostLane: 0, unexplained: 0 };
  const expected = new Set<string>();
  for (const { account_id, message_id, company_id } of messages) {
    for (const consumer of stage.consumers) {
      if (consumer.accountId !== account_id || (consumer.companyId && consumer.companyId !== company_id)) continue;
      counts.expected++;
      const pair = `${consumer.name} ${message_id}`;
      expected.add(pair);
      const came = arrivals.get(pair) ?? [];
      if (!came.some(([, , , isAnswered]) => isAnswered)) counts.lost++;
      const logged = attempts.get(`${consumer.consumerId} ${message_id}`);
      explain(came, logged, stage.disturbances, counts);
    }
  }
  const ids = new Set(messages.map((row) => row.message_id));
  const companies = new Set(messages.map((row) => row.company_id));
  const recordedTwice = tried.filter(({ delivered }) => delivered > 1).length;
  return {
    events: messages.length,
    recordedTwice,
    deliveries: noted.length,
    ...counts,
    strangers: [...arrivals.keys()].filter((pair) => !expected.has(pair)).length,
    confirmedButGone:
      [...emitting.committed].filter((id) => !ids.has(id)).length +
      [...emitting.companies].filter((id) => !companies.has(id)).length,
    /** Consumers whose delivery counts differ from their attempts. */
    countsWrong: wrong?.n ?? -1,
    leftPending: left?.pending ?? -1,
    leftFailed: left?.failures ?? -1,
  };
}

type Counts = { duplicates: number; byReset: number; byDeath: number; byLostLane: number; unexplained: number };

/** Explains each duplicate: why the first arrival was not the last. */
function explain(came: Noted[], logged: Tried | undefined, disturbances: readonly Disturbance[], counts: Counts): void {
  const extra = came.length - 1;
  if (extra <= 0) return;
  counts.duplicates += extra;
  const earlier = came.slice(0, -1);
  const nearTo = (kinds: readonly string[]) =>
    earlier.filter(([, , at]) => disturbances.some((one) => kinds.includes(one.kind) && isNear(one, at))).length;
  // The receiver reset the connection: a failed attempt, which was retried.
  const resets = Math.min(extra, came.filter(([, , , isAnswered]) => !isAnswered).length);
  // Not in the log of attempts: the sender or PostgreSQL died before the attempt was recorded.
  const unrecorded = Math.max(0, came.length - (logged?.delivered ?? 0) - (logged?.failed ?? 0));
  const deaths = Math.min(extra - resets, unrecorded, nearTo(['worker', 'postgres', 'connections']));
  // Recorded each time: in flight when its worker lost the lane with its connection, and another worker took over.
  const lostLanes = Math.min(extra - resets - deaths, nearTo(['postgres', 'connections']));
  counts.byReset += resets;
  counts.byDeath += deaths;
  counts.byLostLane += lostLanes;
  counts.unexplained += extra - resets - deaths - lostLanes;
}

const isNear = ({ from, to }: Disturbance, at: number) => at >= from - unrecordedMs && at <= to + unrecordedMs;

/** For each kill of a worker while the others were running: ms until every consumer received something again. */
export function takeOverMs(stage: Stage, noted: readonly Noted[]): number[] {
  const times = [...Map.groupBy(noted, ([consumer]) => consumer).values()].map((all) => all.map(([, , at]) => at));
  const next = (all: number[], from: number) => (all.find((at) => at > from) ?? Number.POSITIVE_INFINITY) - from;
  return stage.disturbances
    .filter(({ kind, isAlone }) => kind === 'worker' && isAlone)
    .map(({ from }) => Math.max(...times.map((all) => next(all, from))));
}
