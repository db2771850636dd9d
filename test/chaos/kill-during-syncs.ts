import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Figures, holdBar, median, type Report, round, say } from '../../bench/report.ts';
import { checkDataSets, judgeReading, readStates, type Wrongs } from './syncs/check-data-sets.ts';
import { openStage, type Stage } from './syncs/open-stage.ts';
import { readBeside } from './syncs/read-beside.ts';
import { type Blow, type Hit, planBlows, strikeSync } from './syncs/strike-sync.ts';

/**
 * Kills the worker and PostgreSQL with -9 in the middle of syncs. Record by record, the result must equal that of an
 * undisturbed sync of the same books, and readers must see only complete generations meanwhile.
 */
type Size = {
  invoices: number;
  workerKills: number;
  postgresKills: number;
  changes: { update: number; create: number; delete: number };
};
const full: Size = {
  invoices: 200_000,
  workerKills: 50,
  postgresKills: 5,
  changes: { update: 40_000, create: 2000, delete: 2000 },
};
const small: Size = {
  invoices: 20_000,
  workerKills: 4,
  postgresKills: 1,
  changes: { update: 4000, create: 200, delete: 200 },
};

/**
 * One sync, and how to give it work. `share`: its share of the kills; `atEnd`: the share of these after the last page.
 */
type Act = { name: string; parameters: string; share: number; atEnd: number; prepare(stage: Stage): Promise<unknown> };

const actsOf = ({ changes }: Size): Act[] => [
  { name: 'first', parameters: '', share: 0.28, atEnd: 0.15, prepare: async () => {} },
  {
    name: 'incremental',
    parameters: '',
    share: 0.2,
    atEnd: 0.1,
    prepare: (stage) => stage.control.change(stage.name, { type: 'invoices', ...changes }),
  },
  {
    name: 'full, a tenth gone',
    parameters: '?full=true',
    share: 0.32,
    atEnd: 0.5,
    prepare: (stage) => stage.control.fault({ match: { company: stage.name }, fault: { kind: 'vanish', share: 0.1 } }),
  },
  {
    name: 'full, all back',
    parameters: '?full=true',
    share: 0.2,
    atEnd: 0.3,
    prepare: (stage) => stage.control.clearFaults(),
  },
];
/** Kills that came too late for their sync are repeated in further acts. */
const actsMax = 16;
const calmWithinMs = 10 * 60_000;

export async function killDuringSyncs({ quick }: { quick: boolean }): Promise<Report> {
  const size = quick ? small : full;
  const startedAt = Date.now();
  const stage = await openStage(`chaos-${size.invoices}`);
  const reader = readBeside({
    url: stage.api.url,
    key: stage.key,
    companyId: stage.struck.companyId,
    isOutage: stage.isOutage,
  });
  const hits: (Hit & { act: string })[] = [];
  try {
    const acts = actsOf(size);
    const planned = quick ? 3 : acts.length;
    for (let n = 0; n < actsMax; n++) {
      // Always in this order: an incremental sync must not follow the one in which records are gone, since the platform
      // would report changes of records that it does not list.
      const act = acts[n < acts.length ? n : 1 + ((n - 1) % (acts.length - 1))];
      if (!act) break;
      const left = {
        worker: size.workerKills - hits.filter((hit) => hit.to === 'worker').length,
        postgres: size.postgresKills - hits.filter((hit) => hit.to === 'postgres').length,
      };
      if (n >= planned && left.worker <= 0 && left.postgres <= 0) break;
      hits.push(...(await play(stage, act, { size, left, isExtra: n >= planned })));
    }
    // The paged read in progress may have started in the previous state; the next one starts in the last state.
    const walks = reader.walks();
    for (const until = Date.now() + 120_000; reader.walks() < walks + 2 && Date.now() < until; ) await sleep(100);
    return await report(stage, { size, hits, seen: await reader.stop(), seconds: (Date.now() - startedAt) / 1000 });
  } finally {
    await reader.stop();
    await stage.close();
  }
}

