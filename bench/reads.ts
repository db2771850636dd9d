import os from 'node:os';
import { registryOf } from '../src/connectors/registry.ts';
import { readRecords } from '../src/data/read/read-records.ts';
import type { Db } from '../src/db/db.ts';
import { catchStatements } from './catch-statements.ts';
import { measureDepth } from './measure-depth.ts';
import { measureLargePage } from './measure-large-page.ts';
import { measureNotModified } from './measure-not-modified.ts';
import { measureOrders } from './measure-orders.ts';
import { measurePageOne, type Statement, type Target } from './measure-page-one.ts';
import { measureRecordFilters } from './measure-record-filters.ts';
import { type Figures, holdBar, type Report, round, say } from './report.ts';
import { type SeededRecords, seedRecords } from './seed-records.ts';
import { baseUrl, startCell } from './start-cell.ts';

export type RecordsTarget = Target &
  SeededRecords & {
    path: string;
    /** The statements that the product sends for a request, given the database's rows for all but the last. */
    statements(search: string, answers?: readonly object[][]): Promise<Statement[]>;
  };

const sizes = { whole: { invoices: 1_000_000, dataSets: 10_000 }, quick: { invoices: 40_000, dataSets: 400 } };

/** Reads a data set of a million invoices among ten thousand others. */
export async function benchReads({ quick }: { quick: boolean }): Promise<Report> {
  const loadBefore = os.loadavg().map(round);
  const cell = await startCell();
  try {
    say('seeding…');
    const startedAt = performance.now();
    const seeded = await seedRecords(cell, quick ? sizes.quick : sizes.whole);
    const seedSeconds = round((performance.now() - startedAt) / 1000);
    say(`seeded ${seeded.invoices} + ${seeded.otherRecords} records in ${seedSeconds} s`);
    const depth = seeded.invoices / 100;
    const path = `/companies/${seeded.companyId}/data/invoices`;
    const served = await cell.serve({ DAYBOOK_REQUESTS_AT_ONCE_PER_COMPANY: '1000' });
    const target: RecordsTarget = {
      cell,
      ...served,
      ...seeded,
      path,
      statements: (search, answers = []) =>
        catchStatements(cell, answers, (db) => readRecords(contextOf(cell.base, db), requestOf(seeded, path, search))),
    };
    const [pageOne] = await target.statements('');
    if (!pageOne) throw new Error('Reading page 1 sent no statement.');
    const { rows } = await cell.base.db.pool.query<{ server_version: string }>('show server_version');
    const figures: Figures = {
      'rows.dataSet': seeded.invoices,
      'rows.otherDataSets': seeded.otherDataSets,
      'rows.others': seeded.otherRecords,
      'machine.cores': os.availableParallelism(),
      'machine.node': process.version,
      'machine.postgresql': rows[0]?.server_version ?? '',
      'machine.loadBefore': loadBefore,
      'machine.loadBeforeMeasuring': os.loadavg().map(round),
      'seed.seconds': seedSeconds,
      ...(await measurePageOne(target, path, pageOne)),
      ...(await measureNotModified(target)),
      ...(await measureOrders(target)),
      ...(await measureRecordFilters(target)),
      ...(await measureLargePage(target)),
      ...(await measureDepth(target, { path, rows: seeded.invoices, depth, id: 'id' })),
      'machine.loadAfter': os.loadavg().map(round),
    };
    const bars = [
      holdBar(figures, 'page1.ratioToBare', '>= 0.85'),
      holdBar(figures, 'page1.blocks', '<= 500'),
      holdBar(figures, `depth${depth}.ratioToPage1`, '<= 1.2'),
      holdBar(figures, 'filtered.exact', 'true'),
      holdBar(figures, 'filteredPage2.ratioToPage1', '<= 0.5'),
      holdBar(figures, 'notModified.timesAsFast', '>= 6'),
      holdBar(figures, 'byIssueDate.ratioToKey', '<= 1.3'),
      holdBar(figures, 'byTotalAmount.ratioToKey', '<= 1.3'),
    ];
    return { name: 'reads', figures, bars };
  } finally {
    await cell.stop();
  }
}

type ReadContext = Parameters<typeof readRecords>[0];
type ReadRequest = Parameters<typeof readRecords>[1];

function contextOf(base: RecordsTarget['cell']['base'], db: Db): ReadContext {
  return { ...base, db, cursorKey: Buffer.alloc(32), registry: registryOf([]) };
}

function requestOf({ accountId, companyId }: SeededRecords, path: string, search: string): ReadRequest {
  return {
    principal: { accountId } as ReadRequest['principal'],
    path: { accountId, companyId, dataType: 'invoices' },
    query: Object.fromEntries(new URLSearchParams(search)),
    self: baseUrl + path,
    search,
    ifNoneMatch: undefined,
  };
}
