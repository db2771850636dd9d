import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Figures, holdBar, median, type Report, round, say } from '../../bench/report.ts';
import { type Fault, faults } from './failover/faults.ts';
import { whyNoHosts } from './failover/hosts.ts';
import { openStage, type Stage } from './failover/open-stage.ts';
import { openPatientClient } from './failover/patient-client.ts';
import { sendTraffic, type Traffic } from './failover/send-traffic.ts';
import { checkStage } from './upgrade/check-stage.ts';
import { nothingSeen, type Seen } from './upgrade/client.ts';
import { type Accounts, makeAccounts } from './upgrade/make-accounts.ts';

/**
 * Two PostgreSQL nodes under Patroni, each on a host of its own (a network namespace), behind HAProxy. The primary is
 * lost in several ways, with traffic of every kind. Clients repeat what was answered with 503; nothing that was
 * acknowledged may be lost, and no process may need a restart. `--faults kill,cut` chooses the ways,
 * `--replication asynchronous` shows what can be lost then.
 */
const turns = { kill: 4, cut: 4, switchover: 4, disk: 3, stalled: 3, alone: 2, lagging: 2 };
/** With asynchronous replication, Patroni may promote a standby that lacks commits. */
const notTried = { synchronous: 'lagging', asynchronous: 'alone' };
const small = ['kill', 'cut', 'switchover'];
const calmMs = 3000;
const backWithinMs = 60_000;
const backGoalSeconds = 15;

type Done = {
  failovers: number;
  byKind: Record<string, number>;
  /** Seconds from the fault to the new primary, and from the new primary until everything works. */
  primarySeconds: number[];
  backSeconds: number[];
  forkTries: number;
  forkAccepted: string[];
};

export async function failOver({ quick, given }: { quick: boolean; given: Record<string, string> }): Promise<Report> {
  const why = whyNoHosts();
  if (why) {
    say(`failover: SKIPPED: ${why}. Nothing was tried.`);
    return { name: 'failover', figures: { skipped: why }, bars: [] };
  }
  const isSynchronous = given.replication !== 'asynchronous';
  const kinds = chooseKinds({ quick, given }, isSynchronous);
  const startedAt = Date.now();
  const stage = await openStage({ isSynchronous });
  try {
    const [seen, outage] = [nothingSeen(), { unavailable: 0, restarts: 0, slowestMs: 0 }];
    const client = openPatientClient(stage.nextUrl, seen, outage);
    const accounts = await makeAccounts({ command: stage.command, client, receiver: stage.receiver });
    await query(stage, 'create table fork_probe (value text primary key)');
    say(`failover: the cluster and Daybook serve after ${seconds(startedAt)} s`);
    const done: Done = {
      ...{ failovers: 0, byKind: {}, primarySeconds: [], backSeconds: [], forkTries: 0, forkAccepted: [] },
    };
    const traffic = sendTraffic(stage, accounts, { client, seen });
    await sleep(calmMs);
    for (const kind of kinds) await failOnce(stage, { kind, done, traffic });
    await sleep(calmMs);
    await traffic.stop();
    for (const problem of seen.problems) say(`failover: ${problem}`);
    const figures: Figures = {
      replication: isSynchronous ? 'synchronous' : 'asynchronous',
      failovers: done.failovers,
      ...Object.fromEntries(Object.entries(done.byKind).map(([kind, n]) => [`failovers.${kind}`, n])),
      'primary.secondsMedian': round(median(done.primarySeconds)),
      'primary.secondsMax': round(Math.max(...done.primarySeconds)),
      'back.secondsMedian': round(median(done.backSeconds)),
      'back.secondsMax': round(Math.max(...done.backSeconds)),
      processesEnded: stage.processes.filter(({ process }) => process.child.exitCode !== null).length,
      ...(await checkForks(stage, done)),
      ...figuresOf(seen, traffic),
      unavailable: outage.unavailable + traffic.writer.counts.cutOff,
      listsRestarted: outage.restarts,
      slowestMs: outage.slowestMs,
      ...(await checkStage(stage, accounts, traffic)),
      'older.lost': await countLost(stage, accounts, traffic),
      seconds: seconds(startedAt),
    };
    return { name: 'failover', figures, bars: barsOf(figures, { kinds, isSynchronous }) };
  } catch (error) {
    say(await stage.cluster.logs());
    throw error;
  } finally {
    await stage.close();
  }
}

const seconds = (from: number) => Math.round((Date.now() - from) / 1000);

function chooseKinds(
  { quick, given }: { quick: boolean; given: Record<string, string> },
  isSynchronous: boolean,
): string[] {
  const chosen = given.faults?.split(',');
  const unknown = chosen?.find((kind) => !Object.hasOwn(faults, kind));
  if (unknown !== undefined) throw new Error(`--faults ${unknown} is not one of ${Object.keys(faults).join(', ')}.`);
  if (quick || chosen) return chosen ?? small;
  const rounds = Math.max(...Object.values(turns));
  const left = notTried[isSynchronous ? 'synchronous' : 'asynchronous'];
  return Array.from({ length: rounds }, (_, round) =>
    Object.entries(turns).flatMap(([kind, n]) => (round < n && kind !== left ? [kind] : [])),
  ).flat();
}

