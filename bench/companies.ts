import os from 'node:os';
import { readCompanies } from '../src/companies/list-companies.ts';
import { catchStatements } from './catch-statements.ts';
import { measureDepth } from './measure-depth.ts';
import { measureFilters } from './measure-filters.ts';
import { measurePageOne, type Statement, type Target } from './measure-page-one.ts';
import { type Figures, holdBar, type Report, round, say } from './report.ts';
import { seedCompanies } from './seed-companies.ts';
import { baseUrl, startCell } from './start-cell.ts';

/**
 * The list of companies with a million rows in one of a hundred accounts: compared with a bare handler, deep, filtered.
 */
export async function benchCompanies(): Promise<Report> {
  const loadBefore = os.loadavg().map(round);
  const cell = await startCell();
  try {
    say('seeding…');
    const startedAt = performance.now();
    const seeded = await seedCompanies(cell, { companies: 1_000_000, accounts: 100 });
    const seedSeconds = round((performance.now() - startedAt) / 1000);
    say(`seeded ${seeded.companies} + ${seeded.otherCompanies} companies in ${seedSeconds} s`);
    const target = { cell, ...(await cell.serve()), ...seeded };
    const { rows } = await cell.base.db.pool.query<{ server_version: string }>('show server_version');
    const figures: Figures = {
      'rows.account': seeded.companies,
      'rows.all': seeded.companies + seeded.otherCompanies,
      'rows.accounts': seeded.accounts,
      'machine.cores': os.availableParallelism(),
      'machine.node': process.version,
      'machine.postgresql': rows[0]?.server_version ?? '',
      'machine.loadBefore': loadBefore,
      'machine.loadBeforeMeasuring': os.loadavg().map(round),
      'seed.seconds': seedSeconds,
      ...(await measurePageOne(target, '/companies', await pageOneStatement(target))),
      ...(await measureDepth(target, { path: '/companies', rows: seeded.companies, depth: 9000, id: 'companyId' })),
      ...(await measureFilters(target)),
      'machine.loadAfter': os.loadavg().map(round),
    };
    const bars = [
      holdBar(figures, 'page1.ratioToBare', '>= 0.85'),
      holdBar(figures, 'page1.blocks', '<= 500'),
      holdBar(figures, 'depth9000.ratioToPage1', '<= 1.2'),
      holdBar(figures, 'filteredTotal.exact', 'true'),
      holdBar(figures, 'filteredPage2.ratioToPage1', '<= 0.5'),
      holdBar(figures, 'filteredPage2ByNumber.ratioToPage1', '<= 0.5'),
    ];
    return { name: 'companies', figures, bars };
  } finally {
    await cell.stop();
  }
}

async function pageOneStatement({ cell, accountId }: Target): Promise<Statement> {
  const request = { accountId, query: {}, self: `${baseUrl}/companies`, search: '' };
  const [statement] = await catchStatements(cell, [], (db) =>
    readCompanies({ ...cell.base, db, cursorKey: Buffer.alloc(32) }, { companyTags: null }, request),
  );
  if (!statement) throw new Error('Reading page 1 sent no statement.');
  return statement;
}
