import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { basic } from '../../bench/client.ts';
import { type Figures, holdBar, median, type Report, round, say } from '../../bench/report.ts';
import { type Cell, startCell } from '../../bench/start-cell.ts';
import { createAccount } from '../../src/accounts/create-account.ts';
import { createApiKey } from '../../src/accounts/create-api-key.ts';
import { createCompany } from '../../src/companies/create-company.ts';
import {
  closePurge,
  markCompanyDeleted,
  noteCompanySynced,
  openPurge,
  updateCompany,
} from '../../src/companies/store.ts';
import { readConfig } from '../../src/config/config.ts';
import { openBase } from '../../src/context.ts';
import type { Tx } from '../../src/db/db.ts';
import type { Principal } from '../../src/http/access/principal.ts';
import { History, type Snapshot, type State, snapshotOf } from './walks/history.ts';
import { type Kind, kinds, type Listed } from './walks/kinds.ts';

/**
 * Pages through the companies of an account on the real server, while companies are created, renamed, synced and
 * deleted (and purged). Each paged read ("walk") must return exactly the list of page 1's snapshot, in order. The
 * expected result comes from walks/history.ts.
 */
type Size = { companies: number; walksPerKind: number; pageSize: number; changesPerSecond: number };
const full: Size = { companies: 20_000, walksPerKind: 10, pageSize: 500, changesPerSecond: 50 };
const small: Size = { companies: 4000, walksPerKind: 2, pageSize: 200, changesPerSecond: 20 };
const walksAtOnce = 4;

type Stage = { base: Cell['base']; url: string; accountId: string; key: string; history: History };
type Found = {
  walks: number;
  pages: number;
  missed: number;
  doubled: number;
  outOfOrder: number;
  wrongTotals: number;
  emptyPages: number;
};
type Page = {
  results: { companyId: string; name: string }[];
  totalResults: number;
  _links: { next?: { href: string } };
};

export async function walkDuringChanges({ quick }: { quick: boolean }): Promise<Report> {
  const size = quick ? small : full;
  const cell = await startCell();
  let stage: Stage | undefined;
  try {
    const opened = await openStage(cell, size);
    stage = opened;
    const changes = startChanges(stage, size);
    const found = await walkAll(stage, size);
    const depth = await measureDepth(stage, quick ? 20 : 200);
    const made = await changes.stop();
    const figures: Figures = {
      ...found,
      ...made,
      ...depth,
      'rows.rename': await countRows(stage, (tx, id) => updateCompany(tx, id, { name: `renamed ${randomUUID()}` })),
      'rows.sync': await countRows(stage, async (tx, id) => noteCompanySynced(tx, id, new Date())),
      'rows.creation': await countRows(stage, (tx) => create(opened, tx, 'counted')),
      'rows.deletion': await countRows(stage, (tx, id) => markCompanyDeleted(tx, id, new Date())),
    };
    const bars = ['missed', 'doubled', 'outOfOrder', 'wrongTotals', 'emptyPages'].map((name) =>
      holdBar(figures, name, '<= 0'),
    );
    bars.push(holdBar(figures, 'walks', `>= ${kinds.length * size.walksPerKind}`));
    // The quick run shares its machine, so the time of a single page says little. Its figure is shown without a bar.
    if (!quick) bars.push(holdBar(figures, 'deepPage.ratio', '<= 1.2'));
    for (const what of ['rename', 'sync', 'creation', 'deletion']) bars.push(holdBar(figures, `rows.${what}`, '<= 2'));
    return { name: 'walks', figures, bars };
  } finally {
    await stage?.base.db.end();
    await cell.stop();
  }
}

const regions = ['EU', 'US', 'UK', 'APAC'];

