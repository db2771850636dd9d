import { setTimeout as sleep } from 'node:timers/promises';
import { type Figures, holdBar, type Report, say } from '../../bench/report.ts';
import { type Fault, faults } from '../checks/seed-faults.ts';
import { grow } from '../checks/seeded-book.ts';
import { type Books, openBooks, type SeededCompany } from './checks/open-books.ts';
import { type CheckedResult, readResults } from './checks/read-results.ts';

/** Generations that show what is usual, before faults are seeded. */
const quietRounds = 6;
const atOnce = 8;

type Tally = {
  seeds: Map<string, number>;
  seeded: number;
  found: number;
  missed: string[];
  judged: number;
  alarms: string[];
  results: number;
};

/**
 * Seeds a fault of each kind into the books of every company. The books are consistent and grow. Every fault must be
 * found with its record, and by nothing else than the checks that it concerns; what is consistent must pass.
 */
export async function seedWrongData({ quick }: { quick: boolean }): Promise<Report> {
  const began = performance.now();
  const companies = quick ? 3 : 100;
  const stage = await openBooks(companies);
  const seeds = new Map(faults.map(({ name }) => [name, 0]));
  const tally: Tally = { seeds, seeded: 0, found: 0, missed: [], judged: 0, alarms: [], results: 0 };
  try {
    await inParallel(stage.companies, async (company, index) => {
      for (let round = 0; round < quietRounds; round++) await quietRound(stage, company, tally);
      // Each company gets them in another order.
      const from = index % faults.length;
      for (const fault of [...faults.slice(from), ...faults.slice(0, from)])
        await seedOne(stage, company, fault, tally);
      say(`${company.name}: ${tally.found} of ${tally.seeded} faults found, ${tally.alarms.length} false alarms`);
    });
  } finally {
    await stage.close();
  }
  for (const problem of [...tally.missed, ...tally.alarms].slice(0, 30)) say(problem);
  const figures: Figures = {
    companies,
    kinds: faults.length,
    seedsOfEachKind: Math.min(...tally.seeds.values()),
    seeded: tally.seeded,
    found: tally.found,
    missed: tally.missed.length,
    judgedResults: tally.judged,
    falseAlarms: tally.alarms.length,
    falseAlarmPercent: Math.round((tally.alarms.length / Math.max(1, tally.judged)) * 10_000) / 100,
    seconds: Math.round((performance.now() - began) / 1000),
  };
  return {
    name: 'checks',
    figures,
    bars: [
      holdBar(figures, 'kinds', '>= 14'),
      holdBar(figures, 'seedsOfEachKind', `>= ${companies}`),
      holdBar(figures, 'missed', '<= 0'),
      holdBar(figures, 'judgedResults', quick ? '>= 500' : '>= 10000'),
      holdBar(figures, 'falseAlarmPercent', '<= 1'),
    ],
  };
}

/** A few days of consistent business. Every check that finds something raises a false alarm. */
async function quietRound(stage: Books, company: SeededCompany, tally: Tally): Promise<void> {
  grow(company.book);
  await stage.syncAll(company);
  const results = await readResults(company);
  tally.judged += results.filter(({ outcome }) => outcome !== 'skipped').length;
  for (const one of results) if (one.outcome === 'found') tally.alarms.push(alarm(company, 'nothing', one));
}

async function seedOne(stage: Books, company: SeededCompany, fault: Fault, tally: Tally): Promise<void> {
  const recordId = stage.seed(company, fault);
  // A check that compares data sets needs them all, and is stored with the one that was read last. For other faults,
  // syncing their own data set is enough: without the seven others, 100 faults of each kind take a third of the time.
  const isShared = fault.check.endsWith('Mismatch');
  await (isShared ? stage.syncAll(company) : stage.sync(company, fault.dataType));
  let results: CheckedResult[] = [];
  let hits: CheckedResult[] = [];
  // Data sets are compared just after the last of them was published.
  for (const until = Date.now() + (isShared ? 5000 : 0); ; await sleep(100)) {
    results = (await readResults(company)).filter(({ dataType }) => isShared || dataType === fault.dataType);
    hits = results.filter(({ check, outcome }) => check === fault.check && outcome === 'found');
    if (hits.length > 0 || Date.now() > until) break;
  }
  const hit = hits.find((one) => isShared || one.dataType === fault.dataType);
  const isFound = hit && (recordId === undefined || hit.records.some((one) => one.recordId === recordId));
  tally.seeded++;
  tally.seeds.set(fault.name, (tally.seeds.get(fault.name) ?? 0) + 1);
  if (isFound) tally.found++;
  else tally.missed.push(`missed in ${company.name}: ${fault.name} (${recordId ?? ''}) ${JSON.stringify(hits)}`);
  const rightly: string[] = [fault.check, ...(fault.also ?? [])];
  tally.judged += results.filter(({ outcome }) => outcome !== 'skipped').length;
  for (const one of results)
    if (one.outcome === 'found' && !rightly.includes(one.check)) tally.alarms.push(alarm(company, fault.name, one));
  await stage.mend(company);
  await stage.syncAll(company);
  for (const one of await readResults(company))
    if (one.outcome === 'found') tally.alarms.push(alarm(company, `after ${fault.name}`, one));
}

const alarm = ({ name }: SeededCompany, seeded: string, { dataType, check, records }: CheckedResult) =>
  `false alarm in ${name}, seeded ${seeded}: ${dataType} ${check} ${JSON.stringify(records.slice(0, 2))}`;

async function inParallel<T>(items: readonly T[], work: (item: T, index: number) => Promise<void>): Promise<void> {
  const left = [...items.entries()];
  const run = async () => {
    for (let next = left.shift(); next; next = left.shift()) await work(next[1], next[0]);
  };
  await Promise.all(Array.from({ length: atOnce }, run));
}
