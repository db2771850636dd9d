import { nextPath, openClient, readBody } from './client.ts';
import { memoryMb } from './measure-large-page.ts';
import type { Statement } from './measure-page-one.ts';
import type { RecordsTarget } from './reads.ts';
import { type Figures, median, round, say } from './report.ts';

const variants = 9;
const turns = 15;

/** The product's filters compared with handwritten SQL, run as the owner: no row-level security, no HTTP. */
export async function measureRecordFilters(target: RecordsTarget): Promise<Figures> {
  return {
    ...(await measurePages(target)),
    ...(await measureUnderSecurity(target)),
    ...(await measureUnindexed(target)),
  };
}

/**
 * Filters that no index serves: page 1 with its total, compared with one pass over the data set. `few` finds less than
 * a page, `some` one record in 997.
 * PostgreSQL may use parallel workers for the pass, but not for a list.
 */
async function measureUnindexed(target: RecordsTarget): Promise<Figures> {
  const { cell, accountId, companyId, dataSetId } = target;
  const cases = {
    few: { query: 'invoiceNumber', column: "payload->>'invoiceNumber'", of: (n: number) => `INV-000${n}4242` },
    some: {
      query: 'customerRef.companyName',
      column: "payload->'customerRef'->>'companyName'",
      of: (n: number) => `Customer ${n} Trading Ltd`,
    },
  };
  const client = openClient(target.url, target.key);
  const before = memoryMb(target.pid).now;
  const figures: Figures = {};
  for (const [name, { query, column, of }] of Object.entries(cases)) {
    const times: { first: number; second: number; pass: number }[] = [];
    for (let variant = 1; variant <= 5; variant++) {
      const value = of(variant);
      const start = performance.now();
      await cell.base.db.pool.query(
        `select count(*) from record where account_id = $1 and company_id = $2 and data_set_id = $3 and gen_from <= 1
          and (gen_to is null or gen_to > 1) and ${column} = $4`,
        [accountId, companyId, dataSetId, value],
      );
      const pass = performance.now() - start;
      const path = `${target.path}?${new URLSearchParams({ query: `${query}="${value}"` })}`;
      const first = await client.get(path);
      const second = await client.get(path);
      times.push({ first: first.ms, second: second.ms, pass });
      figures[`unindexed.${name}.total`] = readBody(first).totalResults;
    }
    const middle = (one: (time: (typeof times)[number]) => number) => round(median(times.map(one)));
    figures[`unindexed.${name}.page1Ms`] = middle((time) => time.first);
    figures[`unindexed.${name}.page1AgainMs`] = middle((time) => time.second);
    figures[`unindexed.${name}.onePassMs`] = middle((time) => time.pass);
  }
  client.close();
  figures['unindexed.memoryMb.growthOfServer'] = round(memoryMb(target.pid).now - before);
  figures['unindexed.memoryMb.largestBackend'] = await largestBackendMb(cell);
  return figures;
}

/** Private memory of the largest connection process of PostgreSQL: without the shared buffers. */
async function largestBackendMb(cell: RecordsTarget['cell']): Promise<number> {
  const { rows } = await cell.base.db.pool.query<{ pid: number }>(
    `select pid from pg_stat_activity where backend_type = 'client backend' and datname = current_database()`,
  );
  return Math.max(...rows.map(({ pid }) => memoryMb(pid).own));
}

