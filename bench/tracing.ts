import os from 'node:os';
import { basic } from './client.ts';
import { startCpuClock } from './cpu-time.ts';
import { type LoadTarget, load } from './load.ts';
import { type Figures, holdBar, median, type Report, round, say } from './report.ts';
import { seedRecords } from './seed-records.ts';
import { type Started, startCell } from './start-cell.ts';

const sides = ['off', 'on'] as const;
type Side = (typeof sides)[number];

const sizes = {
  whole: { rounds: 15, seconds: 3, warmUpSeconds: 15 },
  quick: { rounds: 3, seconds: 2, warmUpSeconds: 3 },
};
const connections = 12;

/**
 * What traces cost: two servers on one database return pages of 100 records, one without traces, one that records and
 * exports every request. They take turns. Compares Node's CPU time per request, with all of its threads. On a busy
 * machine this time differs by a factor of two from round to round, and the result means nothing.
 */
export async function benchTracing({ quick }: { quick: boolean }): Promise<Report> {
  const loadBefore = os.loadavg().map(round);
  const { rounds, seconds, warmUpSeconds } = quick ? sizes.quick : sizes.whole;
  const cell = await startCell();
  try {
    const { companyId, key } = await seedRecords(cell, { invoices: 40_000, dataSets: 400 });
    const env = { DAYBOOK_REQUESTS_AT_ONCE_PER_COMPANY: '1000' };
    const collector = await cell.start('trace-collector.ts', {});
    const servers: Record<Side, Started> = {
      off: await cell.serve(env),
      on: await cell.serve({ ...env, DAYBOOK_TRACES_URL: `${collector.url}/v1/traces` }),
    };
    const target = (side: Side): LoadTarget => ({
      url: `${servers[side].url}/companies/${companyId}/data/invoices`,
      headers: { authorization: basic(key) },
    });
    for (const side of sides) await load(target(side), { connections, seconds: warmUpSeconds });
    const before = await readSpans(servers.on.url);
    const cpuMs: Record<Side, number[]> = { off: [], on: [] };
    const perSecond: Record<Side, number[]> = { off: [], on: [] };
    const measure = async (side: Side) => {
      const clock = startCpuClock([servers[side].pid]);
      const run = await load(target(side), { connections, seconds });
      // The rest of the spans is exported within two seconds.
      await new Promise((resolve) => setTimeout(resolve, 2200));
      cpuMs[side].push(clock() / (run.perSecond * seconds));
      perSecond[side].push(run.perSecond);
    };
    for (let turn = 0; turn < rounds; turn++) {
      for (const side of turn % 2 === 0 ? sides : sides.toReversed()) await measure(side);
      say(`round ${turn + 1}: ${sides.map((side) => `${side} ${round(cpuMs[side].at(-1) ?? 0)} ms`).join(', ')}`);
    }
    const traced = perSecond.on.reduce((sum, one) => sum + one * seconds, 0);
    const after = await readSpans(servers.on.url);
    const ratios = cpuMs.on.map((ms, turn) => ms / (cpuMs.off[turn] ?? Number.NaN));
    const figures: Figures = {
      'machine.cores': os.availableParallelism(),
      'machine.node': process.version,
      'machine.loadBefore': loadBefore,
      'reads.cpuRatio': round(median(ratios)),
      'reads.cpuRatio.rounds': ratios.map(round),
      'reads.cpuMs.off': round(median(cpuMs.off)),
      'reads.cpuMs.on': round(median(cpuMs.on)),
      'reads.perSecond.off': round(median(perSecond.off)),
      'reads.perSecond.on': round(median(perSecond.on)),
      'spans.perRequest': round((after.exported - before.exported) / traced),
      'spans.dropped': after.dropped,
    };
    const bars = [
      holdBar(figures, 'reads.cpuRatio', '<= 1.03'),
      // At least the request and its statement, of every request.
      holdBar(figures, 'spans.perRequest', '>= 2'),
      holdBar(figures, 'spans.dropped', '<= 0'),
    ];
    return { name: 'tracing', figures, bars };
  } finally {
    await cell.stop();
  }
}

async function readSpans(url: string): Promise<{ exported: number; dropped: number }> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const count = (outcome: string) =>
    Number(
      new RegExp(`^daybook_trace_spans_total\\{outcome="${outcome}"\\} (\\d+)`, 'm').exec(text)?.[1] ?? Number.NaN,
    );
  return { exported: count('exported'), dropped: count('dropped') };
}
