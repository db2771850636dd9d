import { createLog } from '../../src/base/log.ts';
import { openContext } from '../../src/context.ts';
import type { Db } from '../../src/db/db.ts';
import { runSync } from '../../src/sync/run/run-sync.ts';
import { type BenchClient, openClient, readBody, type Timed } from '../client.ts';
import { partitionOf } from '../copy-records.ts';
import { type LinkedPlace, linkToSandbox, requestInvoices } from '../link-to-sandbox.ts';
import { type SeededRecords, seedRecords } from '../seed-records.ts';
import { startCell } from '../start-cell.ts';
import type { MadeRows } from './copy-rows.ts';
import { measureCost } from './cost.ts';
import { copyLine, isoTime, spread, spreadUuid } from './made-values.ts';
import { times, walkPages } from './read-pages.ts';
import { diskPerRow, growTables, growthSettings, type Stage } from './stage.ts';

const pagesInRound = 200;
const filtersInRound = 60;
/** A filter that matches a share of the data set costs as much as its matches: fewer are enough. */
const sharesInRound = 5;
const changesInRound = 50;
const syncedRecords = 5000;
/** Invoices that the filter by date matches, at every size. */
const matches = 500;
const firstIssueMs = Date.parse('2020-01-01T00:00:00Z');
const issueSpanMs = 189_000_000_000;

/**
 * One data set that grows, with one publication for each record; all of it in one partition, and the synced data sets
 * in the same one.
 */
export async function openRecords(): Promise<Stage> {
  const cell = await startCell({ settings: growthSettings });
  const { db } = cell.base;
  const sandbox = await cell.sandbox();
  const config = { ...cell.base.config, connectorSettings: { sandbox: { url: sandbox.url } }, databasePoolSize: 10 };
  const ctx = await openContext(config, { log: createLog({ level: 'error', destination: process.stderr }) });
  const seeded = await seedRecords(cell, { invoices: 1, dataSets: 10 });
  const served = await cell.serve({ DAYBOOK_REQUESTS_AT_ONCE_PER_COMPANY: '1000' });
  const client = openClient(served.url, seeded.key);
  const [atServer, atSync] = [
    { pool: db.pool, pids: [served.pid] },
    { pool: db.pool, pids: [process.pid] },
  ];
  const partition = await partitionOf({ db }, seeded.companyId);
  const isBeside = async (companyId: string) => (await partitionOf({ db }, companyId)) === partition;
  const path = `/companies/${seeded.companyId}/data/invoices`;
  const [pages, changes] = [walkPages(client, path), walkChanges(client)];
  let rows = 1;
  let asked = 0;
  let linked = 0;
  let place: LinkedPlace | undefined;

  const sync = async (isFull: boolean) => {
    if (!place) throw new Error('No company is linked.');
    const data = await requestInvoices(ctx, place, isFull);
    return measureCost(atSync, syncedRecords, () => runSync(ctx, data, { isStopping: () => false }));
  };
  const ask = (count: number, queryOf: (n: number) => string, isRight: (total: number) => boolean) =>
    measureCost(atServer, count, () =>
      times(count, async () => {
        asked++;
        const query = queryOf(asked);
        const { totalResults } = readBody(await client.get(`${path}?${new URLSearchParams({ query })}`));
        if (!isRight(totalResults)) throw new Error(`${query} has ${totalResults} results of ${rows}.`);
      }),
    );

  return {
    async grow(to) {
      await growTables(db, madeOf(seeded), { from: rows + 1, to }, publishAll(seeded, to));
      rows = to;
      pages.restart();
      changes.restart();
    },
    units: {
      page: () => measureCost({ ...atServer, isRead: true }, pagesInRound, () => times(pagesInRound, pages.next)),
      // Each filter is new, so each total is counted.
      filteredPage: () =>
        ask(
          filtersInRound,
          (n) => byDate(n, rows),
          (total) => total > matches / 2 && total < matches * 2,
        ),
      filteredShare: () =>
        ask(
          sharesInRound,
          (n) => `status=void&&totalAmount>${n / 1000}`,
          (total) => total > rows / 200,
        ),
      changeRead: () =>
        measureCost({ ...atServer, isRead: true }, changesInRound, () => times(changesInRound, changes.next)),
      async recordFirst() {
        linked++;
        place = await linkToSandbox(ctx, `growth${linked}-${syncedRecords}`, isBeside);
        return sync(false);
      },
      recordUnchanged: () => sync(true),
    },
    async diskBytes() {
      const { record = Number.NaN, publication = Number.NaN } = await diskPerRow(db, ['record', 'publication']);
      const [made, synced] = [await rowBytes(db, seeded.companyId), await rowBytes(db, place?.companyId ?? '')];
      // Made rows are smaller than those of the sandbox; the indexes are the same.
      return { record, publication, syncedRecord: record + synced - made };
    },
    async stop() {
      client.close();
      await ctx.dispose();
      await cell.stop();
    },
  };
}

