import { writeFile } from 'node:fs/promises';
import { dayMs } from '../../src/base/durations.ts';
import { type Figures, holdBar, type Report, round, say } from '../report.ts';
import { drawFreshness } from './draw-freshness.ts';
import { makeCompany, maxAgeMs, parts } from './readers.ts';
import { agesMax, simulateCompany, type Tally, type Way } from './simulate-company.ts';

/** Tuesday and Wednesday. On the Monday before, nothing is known of the readers yet. */
const measuredDays = 2;
const learningDays = 1;
const measuredMs = Date.parse('2026-01-06T00:00:00Z');
const fromMs = measuredMs - learningDays * dayMs;
const toMs = measuredMs + measuredDays * dayMs;

/** What Xero allows an application in a minute, over all organisations. */
const platformPerMinute = 10_000;

const ways: Record<'fixed' | 'demand' | 'demandUnwaited', Way> = {
  fixed: { schedule: 'hourly', byDemand: false, waits: false },
  demand: { schedule: 'daily', byDemand: true, waits: true },
  demandUnwaited: { schedule: 'daily', byDemand: true, waits: false },
};

const drawing = new URL('../../docs/images/freshness.svg', import.meta.url);

/**
 * Simulates companies at Xero for two working days: hourly schedules as today, and syncs by demand with the function that the
 * scheduler uses. The reads and changes are the same in all ways. `--keep` also writes the drawing of docs/freshness.md.
 */
export async function benchFreshness({ quick }: { quick: boolean }): Promise<Report> {
  const companies = quick ? 500 : 10_000;
  const tallies = Object.fromEntries(
    Object.entries(ways).map(([name, way]) => {
      const startedAt = performance.now();
      const tally = emptyTally();
      for (let number = 0; number < companies; number++)
        simulateCompany(makeCompany(number, { fromMs, toMs }), way, { fromMs, measuredMs, toMs, tally });
      say(`${name}: simulated in ${round((performance.now() - startedAt) / 1000)} s`);
      return [name, tally];
    }),
  ) as Record<keyof typeof ways, Tally>;
  const figures: Figures = {
    companies,
    days: measuredDays,
    readsPerDay: Math.round(tallies.fixed.reads / measuredDays),
    'readers.maxAgeMinutes': maxAgeMs / 60_000,
    ...Object.fromEntries(Object.entries(parts).map(([kind, percent]) => [`readers.${kind}Percent`, percent])),
  };
  for (const [name, tally] of Object.entries(tallies)) Object.assign(figures, figuresOf(name, tally));
  const { fixed, demand, demandUnwaited } = tallies;
  figures.requestsRatio = ratio(demand.requests, fixed.requests);
  figures.metMore = percent(demand) - percent(fixed) >= 0;
  figures.p95NotHigher = ageAt(demand, 0.95) <= ageAt(fixed, 0.95);
  figures.unwaitedRequestsRatio = ratio(demandUnwaited.requests, fixed.requests);
  const bars = [
    holdBar(figures, 'requestsRatio', '<= 0.5'),
    holdBar(figures, 'metMore', 'true'),
    holdBar(figures, 'p95NotHigher', 'true'),
    holdBar(figures, 'demand.mostOfACompanyInADay', '<= 5000'),
    holdBar(figures, 'demand.mostInAMinute', `<= ${platformPerMinute}`),
  ];
  if (process.argv.includes('--keep')) {
    const drawn = (tally: Tally) => ({
      byHour: [...tally.requestsByHour].map((n) => n / measuredDays),
      ...seriesOf(tally),
    });
    await writeFile(drawing, drawFreshness({ fixed: drawn(fixed), demand: drawn(demand), companies }));
  }
  return { name: 'freshness', figures, bars };
}

const emptyTally = (): Tally => ({
  ...{ reads: 0, met: 0, requests: 0, syncs: 0, mostOfACompanyInADay: 0 },
  ages: new Uint32Array(agesMax),
  requestsPerMinute: new Uint32Array((measuredDays * dayMs) / 60_000),
  requestsByHour: new Float64Array(24),
});

function figuresOf(name: string, tally: Tally): Figures {
  return {
    [`${name}.requestsPerDay`]: Math.round(tally.requests / measuredDays),
    [`${name}.syncsPerDay`]: Math.round(tally.syncs / measuredDays),
    [`${name}.metPercent`]: percent(tally),
    [`${name}.ageP50Minutes`]: ageAt(tally, 0.5),
    [`${name}.ageP95Minutes`]: ageAt(tally, 0.95),
    [`${name}.mostOfACompanyInADay`]: tally.mostOfACompanyInADay,
    [`${name}.mostInAMinute`]: tally.requestsPerMinute.reduce((a, b) => Math.max(a, b), 0),
  };
}

const seriesOf = (tally: Tally) => ({
  requestsPerDay: Math.round(tally.requests / measuredDays),
  metPercent: percent(tally),
  p95Minutes: ageAt(tally, 0.95),
});
const ratio = (a: number, b: number) => Number((a / b).toFixed(3));
const percent = ({ met, reads }: Tally) => Number(((100 * met) / reads).toFixed(2));

/** The age in minutes that this part of the reads did not exceed. */
function ageAt({ ages, reads }: Tally, part: number): number {
  let seen = 0;
  for (const [seconds, count] of ages.entries()) {
    seen += count;
    if (seen >= part * reads) return Number((seconds / 60).toFixed(1));
  }
  return Number.POSITIVE_INFINITY;
}