async function openStage(cell: Cell, { companies }: Size): Promise<Stage> {
  const { accountId } = await createAccount(cell.base, { name: 'walks', plan: 'paid' });
  const { secret } = await cell.base.db.transaction(accountId, (tx) => createApiKey(cell.base, tx, { name: 'walks' }));
  const { rows } = await sql<{ company_id: string; name: string; region: string; last_sync_at: Date | null }>`
    insert into company (account_id, company_id, name, tags, created_at, last_sync_at)
    select ${accountId}::uuid, gen_random_uuid(), 'Company ' || n, jsonb_build_object('region', (${regions}::text[])[1 + n % 4]),
      now(), case when n % 3 > 0 then now() - n * interval '1 second' end
    from generate_series(1, ${companies}::int) n
    returning company_id, name, tags ->> 'region' as region, date_trunc('milliseconds', last_sync_at) as last_sync_at`.execute(
    cell.base.db.system,
  );
  // The API shows milliseconds, so orders must not depend on smaller units.
  await sql`update company set last_sync_at = date_trunc('milliseconds', last_sync_at)`.execute(cell.base.db.system);
  await sql`vacuum (analyze) company`.execute(cell.base.db.system);
  const history = new History();
  for (const row of rows) {
    history.seed(row.company_id, {
      name: row.name,
      region: row.region,
      lastSync: row.last_sync_at?.toISOString() ?? null,
    });
  }
  const { url } = await cell.serve({ DAYBOOK_COSTLY_READS_AT_ONCE: '8' });
  const base = openBase(
    {
      ...readConfig({
        DAYBOOK_DATABASE_URL: cell.databaseUrl,
        DAYBOOK_SECRET_KEYS: `bench:${Buffer.alloc(32, 7).toString('base64')}`,
      }),
      databasePoolSize: 16,
    },
    { log: cell.base.log },
  );
  return { base, url, accountId, key: secret, history };
}

const principalOf = (accountId: string) => ({ accountId, plan: 'paid', companyTags: null }) as unknown as Principal;

async function create({ base, accountId }: Stage, tx: Tx, name: string, region = 'EU'): Promise<string> {
  const company = { name, tags: { region } };
  return (await createCompany(base, tx, { principal: principalOf(accountId), company })).companyId;
}

/** Runs a change and returns the id of its transaction. */
async function changing<T>(
  { base, accountId }: Stage,
  work: (tx: Tx) => Promise<T>,
): Promise<{ result: T; xid: bigint }> {
  return base.db.transaction(accountId, async (tx) => {
    const result = await work(tx);
    const { rows } = await sql<{ xid: string }>`select pg_current_xact_id()::text as xid`.execute(tx);
    return { result, xid: BigInt(rows[0]?.xid ?? 0) };
  });
}

/** Starts `changesPerSecond` changes of each kind, each on time, however long the others take. */
function startChanges(stage: Stage, { changesPerSecond }: Size): { stop(): Promise<Figures> } {
  const { history } = stage;
  const made = { creations: 0, renames: 0, syncs: 0, deletions: 0 };
  const open = new Map<string, Set<Promise<void>>>(Object.keys(made).map((name) => [name, new Set()]));
  let number = 0;
  const change = async (
    next: (now: Exclude<State, 'deleted'>) => { state: State; work(tx: Tx, id: string): Promise<unknown> },
  ) => {
    const companyId = history.take();
    const { state, work } = next(history.stateOf(companyId) as Exclude<State, 'deleted'>);
    const { xid } = await changing(stage, (tx) => work(tx, companyId));
    history.add(companyId, { xid, state });
    history.release(companyId);
    return companyId;
  };
  const kindsOfChange: Record<keyof typeof made, () => Promise<unknown>> = {
    async creations() {
      const state = { name: `New ${number++}`, region: regions[number % 4] ?? 'EU', lastSync: null };
      const { result, xid } = await changing(stage, (tx) => create(stage, tx, state.name, state.region));
      history.add(result, { xid, state });
    },
    renames() {
      const name = `${['Alder', 'Zelkova', 'Maple'][number % 3]} ${number++}`;
      return change((now) => ({ state: { ...now, name }, work: (tx, id) => updateCompany(tx, id, { name }) }));
    },
    syncs() {
      const at = new Date();
      return change((now) => ({
        state: { ...now, lastSync: at.toISOString() },
        work: async (tx, id) => noteCompanySynced(tx, id, at),
      }));
    },
    async deletions() {
      const companyId = await change(() => ({
        state: 'deleted',
        async work(tx, id) {
          await markCompanyDeleted(tx, id, new Date());
          await openPurge(tx, id, new Date());
        },
      }));
      await changing(stage, (tx) => closePurge(tx, companyId, new Date()));
    },
  };
  const began = performance.now();
  let failed: unknown;
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - began) / 1000) * changesPerSecond);
    for (const [name, run] of Object.entries(kindsOfChange) as [keyof typeof made, () => Promise<unknown>][]) {
      const under = open.get(name) ?? new Set();
      // On a slow machine at most 10 of a kind run at once; the figures show how many were made.
      for (; made[name] < due && under.size < 10; made[name]++) {
        const one: Promise<void> = run().then(
          () => void under.delete(one),
          (error) => {
            failed = error;
          },
        );
        under.add(one);
      }
    }
  }, 10);
  return {
    async stop() {
      clearInterval(timer);
      const seconds = (performance.now() - began) / 1000;
      for (const under of open.values()) await Promise.all(under);
      if (failed) throw failed;
      const perSecond = Object.entries(made).map(([name, count]) => [`${name}.perSecond`, round(count / seconds)]);
      return { seconds: round(seconds), ...made, ...Object.fromEntries(perSecond) };
    },
  };
}

