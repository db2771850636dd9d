import { setTimeout as sleep } from 'node:timers/promises';
import { type Figures, holdBar, type Report, say } from '../../bench/report.ts';
import { compareMirror } from '../mirror/compare-mirror.ts';
import { damagedType, damageMirror, startTraffic } from './mirrors/disturb.ts';
import { mirrored, openStage, type Stage, schema } from './mirrors/open-stage.ts';

/**
 * Kills `daybook mirror` with -9 while companies are synced, pushed to, added and deleted, the API is restarted, and
 * tables of the mirror are changed. Afterwards every record of the API must be in the mirror, and nothing else; the
 * comparison reads all pages and uses nothing that the mirror uses.
 */
type Size = { kills: number; companies: number; records: number };
const full: Size = { kills: 100, companies: 8, records: 2000 };
const small: Size = { kills: 10, companies: 3, records: 300 };

export async function killDuringMirror({ quick }: { quick: boolean }): Promise<Report> {
  const size = quick ? small : full;
  const startedAt = Date.now();
  const stage = await openStage();
  try {
    const traffic = await startTraffic(stage, size);
    say(`${size.companies} companies are synced after ${Math.round((Date.now() - startedAt) / 1000)} s`);
    const seen: Seen = { insideTransaction: 0, whileLoading: 0, ends: 0, outputs: [] };
    const damages = { schema: 0, rows: 0 };
    for (let kill = 1; kill <= size.kills; kill++) {
      await killOnce(stage, seen, { isAimed: kill % 2 === 0 });
      const kind = kill % 5 === 0 ? 'rows' : 'schema';
      if (kill % 2 === 0 && (await damageMirror(stage, kind))) damages[kind]++;
      if (kill % 10 === 0) say(`${kill} kills, ${JSON.stringify(traffic.counts)}, damages ${JSON.stringify(damages)}`);
    }
    await traffic.stop();
    const last = stage.startMirror(['--once', '--json']);
    const [code] = (await last.exited) as [number | null];
    seen.outputs.push(last.output());
    if (code !== 0) say(last.output());
    const differences = await compareMirror(
      { url: stage.url, key: stage.account.key },
      { client: stage.target, schema },
      { dataTypes: mirrored },
    );
    for (const difference of differences.slice(0, 10)) say(difference.slice(0, 400));
    return await report(stage, { size, seen, damages, traffic: traffic.counts, differences, code, startedAt });
  } finally {
    await stage.close();
  }
}

type Seen = { insideTransaction: number; whileLoading: number; ends: number; outputs: string[] };

/** Half of the kills are aimed: they come when the mirror has an open transaction. The others come at any time. */
async function killOnce(stage: Stage, seen: Seen, { isAimed }: { isAimed: boolean }): Promise<void> {
  const mirror = stage.startMirror();
  const until = Date.now() + (isAimed ? 6000 : 300 + Math.random() * 3500);
  const skipped = Math.floor(Math.random() * 4);
  for (let met = 0; Date.now() < until && mirror.child.exitCode === null; await sleep(5)) {
    if (!isAimed) continue;
    if ((await activityOf(stage)) !== undefined && met++ >= skipped) break;
  }
  const activity = await activityOf(stage);
  if (mirror.child.exitCode !== null) seen.ends++;
  mirror.child.kill('SIGKILL');
  await mirror.exited;
  if (activity !== undefined) seen.insideTransaction++;
  if (activity?.startsWith('insert into')) seen.whileLoading++;
  seen.outputs.push(mirror.output());
}

/** The statement of the mirror's open transaction. */
async function activityOf({ target }: Stage): Promise<string | undefined> {
  const { rows } = await target.query<{ query: string }>(
    `select query from pg_stat_activity where application_name = 'daybook mirror' and xact_start is not null`,
  );
  return rows[0]?.query;
}

async function report(
  stage: Stage,
  run: {
    size: Size;
    seen: Seen;
    damages: { schema: number; rows: number };
    traffic: Record<string, number>;
    differences: string[];
    code: number | null;
    startedAt: number;
  },
): Promise<Report> {
  const { size, seen, damages, traffic } = run;
  const repairs = seen.outputs.flatMap((output) => [...output.matchAll(/^(\w+) of company \S+ differs/gm)]);
  const unexpected = repairs.filter(([, dataType]) => dataType !== damagedType);
  const loads = seen.outputs.flatMap((output) => output.match(/^Loaded /gm) ?? []);
  const sizes = mirrored.map((name) => `(select count(*) from "${schema}"."${name}")`);
  const { rows } = await stage.target.query<{ n: number }>(`select (${sizes.join(' + ')})::int as n`);
  const figures: Figures = {
    kills: size.kills,
    killsInsideTransaction: seen.insideTransaction,
    killsWhileLoading: seen.whileLoading,
    endedByItself: seen.ends,
    schemaChanges: damages.schema,
    rowDamages: damages.rows,
    loads: loads.length,
    repairs: repairs.length,
    unexpectedRepairs: unexpected.length,
    syncs: traffic.syncs ?? 0,
    pushes: traffic.pushes ?? 0,
    companies: traffic.companies ?? 0,
    deletions: traffic.deletions ?? 0,
    apiRestarts: traffic.restarts ?? 0,
    recordsInMirror: rows[0]?.n ?? 0,
    differences: run.differences.length,
    lastRunSucceeded: run.code === 0,
    seconds: Math.round((Date.now() - run.startedAt) / 1000),
  };
  return {
    name: 'mirror',
    figures,
    bars: [
      holdBar(figures, 'kills', `>= ${size.kills}`),
      holdBar(figures, 'killsInsideTransaction', `>= ${Math.floor(size.kills / 10)}`),
      holdBar(figures, 'syncs', '>= 1'),
      holdBar(figures, 'pushes', '>= 1'),
      holdBar(figures, 'schemaChanges', '>= 1'),
      // A mirror that needs its own repairs to be right is wrong.
      holdBar(figures, 'unexpectedRepairs', '<= 0'),
      holdBar(figures, 'differences', '<= 0'),
      holdBar(figures, 'lastRunSucceeded', 'true'),
    ],
  };
}
