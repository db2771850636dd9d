import { companyList } from '../src/companies/store.ts';
import type { Db } from '../src/db/db.ts';
import { readPage } from '../src/lists/read-page.ts';
import type { BareOptions } from './bare-server.ts';
import { basic, openClient } from './client.ts';
import { type Load, load } from './load.ts';
import { type Figures, median, round, say } from './report.ts';
import { baseUrl, type Cell, poolSize } from './start-cell.ts';

export type Target = { cell: Cell; url: string; accountId: string; key: string };

const connections = 12;
const rounds = 6;
const seconds = 4;
const warmUpSeconds = 4;

/** Page 1 of the product and of a bare handler on the same statement, in turns: what disturbs one disturbs both. */
export async function measurePageOne(target: Target): Promise<Figures> {
  const path = '/companies';
  const client = openClient(target.url, target.key);
  const { text } = await client.get(path);
  client.close();
  const bareUrl = await startBare(target, text);
  const bareText = await (await fetch(bareUrl)).text();
  if (bareText !== text) throw new Error('The bare handler answers something else than the product.');

  const sides = {
    product: { url: target.url + path, headers: { authorization: basic(target.key) } },
    bare: { url: bareUrl },
  };
  const runs: { product: Load[]; bare: Load[] } = { product: [], bare: [] };
  await load(sides.bare, { connections, seconds: warmUpSeconds });
  await load(sides.product, { connections, seconds: warmUpSeconds });
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? (['bare', 'product'] as const) : (['product', 'bare'] as const);
    for (const side of order) runs[side].push(await load(sides[side], { connections, seconds }));
    say(`page 1, round ${round + 1}: product ${perSecond(runs.product)}/s, bare ${perSecond(runs.bare)}/s`);
  }
  const ratios = runs.product.map((run, index) => run.perSecond / (runs.bare[index]?.perSecond ?? Number.NaN));
  return {
    'page1.ratioToBare': round(median(ratios)),
    'page1.ratioToBare.rounds': ratios.map(round),
    'page1.connections': connections,
    'page1.bytesOfBody': Buffer.byteLength(text),
    ...figuresOf('page1.product', runs.product),
    ...figuresOf('page1.bare', runs.bare),
  };
}

function perSecond(runs: Load[]): number {
  return Math.round(runs.at(-1)?.perSecond ?? 0);
}

function figuresOf(name: string, runs: Load[]): Figures {
  return {
    [`${name}.perSecond`]: round(median(runs.map((run) => run.perSecond))),
    [`${name}.perSecond.rounds`]: runs.map((run) => round(run.perSecond)),
    [`${name}.p50Ms`]: median(runs.map((run) => run.p50Ms)),
    [`${name}.p99Ms`]: median(runs.map((run) => run.p99Ms)),
    [`${name}.bytesPerAnswer`]: runs[0]?.bytesPerAnswer ?? 0,
  };
}

async function startBare(target: Target, productText: string): Promise<string> {
  const options: BareOptions = {
    databaseUrl: target.cell.databaseUrl,
    poolSize,
    statement: await pageOneStatement(target),
    rest: productText.slice(productText.lastIndexOf('],"pageNumber"') + 1),
  };
  return target.cell.start('bare-server.ts', { BARE_OPTIONS: JSON.stringify(options) });
}

/** The statement is caught on its way to the database, so that it is the product's own, whatever that becomes. */
async function pageOneStatement({ cell, accountId }: Target): Promise<BareOptions['statement']> {
  const caught: BareOptions['statement'][] = [];
  const db: Pick<Db, 'read'> = {
    async read(_accountId, statement) {
      const { sql, parameters } = 'compile' in statement ? statement.compile(cell.base.db.system) : statement;
      caught.push({ text: sql, values: [...parameters] });
      return [];
    },
  };
  const list = companyList({ accountId, companyTags: null, baseUrl });
  const request = { accountId, query: {}, self: `${baseUrl}/companies`, search: '' };
  await readPage({ ...cell.base, db: db as Db, cursorKey: Buffer.alloc(32) }, list, request);
  const [statement, ...others] = caught;
  if (!statement || others.length > 0) throw new Error(`Page 1 took ${caught.length} statements instead of one.`);
  return statement;
}