/** Reads 100 changes of the account's feed at a time. */
function walkChanges(client: BenchClient) {
  let after = '';
  return {
    restart() {
      after = '';
    },
    async next() {
      const body = readChanges(await client.get(`/changes${after && `?after=${after}`}`));
      if (body.results.length === 0) throw new Error('The change feed has no changes.');
      after = body.hasMore ? body.next : '';
    },
  };
}

async function rowBytes(db: Db, companyId: string): Promise<number> {
  const { rows } = await db.pool.query<{ bytes: number }>(
    `select avg(pg_column_size(r))::float8 as bytes
      from (select r from record r where r.company_id = $1 limit 1000) one (r)`,
    [companyId],
  );
  return rows[0]?.bytes ?? Number.NaN;
}

const readChanges = ({ text }: Timed): { results: object[]; next: string; hasMore: boolean } => JSON.parse(text);

/** A window of time that contains about `matches` invoices; a different one for every n. */
function byDate(n: number, rows: number): string {
  const width = (issueSpanMs * matches) / Math.max(rows, matches);
  const from = firstIssueMs + (spread(n) / 2 ** 32) * (issueSpanMs - width);
  return `issueDate>=${isoTime(from)}&&issueDate<${isoTime(from + width)}`;
}

/** The nth record is the only change of the nth publication. Its payload has about 900 characters. */
function madeOf({ accountId, companyId, dataSetId }: SeededRecords): MadeRows[] {
  const owner = [accountId, companyId, dataSetId];
  return [
    {
      table: 'record',
      columns: `account_id, company_id, data_set_id, record_id, gen_from, change, hash, status, date1, date2, amount1,
        amount1_f, amount2, amount2_f, ref1, payload`,
      row: (n) => copyLine([...owner, ...recordOf(n)]),
    },
    {
      table: 'publication',
      columns: `account_id, company_id, data_set_id, position, generation, sync_id, published_at, total, changes`,
      row: (n) => copyLine([...owner, positionOf(n), n, spreadUuid(n), isoTime(firstIssueMs + n), n, 1]),
    },
  ];
}

/** After the few that `seedRecords` has published in the account. */
const positionOf = (n: number) => n + 1000;

const statuses = ['Paid', 'Paid', 'Submitted', 'PartiallyPaid'];

function recordOf(n: number): (string | number | null)[] {
  const [h, id] = [spread(n), spreadUuid(n)];
  const status = h % 100 === 7 ? 'Void' : (statuses[Math.floor(h / 100) % 4] ?? '');
  const issued = firstIssueMs + (spread(n + 0x5000_0000) % (issueSpanMs / 1000)) * 1000;
  const [at, due] = [isoTime(issued), isoTime(issued + 30 * 86_400_000)];
  const amount = (Math.floor(h / 7) % 500_000) / 100;
  const [half, open] = [Math.floor(amount * 50) / 100, h % 2 === 0 ? 0 : amount];
  const [net, customer] = [Math.floor((amount / 1.2) * 100) / 100, `customer-${h % 997}`];
  const payload = {
    id,
    invoiceNumber: `INV-${String(n).padStart(8, '0')}`,
    customerRef: { id: customer, companyName: `Customer ${h % 997} Trading Ltd` },
    ...{ issueDate: at, dueDate: due, currency: 'EUR', currencyRate: 1, subTotal: net, totalDiscount: 0 },
    ...{ totalTaxAmount: Math.round((amount - net) * 100) / 100, totalAmount: amount, amountDue: open, status },
    note: 'Thank you for your business; payable within 30 days.',
    lineItems: [
      lineItem(`Consulting, hours of week ${h % 52}`, half),
      lineItem('Licence, renewal', Math.round((amount - half) * 100) / 100),
    ],
    ...{ modifiedDate: '2026-11-01T00:00:00.000Z', sourceModifiedDate: '2026-10-31T23:59:00Z' },
    metadata: { isDeleted: false },
  };
  return [
    ...[id, n, 'a', '\\\\x00000000000000000000000000000000', status.toLowerCase(), at, due],
    ...[amount, amount, open, open, customer, JSON.stringify(payload)],
  ];
}

function lineItem(description: string, amount: number) {
  const [accountRef, itemRef] = [{ id: '4000', name: 'Sales' }, { id: 'item-17' }];
  return { description, unitAmount: amount, quantity: 1, totalAmount: amount, accountRef, itemRef };
}

const publishAll = ({ accountId, companyId }: SeededRecords, rows: number) => `
  update data_set set published_generation = ${rows}, total = ${rows} where company_id = '${companyId}';
  insert into change_position as c (account_id, position, era, served_as)
  values ('${accountId}', ${positionOf(rows)}, 'bench', database_identity())
  on conflict (account_id) do update set position = excluded.position`;