async function play(
  stage: Stage,
  act: Act,
  { size, left, isExtra }: { size: Size; left: { worker: number; postgres: number }; isExtra: boolean },
): Promise<(Hit & { act: string })[]> {
  await act.prepare(stage);
  const began = Date.now();
  const calm = await syncCalmly(stage, act.parameters);
  const calmMs = Date.now() - began;
  const worker = Math.min(left.worker, isExtra ? left.worker : Math.ceil(size.workerKills * act.share));
  const postgres = Math.min(left.postgres, isExtra ? left.postgres : Math.ceil(size.postgresKills / 4));
  const { pages } = calm.progress;
  const blows: Blow[] = planBlows({
    pages,
    worker,
    postgres,
    atEnd: Math.round(worker * act.atEnd),
    pageMs: Math.ceil(calmMs / (pages + 1)),
    endMs: endMsOf(calm),
  });
  const { syncId } = await stage.struck.request('invoices', act.parameters);
  const hits = await strikeSync(stage, syncId, blows);
  say(
    `${act.name}: ${pages} pages, undisturbed ${calmMs} ms; ${hits.length} of ${blows.length} kills hit; ${countBy(hits.map((hit) => `${hit.to}, ${hit.phase}`))}; resumed after ${hits.map((hit) => hit.takenUpMs)} ms; ${Math.round((Date.now() - began) / 1000)} s`,
  );
  return hits.map((hit) => ({ ...hit, act: act.name }));
}

async function syncCalmly(stage: Stage, parameters: string) {
  const { syncId } = await stage.calm.request('invoices', parameters);
  for (const until = Date.now() + calmWithinMs; Date.now() < until; await sleep(200)) {
    const sync = await stage.calm.read(syncId);
    if (sync.status === 'Complete') return sync;
    if (sync.completed) throw new Error(`The undisturbed sync did not succeed: ${JSON.stringify(sync)}`);
  }
  throw new Error(`The undisturbed sync was not complete within ${calmWithinMs} ms.`);
}

/** Time of the undisturbed sync from its last page to its end; at least 200 ms, to leave room for a random choice. */
function endMsOf(sync: { timeline: { at: string; state: string }[]; completed: string }): number {
  const publishing = sync.timeline.find((entry) => entry.state === 'Publishing');
  return Math.max(200, Date.parse(sync.completed) - Date.parse(publishing?.at ?? sync.completed));
}

async function report(
  stage: Stage,
  {
    size,
    hits,
    seen,
    seconds,
  }: {
    size: Size;
    hits: (Hit & { act: string })[];
    seen: Awaited<ReturnType<ReturnType<typeof readBeside>['stop']>>;
    seconds: number;
  },
): Promise<Report> {
  const client = new pg.Client(stage.cell.databaseUrl);
  await client.connect();
  await client.query("set work_mem = '256MB'");
  const pair = { struck: stage.struck.companyId, calm: stage.calm.companyId };
  const wrongs = await checkDataSets(client, { ...pair, sandboxUrl: stage.sandboxUrl, name: stage.name });
  const states = await readStates(client, pair.calm);
  await client.end();
  for (const error of seen.errors.slice(0, 10)) say(`the reader: ${error}`);
  const of = (to: Hit['to']) => hits.filter((hit) => hit.to === to);
  const takenUp = (to: Hit['to']) => of(to).map((hit) => hit.takenUpMs / 1000);
  const figures: Figures & Wrongs = {
    invoices: size.invoices,
    seconds: Math.round(seconds),
    workerKills: of('worker').length,
    postgresKills: of('postgres').length,
    killsByPhase: countBy(hits.map((hit) => hit.phase)),
    killsBySync: countBy(hits.map((hit) => hit.act)),
    killsInsideTransaction: hits.filter((hit) => hit.isInsideTransaction).length,
    takenUpSecondsMedian: round(median(takenUp('worker'))),
    takenUpSecondsMax: round(Math.max(...takenUp('worker'))),
    afterPostgresSecondsMax: round(Math.max(0, ...takenUp('postgres'))),
    generations: states.length,
    'reader.requests': seen.requests,
    'reader.walks': seen.walks,
    'reader.records': seen.records,
    'reader.repeatedInOutages': countBy(seen.repeated),
    walkErrors: seen.errors.length,
    ...judgeReading(seen, states),
    ...wrongs,
  };
  const none = [...(Object.keys(wrongs) as (keyof Wrongs)[]), 'incompleteGenerationsSeen', 'wentBack', 'walkErrors'];
  return {
    name: 'sync',
    figures,
    bars: [
      holdBar(figures, 'workerKills', `>= ${size.workerKills}`),
      holdBar(figures, 'postgresKills', `>= ${size.postgresKills}`),
      // A reader that saw fewer than two states did not test what is visible between them.
      holdBar(figures, 'statesSeen', '>= 2'),
      ...none.map((name) => holdBar(figures, name, '<= 0')),
    ],
  };
}

function countBy(names: readonly string[]): string {
  return [...Map.groupBy(names, (name) => name)].map(([name, all]) => `${name}: ${all.length}`).join('; ');
}
