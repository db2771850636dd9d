import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { say } from '../../bench/report.ts';
import { controlSandbox } from '../../sandbox/test/control-sandbox.ts';
import { judge } from '../chaos/pushes/judge.ts';
import type { PushCompany } from '../chaos/pushes/open-stage.ts';
import { compareToSandbox } from '../chaos/syncs/check-data-sets.ts';
import { linkPushed } from '../chaos/upgrade/make-accounts.ts';
import { pushOne } from '../chaos/upgrade/send-traffic.ts';
import type { TestAccount } from '../harness.ts';
import { linkCompany, type SyncedCompany } from '../sync/synced-company.ts';
import { waitFor } from '../wait-for.ts';
import type { Stage } from './stage.ts';

/**
 * Two companies that are linked to the platform: one is pushed to, the other one is synced. They are replaced now and
 * then, because pushed records are never removed otherwise: what is measured would grow as the books do.
 */
export type Books = {
  pushed: PushCompany;
  synced: SyncedCompany & { name: string };
  pushes: Set<string>;
  syncs: number;
};

export type Judged = Record<
  'pushes' | 'pushes.lost' | 'pushes.wrong' | 'syncs' | 'syncs.failed' | 'syncs.differences',
  number
>;
export const nothingJudged = (): Judged => ({
  ...{ pushes: 0, 'pushes.lost': 0, 'pushes.wrong': 0, syncs: 0, 'syncs.failed': 0, 'syncs.differences': 0 },
});

const settledWithinMs = 180_000;

/** A company that is synced from the beginning to the end: what its history leaves must not grow either. */
export type Standing = { synced: Books['synced']; syncs: number };

export async function openStanding(account: TestAccount): Promise<Standing> {
  return { synced: await linkSynced(account, 'standing-200'), syncs: 0 };
}

async function linkSynced(account: TestAccount, name: string): Promise<Books['synced']> {
  const synced = { ...(await linkCompany(account, name)), name };
  await synced.sync('invoices');
  return synced;
}

export async function openBooks(account: TestAccount, n: number): Promise<Books> {
  const pushed = await linkPushed(account, `push${n}-100`);
  const synced = await linkSynced(account, `sync${n}-200`);
  return { pushed, synced, pushes: new Set(), syncs: 0 };
}

export async function pushOnce(account: TestAccount, { pushed, pushes }: Books): Promise<void> {
  await pushOne({ books: account, pushed: [pushed] }, { pushes });
}

export async function syncOnce({ sandboxUrl }: Stage, books: Standing): Promise<void> {
  const { synced } = books;
  await controlSandbox(sandboxUrl).change(synced.name, { type: 'invoices', update: 5, seed: ++books.syncs });
  const { syncId } = await synced.request('invoices');
  await waitFor(async () => (await synced.read(syncId)).completed !== undefined, settledWithinMs);
}

/** Compares the books with the platform, adds what was found, and deletes the companies. */
export async function closeBooks(
  stage: Stage,
  account: TestAccount,
  { books, found }: { books: Books; found: Judged },
) {
  const { pushed, synced, pushes } = books;
  const client = new pg.Client(stage.databaseUrl);
  client.on('error', () => {});
  await client.connect();
  try {
    await whenSettled(client, [pushed.companyId, synced.companyId]);
    const judged = await judge({ companies: [pushed], control: controlSandbox(stage.sandboxUrl), account }, client);
    const { pending, failed, timedOut, missing, doubled, ghosts, strangers, outOfOrder, unreadable } = judged;
    const wrong = { pending, failed, timedOut, missing, doubled, ghosts, strangers, outOfOrder, unreadable };
    const { rows } = await client.query<{ push_id: string }>('select push_id from push where company_id = $1', [
      pushed.companyId,
    ]);
    const stored = new Set(rows.map(({ push_id }) => push_id));
    const lost = [...pushes].filter((id) => !stored.has(id)).length;
    const { rows: failures } = await client.query(
      "select status from sync where company_id = any ($1) and status <> 'Complete'",
      [[pushed.companyId, synced.companyId]],
    );
    const different = await compare(stage, client, synced);
    const wrongs = Object.values(wrong).reduce((sum, n) => sum + n, 0);
    if (wrongs + lost + failures.length + different > 0)
      say(`soak: ${pushed.name}: ${JSON.stringify({ ...wrong, lost, failures, different })}`);
    found.pushes += pushes.size;
    found['pushes.lost'] += lost;
    found['pushes.wrong'] += wrongs;
    found.syncs += books.syncs;
    found['syncs.failed'] += failures.length;
    found['syncs.differences'] += different;
  } finally {
    await client.end().catch(() => {});
  }
  for (const { path } of [pushed, synced]) await account.send(`DELETE ${path}`);
}

/** Compares the company that stays with the platform. */
export async function checkStanding(stage: Stage, { standing, found }: { standing: Standing; found: Judged }) {
  const client = new pg.Client(stage.databaseUrl);
  await client.connect();
  try {
    await whenSettled(client, [standing.synced.companyId]);
    found.syncs += standing.syncs;
    found['syncs.differences'] += await compare(stage, client, standing.synced);
  } finally {
    await client.end().catch(() => {});
  }
}

const compare = ({ sandboxUrl }: Stage, client: pg.Client, { companyId, name }: Books['synced']) =>
  compareToSandbox(client, { struck: companyId, sandboxUrl, name });

async function whenSettled(client: pg.Client, companyIds: string[]): Promise<void> {
  for (const until = Date.now() + settledWithinMs; Date.now() < until; await sleep(250)) {
    const { rows } = await client.query(
      `select (select count(*)::int from push where company_id = any ($1) and step in ('waiting', 'sent', 'accepted'))
        + (select count(*)::int from sync where company_id = any ($1) and completed_at is null) as n`,
      [companyIds],
    );
    if (rows[0].n === 0) return;
  }
}
