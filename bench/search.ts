import { randomUUID } from 'node:crypto';
import os from 'node:os';
import { createApiKey } from '../src/accounts/create-api-key.ts';
import { openClient } from './client.ts';
import { withLongStatements } from './long-statements.ts';
import { type Figures, holdBar, median, percentile, type Report, round, say } from './report.ts';
import { seedCompanies } from './seed-companies.ts';
import { seedRecords } from './seed-records.ts';
import { type Cell, startCell } from './start-cell.ts';

/** Texts as people type them. `n` makes each of them different from the one before, so that nothing is cached. */
const texts: Record<string, (n: number) => string> = {
  /** Finds nothing by four keys: what the request, the network and a busy machine cost. */
  unknownId: () => randomUUID(),
  one: (n) => `${100_000 + n * 37} gmb`,
  prefix: (n) => `Birch Cocoa ${n}`,
  someThousands: (n) => `electric ${n % 10}`,
  frequent: (n) => ['cafe', 'GMBH', 'lowe', 'ooks', 'street', 'hoy'][n % 6] ?? '',
  twoWords: (n) => `timber ${n * 11}`,
  oneLetter: (n) => String.fromCharCode(97 + (n % 26)),
  twoLetters: (n) => `${String.fromCharCode(97 + (n % 26))}q`,
  none: (n) => `zzyx${n}`,
  gramsOnly: (n) => `dib ${n % 10}${n % 7}`,
};

const rounds = 60;

/** Creates the name index after the rows: with the index, a million rows take twenty times as long. */
async function withoutNameIndex<T>({ base }: Cell, seed: () => Promise<T>): Promise<T> {
  const { rows } = await base.db.pool.query<{ text: string }>(
    "select pg_get_indexdef('company_by_gram'::regclass) as text",
  );
  await base.db.pool.query('drop index company_by_gram');
  const seeded = await seed();
  await withLongStatements(base.db, async (client) => {
    await client.query(rows[0]?.text ?? '');
    await client.query('analyze company');
  });
  return seeded;
}

/** The search of an account with a million companies, and of a company with very many invoices. */
export async function benchSearch(): Promise<Report> {
  const cell = await startCell();
  try {
    say('seeding…');
    // First, because it creates a data set for every company that there is.
    const large = await seedRecords(cell, { invoices: 100_000, dataSets: 0, otherAccounts: 0 });
    const seeded = await withoutNameIndex(cell, () => seedCompanies(cell, { companies: 1_000_000, accounts: 100 }));
    say('companies seeded');
    const { db } = cell.base;
    const companyTags = { region: 'APAC', tier: 'gold' };
    const narrow = await db.transaction(seeded.accountId, (tx) =>
      createApiKey(cell.base, tx, { name: 'narrow', companyTags }),
    );
    const { url } = await cell.serve();
    const figures: Figures = { 'rows.account': seeded.companies, 'machine.loadBefore': os.loadavg().map(round) };
    const all: number[] = [];
    for (const [who, key] of Object.entries({ '': seeded.key, 'narrow.': narrow.secret })) {
      const client = openClient(url, key);
      for (const [name, textOf] of Object.entries(texts)) {
        const times: number[] = [];
        let hits = 0;
        for (let n = 0; n < rounds; n++) {
          const answer = await client.get(`/search?q=${encodeURIComponent(textOf(n))}`);
          hits += JSON.parse(answer.text).hits.length;
          if (n > 0) times.push(answer.ms);
        }
        all.push(...times);
        figures[`${who}${name}.medianMs`] = round(median(times));
        figures[`${who}${name}.p99Ms`] = round(percentile(times, 99));
        figures[`${who}${name}.hits`] = round(hits / rounds);
        say(`${who}${name}: ${figures[`${who}${name}.medianMs`]} ms, p99 ${figures[`${who}${name}.p99Ms`]} ms`);
      }
      client.close();
    }
    const client = openClient(url, large.key);
    const times: number[] = [];
    for (let n = 0; n < rounds; n++) {
      const path = `/search?q=${100_000 - n * 20}&companyId=${large.companyId}`;
      times.push((await client.get(path)).ms);
    }
    client.close();
    Object.assign(figures, {
      'records.medianMs': round(median(times)),
      'records.p99Ms': round(percentile(times, 99)),
      'all.medianMs': round(median(all)),
      'all.p99Ms': round(percentile(all, 99)),
      'machine.loadAfter': os.loadavg().map(round),
    });
    const bars = [holdBar(figures, 'all.p99Ms', '<= 100'), holdBar(figures, 'records.p99Ms', '<= 100')];
    return { name: 'search', figures, bars };
  } finally {
    await cell.stop();
  }
}
