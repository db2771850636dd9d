import { createAccount } from '../../src/accounts/create-account.ts';
import { createApiKey } from '../../src/accounts/create-api-key.ts';
import { openClient, readBody } from '../client.ts';
import { startCell } from '../start-cell.ts';
import { makeCompany } from '../writes.ts';
import type { MadeRows } from './copy-rows.ts';
import { measureCost } from './cost.ts';
import { copyLine, isoTime, spread, timedUuid } from './made-values.ts';
import { times, walkPages } from './read-pages.ts';
import { diskPerRow, growTables, growthSettings, type Stage } from './stage.ts';

const pagesInRound = 200;
const filtersInRound = 50;
const createdInRound = 500;
const firstMs = Date.parse('2023-01-01T00:00:00Z');

/** The companies of one account. */
export async function openCompanies(): Promise<Stage> {
  const cell = await startCell({ settings: growthSettings });
  const { base } = cell;
  const { accountId } = await createAccount(base, { name: 'Large', plan: 'paid' });
  const { secret } = await base.db.transaction(accountId, (tx) => createApiKey(base, tx, { name: 'bench' }));
  const served = await cell.serve();
  const client = openClient(served.url, secret);
  const atServer = { pool: base.db.pool, pids: [served.pid] };
  const pages = walkPages(client, '/companies');
  let rows = 0;
  let asked = 0;
  return {
    async grow(to) {
      await growTables(base.db, [madeOf(accountId)], { from: rows + 1, to }, countAll);
      rows = to;
      pages.restart();
    },
    units: {
      companyPage: () =>
        measureCost({ ...atServer, isRead: true }, pagesInRound, () => times(pagesInRound, pages.next)),
      // A search for one company by a part of its name; each one is new.
      companySearch: () =>
        measureCost(atServer, filtersInRound, () =>
          times(filtersInRound, async () => {
            asked++;
            const query = `name~${wordOf(1 + (spread(asked) % rows))}`;
            const { totalResults } = readBody(await client.get(`/companies?${new URLSearchParams({ query })}`));
            if (totalResults < 1 || totalResults > 3) throw new Error(`${query} found ${totalResults} companies.`);
          }),
        ),
      companyCreated: () =>
        measureCost({ pool: base.db.pool, pids: [process.pid] }, createdInRound, () =>
          times(createdInRound, () => makeCompany(base, accountId)),
        ),
    },
    diskBytes: () => diskPerRow(base.db, ['company']),
    async stop() {
      client.close();
      await cell.stop();
    },
  };
}

const words = ['Aldine', 'Birch', 'Delta', 'Elm Street', 'Foss', 'Gault', 'Ivory', 'Juniper', 'Kestrel', 'Lumen'];
const trades = ['Books', 'Freight', 'Dental', 'Marine', 'Timber', 'Design', 'Cocoa', 'Labs', 'Air', 'Trading'];

/** A part of a name that hardly another company has: eight letters. */
function wordOf(n: number): string {
  const letters = [spread(n), spread(n + 0x1000_0000)].flatMap((h) => [h, h >>> 8, h >>> 16, h >>> 24]);
  return letters.map((h) => String.fromCharCode(97 + ((h & 255) % 26))).join('');
}

function madeOf(accountId: string): MadeRows {
  return {
    table: 'company',
    columns: 'account_id, company_id, name, description, tags, created_at, created_by',
    row: (n) => {
      const [h, ms] = [spread(n), firstMs + n * 10_000];
      const name = `${words[h % 10]} ${trades[(h >>> 8) % 10]} ${wordOf(n)} Ltd`;
      const tags = JSON.stringify({ region: h % 3 === 0 ? 'US' : 'EU', tier: h % 4 === 0 ? 'gold' : 'standard' });
      return copyLine([accountId, timedUuid(ms, n), name, 'Customer, paid by invoice', tags, isoTime(ms), 'bench']);
    },
  };
}

const countAll = `insert into company_count as l (account_id, shard, version, total)
  select account_id, 0, count(*), count(*) from company group by account_id
  on conflict (account_id, shard) do update set version = excluded.version, total = excluded.total`;