async function failOnce(
  stage: Stage,
  { kind, done, traffic }: { kind: string; done: Done; traffic: Traffic },
): Promise<void> {
  const { cluster } = stage;
  const primary = await cluster.primary();
  if (!primary) throw new Error('The cluster has no primary.');
  const from = Date.now();
  const struck = await (faults[kind] as Fault)(cluster, primary);
  const backAt = await whenBack(stage, { since: struck.primaryAt, traffic });
  done.failovers++;
  done.byKind[kind] = (done.byKind[kind] ?? 0) + 1;
  done.primarySeconds.push((struck.primaryAt - from) / 1000);
  done.backSeconds.push((backAt - struck.primaryAt) / 1000);
  await struck.heal();
  await cluster.whenWhole();
  done.forkTries += struck.forks?.tried ?? 0;
  done.forkAccepted.push(...(struck.forks?.accepted ?? []));
  say(
    `failover: ${done.failovers} ${kind}: new primary after ${struck.primaryAt - from} ms, ` +
      `everything works ${backAt - struck.primaryAt} ms later, the cluster is whole after ${Date.now() - from} ms`,
  );
  await sleep(calmMs);
}

/** When all processes are ready, clients write and push, and webhooks of both generations arrive again. */
async function whenBack(stage: Stage, { since, traffic }: { since: number; traffic: Traffic }): Promise<number> {
  const counts = async () => {
    const noted = await stage.noted();
    const older = noted.filter(([, , generation]) => generation === 'older').length;
    const { writer, pushes, created, pages, signIns } = traffic;
    return [older, noted.length - older, writer.counts.answered, pushes.size, created.size, pages + signIns];
  };
  const before = await counts();
  for (const until = since + backWithinMs; Date.now() < until; await sleep(100)) {
    const ready = await Promise.all(stage.processes.map(({ process }) => isReady(process.url)));
    const now = await counts();
    if (ready.every(Boolean) && now.every((n, at) => n > (before[at] ?? 0))) return Date.now();
  }
  throw new Error(`Not everything worked again within ${backWithinMs} ms: ${before} became ${await counts()}.`);
}

const isReady = (url: string) =>
  fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(2000) }).then(
    ({ ok }) => ok,
    () => false,
  );

/** What an old primary has reported as committed must be in the database. */
async function checkForks(stage: Stage, { forkTries, forkAccepted }: Done): Promise<Figures> {
  const rows = await query<{ value: string }>(stage, 'select value from fork_probe');
  const kept = new Set(rows.map(({ value }) => value));
  return {
    forkTries,
    'forks.accepted': forkAccepted.length,
    forks: forkAccepted.filter((value) => !kept.has(value)).length,
  };
}

/** Companies whose creation was acknowledged to the clients of the older webhooks, and that are missing. */
async function countLost(stage: Stage, { older }: Accounts, { created }: Traffic): Promise<number> {
  const rows = await query<{ company_id: string }>(stage, 'select company_id from company where account_id = $1', [
    older.accountId,
  ]);
  const kept = new Set(rows.map(({ company_id }) => company_id));
  return [...created].filter((id) => !kept.has(id)).length;
}

async function query<T>({ databaseUrl }: Stage, text: string, values: unknown[] = []): Promise<T[]> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    return (await client.query(text, values)).rows as T[];
  } finally {
    await client.end();
  }
}

function figuresOf(seen: Seen, { writer, pushes, created, syncs, signIns, pages }: Traffic): Figures {
  const { counts } = writer;
  return {
    requests: seen.requests + counts.writes,
    serverErrors: seen.serverErrors + counts.serverErrors,
    refused: seen.refused + counts.refused,
    resets: seen.resets,
    timeouts: seen.timeouts,
    unexpected: seen.unexpected + counts.unexpected,
    writes: counts.writes,
    'writes.replayed': counts.replayed,
    ...{ pushes: pushes.size, older: created.size, syncs, signIns, pages },
  };
}

function barsOf(
  figures: Figures,
  { kinds, isSynchronous }: { kinds: readonly string[]; isSynchronous: boolean },
): Report['bars'] {
  /** What an asynchronous standby may lack. */
  const kept = [
    ...['forks', 'older.lost', 'writes.lost', 'writes.half', 'writes.doubled', 'writes.strangers'],
    ...['writes.wrongTotals', 'writes.wrongVersions', 'writes.wrongPurges', 'writes.wrongStoredAnswers'],
    ...['pushes.lost', 'pushes.strangers', 'deliveries.strangers', 'unexpected'],
  ];
  const none = [
    ...['processesEnded', 'serverErrors', 'refused', 'resets', 'timeouts', 'left'],
    ...['pushes.pending', 'pushes.failed', 'pushes.missing', 'pushes.doubled', 'pushes.ghosts'],
    ...['pushes.outOfOrder', 'pushes.unreadable', 'syncs.failed', 'syncs.differences'],
    ...['deliveries.lost', 'events.wrong'],
  ];
  const least = { writes: 40, pushes: 5, older: 5, syncs: 1, pages: 5, 'deliveries.expected': 40 };
  return [
    holdBar(figures, 'failovers', `>= ${kinds.length}`),
    holdBar(figures, 'back.secondsMax', `<= ${backGoalSeconds}`),
    ...[...none, ...(isSynchronous ? kept : [])].map((name) => holdBar(figures, name, '<= 0')),
    ...Object.entries(least).map(([name, n]) => holdBar(figures, name, `>= ${n * kinds.length}`)),
    ...(kinds.includes('cut') ? [holdBar(figures, 'forkTries', '>= 1')] : []),
  ];
}