/** Each filter is new: its total is counted for page 1 and cached for the following pages. */
async function measurePages(target: RecordsTarget): Promise<Figures> {
  const client = openClient(target.url, target.key);
  const times: { first: number; link: number; number: number; bare: number; count: number; select: number }[] = [];
  let exact = true;
  let total = 0;
  for (let variant = 0; variant < variants; variant++) {
    const above = `1000.${10 + variant}`;
    const path = `${target.path}?${new URLSearchParams({ query: `status=paid&&totalAmount>${above}` })}`;
    const bare = await bareCountAndSelect(target, above);
    const first = await client.get(path);
    const body = readBody(first);
    total = body.totalResults;
    if (body.totalResults !== bare.total) {
      say(`totalAmount>${above}: totalResults is ${body.totalResults}, PostgreSQL counts ${bare.total}`);
      exact = false;
    }
    const link = await client.get(nextPath(body));
    const number = await client.get(`${path}&page=2`);
    times.push({
      first: first.ms,
      link: link.ms,
      number: number.ms,
      bare: bare.countMs + bare.selectMs,
      count: bare.countMs,
      select: bare.selectMs,
    });
  }
  client.close();
  const middle = (of: (time: (typeof times)[number]) => number) => round(median(times.map(of)));
  return {
    'filtered.exact': exact,
    'filtered.total': total,
    'filtered.page1Ms': middle((time) => time.first),
    'filtered.bareCountMs': middle((time) => time.count),
    'filtered.bareSelectMs': middle((time) => time.select),
    'filtered.page1.ratioToBare': middle((time) => time.first / time.bare),
    'filteredPage2.ratioToPage1': middle((time) => time.link / time.first),
    'filteredPage2ByNumber.ratioToPage1': middle((time) => time.number / time.first),
    'filtered.page2ByLinkMs': middle((time) => time.link),
    'filtered.page2ByNumberMs': middle((time) => time.number),
  };
}

async function bareCountAndSelect({ cell, accountId, companyId, dataSetId }: RecordsTarget, above: string) {
  const { pool } = cell.base.db;
  const where = `account_id = $1 and company_id = $2 and data_set_id = $3 and gen_from <= 1 and (gen_to is null or gen_to > 1)
    and status = 'paid' and amount1 > $4`;
  const values = [accountId, companyId, dataSetId, above];
  const start = performance.now();
  const { rows } = await pool.query<{ n: number }>(`select count(*) as n from record where ${where}`, values);
  const counted = performance.now();
  await pool.query(
    `select string_agg(payload, ',') from (select payload::text from record where ${where} order by record_id limit 100) s`,
    values,
  );
  return { total: rows[0]?.n ?? 0, countMs: counted - start, selectMs: performance.now() - counted };
}

const filters: Record<string, string> = {
  rare: 'query=status=void%26%26totalAmount>4990&orderBy=-issueDate',
  rareByKey: 'query=status=void%26%26totalAmount>4990',
  common: 'query=status=paid%26%26totalAmount>1000&orderBy=-issueDate',
  commonByKey: 'query=status=paid%26%26totalAmount>1000',
};

/** The product's own page statement, under its role and as the owner, in alternation. Its total is cached. */
async function measureUnderSecurity(target: RecordsTarget): Promise<Figures> {
  const { db } = target.cell.base;
  const client = openClient(target.url, target.key);
  const figures: Figures = {};
  for (const [name, search] of Object.entries(filters)) {
    const { totalResults } = readBody(await client.get(`${target.path}?${search}`));
    const state = { data_set_id: target.dataSetId, version: 1, total: target.invoices, oldest: 1, source: '' };
    const statement = (await target.statements(search, [[state]])).at(-1) as Statement;
    const [secured, bare, http]: [number[], number[], number[]] = [[], [], []];
    for (let turn = 0; turn < turns; turn++) {
      secured.push(
        await timed(() => db.read(target.accountId, { sql: statement.text, parameters: statement.values } as never)),
      );
      bare.push(await timed(() => db.pool.query(statement.text, statement.values)));
      http.push((await client.get(`${target.path}?${search}`)).ms);
    }
    Object.assign(figures, {
      [`${name}.total`]: totalResults,
      [`${name}.securedMs`]: round(median(secured)),
      [`${name}.bareMs`]: round(median(bare)),
      [`${name}.ratioToBare`]: round(median(secured) / median(bare)),
      [`${name}.httpMs`]: round(median(http)),
    });
  }
  client.close();
  return figures;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
