import { type BenchClient, nextPath, openClient, readBody } from './client.ts';
import type { Target } from './measure-page-one.ts';
import { type Figures, median, round, say } from './report.ts';

/** Filters, and the same conditions written by hand in SQL. */
const totals: { query: string; sql: string }[] = [
  {
    query: 'tags.region=EU && created>=2024-07-01',
    sql: `tags->>'region' = 'EU' and created_at >= '2024-07-01T00:00:00Z'`,
  },
  {
    query: 'tags.tier=gold || name~Trading',
    sql: `tags @> '{"tier":"gold"}' or name like '%Trading%'`,
  },
  {
    query: 'description=null && tags.region!=EU && created<2025-03-15T12:30:00Z',
    sql: `description is null and not tags @> '{"region":"EU"}' and created_at < '2025-03-15T12:30:00Z'`,
  },
  {
    query: 'name>=M && {tags.tier=silver || tags.region=APAC} && lastSync=null',
    sql: `name collate "C" >= 'M' and (tags @> '{"tier":"silver"}' or tags @> '{"region":"APAC"}')`,
  },
  { query: 'name~"Trading 4242"', sql: `name like '%Trading 4242%'` },
  { query: 'tags.region=EU && tags.region=US', sql: 'false' },
];

const variants = 7;

export async function measureFilters(target: Target): Promise<Figures> {
  const client = openClient(target.url, target.key);
  try {
    const exact = await compareTotals(target, client);
    // Each filter is new: its total is counted for page 1 and cached for the following pages.
    const common = await measureSecondPages(client, (day) => `tags.region=EU && created>=2023-02-${day}`);
    const rare = await measureSecondPages(client, (day) => `name~"${day} GmbH" && tags.tier=gold && tags.region=US`);
    say(`filtered page 1: common ${common.firstMs} ms, rare ${rare.firstMs} ms`);
    return {
      'filteredTotal.exact': exact,
      'filteredTotal.filters': totals.length,
      'filteredPage2.ratioToPage1': common.byLink,
      'filteredPage2ByNumber.ratioToPage1': common.byNumber,
      ...named('filtered', common),
      'rarePage2.ratioToPage1': rare.byLink,
      'rarePage2ByNumber.ratioToPage1': rare.byNumber,
      ...named('rare', rare),
    };
  } finally {
    client.close();
  }
}

/** Requests each total twice: first counted, then from the cache. */
async function compareTotals(target: Target, client: BenchClient): Promise<boolean> {
  let exact = true;
  for (const { query, sql } of totals) {
    const { rows } = await target.cell.base.db.pool.query<{ n: number }>(
      `select count(*) as n from company where account_id = $1 and deleted_at is null and (${sql})`,
      [target.accountId],
    );
    const given = [];
    for (const time of ['counted', 'remembered']) {
      const { totalResults } = readBody(await client.get(pathOf(query)));
      given.push(totalResults);
      if (totalResults === rows[0]?.n) continue;
      say(`${query}: totalResults is ${totalResults} (${time}), PostgreSQL counts ${rows[0]?.n}`);
      exact = false;
    }
    say(`${query}: ${given.join(' ')} of ${rows[0]?.n}`);
  }
  return exact;
}

type SecondPages = {
  byLink: number;
  byNumber: number;
  firstMs: number;
  linkMs: number;
  numberMs: number;
  total: number;
};

async function measureSecondPages(client: BenchClient, filterFor: (day: string) => string): Promise<SecondPages> {
  const times: { first: number; link: number; number: number }[] = [];
  let total = 0;
  for (let variant = 0; variant < variants; variant++) {
    const path = pathOf(filterFor(String(variant + 10)));
    const first = await client.get(path);
    const body = readBody(first);
    total = body.totalResults;
    const link = await client.get(nextPath(body));
    const number = await client.get(`${path}&page=2`);
    times.push({ first: first.ms, link: link.ms, number: number.ms });
  }
  return {
    byLink: round(median(times.map((time) => time.link / time.first))),
    byNumber: round(median(times.map((time) => time.number / time.first))),
    firstMs: round(median(times.map((time) => time.first))),
    linkMs: round(median(times.map((time) => time.link))),
    numberMs: round(median(times.map((time) => time.number))),
    total,
  };
}

function named(name: string, pages: SecondPages): Figures {
  return {
    [`${name}.total`]: pages.total,
    [`${name}.page1ColdMs`]: pages.firstMs,
    [`${name}.page2ByLinkMs`]: pages.linkMs,
    [`${name}.page2ByNumberMs`]: pages.numberMs,
  };
}

function pathOf(query: string): string {
  return `/companies?${new URLSearchParams({ query })}`;
}
