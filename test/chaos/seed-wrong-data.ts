import { type Figures, holdBar, type Report, say } from '../../bench/report.ts';
import { type Fault, faults } from '../checks/seed-faults.ts';
import { grow } from '../checks/seeded-book.ts';
import { type Books, openBooks, type SeededCompany } from './checks/open-books.ts';
import { type CheckedResult, readResults } from './checks/read-results.ts';

/** Generations that show what is usual, before faults are seeded. */
const quietRounds = 6;
const atOnce = 8;

type Tally = { seeded: number; found: number; missed: string[]; judged: number; alarms: string[]; results: number };

/**
 * Seeds a fault of each kind into the books of companies that are consistent and grow, and syncs them. Every fault must
 * be found with its record, and by nothing else than the checks that it concerns; what is consistent must pass.
 */
export async function seedWrongData({ quick }: { quick: boolean }): Promise<Report> {
  const began = performance.now();
  const companies = quick ? 5 : 100;
  const parts = quick ? companies : 4;
  const stage = await openBooks(companies);
  const tally: Tally = { seeded: 0, found: 0, missed: [], judged: 0, alarms: [], results: 0 };
  try {
    await inParallel(stage.companies, async (company, index) => {
      for (let round = 0; round < quietRounds; round++) await quietRound(stage, company, tally);
      // Each company gets a part of the faults, so that every kind is seeded in many books.
      for (const [place, fault] of faults.entries())
        if (place % parts === index % parts) await seedOne(stage, company, fault, tally);
      say(`${company.name}: ${tally.found} of ${tally.seeded} faults found, ${tally.alarms.length} false alarms`);
    });
  } finally {
    await stage.close();
  }
  for (const problem of [...tally.missed, ...tally.alarms].slice(0, 30)) say(problem);
  const figures: Figures = {
    companies,
    kinds: faults.length,
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
      holdBar(figures, 'seeded', `>= ${(faults.length * companies) / parts}`),
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
  await stage.syncAll(company);
  const results = await readResults(company);
  const hits = results.filter(({ check, outcome }) => check === fault.check && outcome === 'found');
  // A check that compares data sets is stored with the one that was read last.
  const isShared = fault.check.endsWith('Mismatch');
  const hit = hits.find((one) => isShared || one.dataType === fault.dataType);
  const isFound = hit && (recordId === undefined || hit.records.some((one) => one.recordId === recordId));
  tally.seeded++;
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