async function walkAll(stage: Stage, size: Size): Promise<Found> {
  const found: Found = { walks: 0, pages: 0, missed: 0, doubled: 0, outOfOrder: 0, wrongTotals: 0, emptyPages: 0 };
  const todo = Array.from({ length: size.walksPerKind }, () => kinds).flat();
  await Promise.all(
    Array.from({ length: walksAtOnce }, async () => {
      for (let kind = todo.pop(); kind; kind = todo.pop()) {
        const walk = await walkBy(stage, kind, size.pageSize);
        compare(stage, kind, walk, found);
        if (found.walks % 20 === 0) say(JSON.stringify(found));
      }
    }),
  );
  return found;
}

type Walk = { pages: Page[]; snapshot: Snapshot | undefined };

async function walkBy(stage: Stage, kind: Kind, pageSize: number): Promise<Walk> {
  const search = new URLSearchParams({ ...kind.search, pageSize: String(pageSize) });
  const pages: Page[] = [];
  let snapshot: Snapshot | undefined;
  for (let next: string | undefined = `/companies?${search}`; next; ) {
    const page = await get(stage, next);
    pages.push(page);
    next = page._links.next?.href;
    snapshot ??= next === undefined ? undefined : snapshotOf(next);
  }
  return { pages, snapshot };
}

async function get({ url, key }: Stage, target: string): Promise<Page> {
  const path = target.startsWith('/') ? target : target.slice(new URL(target).origin.length);
  const response = await fetch(url + path, { headers: { authorization: basic(key) } });
  if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`);
  return (await response.json()) as Page;
}

function compare({ history }: Stage, kind: Kind, { pages, snapshot }: Walk, found: Found): void {
  if (!snapshot) throw new Error(`${JSON.stringify(kind.search)} returned one page, which is too few for this test.`);
  const wanted: Listed[] = [...history.in(snapshot)].filter(kind.holds).sort(kind.order);
  const seen = pages.flatMap((page) => page.results);
  const ids = new Set(seen.map((company) => company.companyId));
  const missed = wanted.filter((company) => !ids.has(company.companyId)).length;
  const inOrder =
    seen.length === wanted.length &&
    seen.every((one, at) => one.companyId === wanted[at]?.companyId && one.name === wanted[at]?.state.name);
  found.walks++;
  found.pages += pages.length;
  found.missed += missed;
  found.doubled += seen.length - ids.size;
  if (!inOrder) found.outOfOrder++;
  found.wrongTotals += pages.filter((page) => page.totalResults !== wanted.length).length;
  found.emptyPages += pages.filter((page) => page.results.length === 0).length;
}

/** A deep page compared with page 1, alternating, both with 100 companies and while everything changes. */
async function measureDepth(stage: Stage, depth: number): Promise<Figures> {
  const first = '/companies?pageSize=100';
  let deep = first;
  for (let at = 1; at < depth; at++) {
    const next = (await get(stage, deep))._links.next?.href;
    if (!next) break;
    deep = next;
  }
  const [ofFirst, ofDeep]: [number[], number[]] = [[], []];
  const time = async (target: string) => {
    const began = performance.now();
    await get(stage, target);
    return performance.now() - began;
  };
  for (let at = 0; at < 150; at++) {
    ofFirst.push(await time(first));
    ofDeep.push(await time(deep));
  }
  return {
    'deepPage.number': Number(new URL(deep).searchParams.get('page')),
    'deepPage.page1Ms': round(median(ofFirst)),
    'deepPage.ms': round(median(ofDeep)),
    'deepPage.ratio': round(median(ofDeep) / median(ofFirst)),
  };
}

/** Number of list rows that one change writes, as counted by PostgreSQL within its transaction. */
async function countRows(stage: Stage, work: (tx: Tx, companyId: string) => Promise<unknown>): Promise<number> {
  const companyId = stage.history.take();
  const { result } = await changing(stage, async (tx) => {
    const before = await rowsWritten(tx);
    await work(tx, companyId);
    return (await rowsWritten(tx)) - before;
  });
  return result;
}

/** Rows that this connection has written and not yet reported, in any transaction. */
async function rowsWritten(tx: Tx): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select sum(n_tup_ins + n_tup_upd + n_tup_del)::int as n from pg_stat_xact_user_tables
    where relname in ('company', 'company_past', 'company_count', 'past_row', 'kept_list')`.execute(tx);
  return rows[0]?.n ?? 0;
}
