import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Figures, holdBar, type Report, round, say } from '../../bench/report.ts';
import { type Cell, startCell } from '../../bench/start-cell.ts';
import { freePort } from '../../dev/embedded-postgres.ts';
import { createAccount } from '../../src/accounts/create-account.ts';
import { createApiKey } from '../../src/accounts/create-api-key.ts';
import { createSealer } from '../../src/base/secrets.ts';
import { type ServerProcess, startServerProcess } from '../start-server-process.ts';
import { checkRows, type Violations } from './check-rows.ts';
import { openLedger } from './ledger.ts';
import { countOpenPurges, countRunningChanges, type Rows, readRows } from './read-rows.ts';
import { noCounts, sendWrites, type Writer } from './send-writes.ts';
import { walkCompanies } from './walk-companies.ts';

/**
 * Kills the server with -9 in the middle of 2,000 writes, ten times (`--quick`: three). Every write with a response
 * must exist, no write may exist in part, and a creation repeated with its Idempotency-Key must have happened once.
 */
const writesPerRound = 2000;
const atOnce = 160;
const accountCount = 8;
/** Longer than it takes to notice a job of a killed worker (10 s) and to run the jobs queued behind it. */
const purgedWithinMs = 60_000;
const secretKey = { id: 'chaos', key: Buffer.alloc(32, 9) };

type Account = { accountId: string; key: string };
/** The current server; `writer.ready` waits while there is none. */
type Stage = { cell: Cell; accounts: Account[]; server: ServerProcess; ready: Promise<void>; writer: Writer };

export async function killDuringWrites({ quick }: { quick: boolean }): Promise<Report> {
  const rounds = quick ? 3 : 10;
  const cell = await startCell();
  let stage: Stage | undefined;
  try {
    stage = await openStage(cell);
    const found: Violations[] = [];
    const cutOffs: number[] = [];
    let writingMs = 0;
    for (let i = 0; i < rounds; i++) {
      const before = stage.writer.counts.cutOff;
      const began = performance.now();
      await writeAndKill(stage);
      writingMs += performance.now() - began;
      await whenQuiet(cell.databaseUrl);
      const { violations } = await check(stage);
      found.push(violations);
      cutOffs.push(stage.writer.counts.cutOff - before);
      say(`round ${i + 1}: ${cutOffs.at(-1)} writes cut off; ${JSON.stringify(violations)}`);
    }
    const openPurges = await whenPurged(cell.databaseUrl);
    const { rows, violations } = await check(stage);
    found.push(violations);
    return reportOf(rounds, {
      kills: cutOffs.length,
      ...stage.writer.counts,
      cutOffLeastPerKill: Math.min(...cutOffs),
      writesPerSecond: round(stage.writer.counts.writes / (writingMs / 1000)),
      companies: rows.companies.length,
      purged: rows.receipts.filter((receipt) => receipt.is_purged).length,
      openPurges,
      wrongLists: await countWrongLists(stage, rows),
      ...worst(found),
    });
  } finally {
    await stage?.server.kill();
    await cell.stop();
  }
}

async function openStage(cell: Cell): Promise<Stage> {
  const accounts: Account[] = [];
  for (let i = 0; i < accountCount; i++) {
    const { accountId } = await createAccount(cell.base, { name: `chaos ${i}`, plan: 'paid' });
    const made = await cell.base.db.transaction(accountId, (tx) => createApiKey(cell.base, tx, { name: 'chaos' }));
    accounts.push({ accountId, key: made.secret });
  }
  const server = await start(cell, await freePort());
  const writer: Writer = {
    url: server.url,
    keys: accounts.map((account) => account.key),
    ledger: openLedger(accountCount),
    ready: () => stage.ready,
    counts: noCounts(),
  };
  const stage: Stage = { cell, accounts, server, ready: Promise.resolve(), writer };
  return stage;
}

function start(cell: Cell, port: number): Promise<ServerProcess> {
  return startServerProcess({
    databaseUrl: cell.databaseUrl,
    port,
    secretKeys: `${secretKey.id}:${secretKey.key.toString('base64')}`,
    env: { DAYBOOK_REQUESTS_PER_MINUTE: '1000000', DAYBOOK_REQUESTS_PER_DAY_PER_COMPANY: '1000000' },
  });
}

async function writeAndKill(stage: Stage): Promise<void> {
  const { counts } = stage.writer;
  const answeredAtKill = counts.answered + randomInt(writesPerRound / 20, (writesPerRound * 19) / 20);
  let isWriting = true;
  const writing = sendWrites(stage.writer, { count: writesPerRound, atOnce }).finally(() => {
    isWriting = false;
  });
  while (isWriting && counts.answered < answeredAtKill) await sleep(1);
  await stage.server.kill();
  const restart = start(stage.cell, Number(new URL(stage.server.url).port));
  stage.ready = restart.then(() => {});
  stage.server = await restart;
  await writing;
}

async function check(stage: Stage): Promise<{ rows: Rows; violations: Violations }> {
  const rows = await readRows(stage.cell.databaseUrl);
  const accountIds = stage.accounts.map((account) => account.accountId);
  const sealer = createSealer([secretKey]);
  return { rows, violations: checkRows(rows, { ledger: stage.writer.ledger, accountIds, sealer }) };
}

async function whenQuiet(databaseUrl: string): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if ((await countRunningChanges(databaseUrl)) === 0) return;
    await sleep(50);
  }
  throw new Error('Changes of a killed server are still running after 10 seconds.');
}

/** Number of deletions that still wait for their purge at the time limit. */
async function whenPurged(databaseUrl: string): Promise<number> {
  let open = 0;
  for (const until = Date.now() + purgedWithinMs; Date.now() < until; ) {
    open = await countOpenPurges(databaseUrl);
    if (open === 0) break;
    await sleep(500);
  }
  return open;
}

/** Number of accounts for which the API does not show exactly the companies that exist. */
async function countWrongLists({ server, accounts }: Stage, rows: Rows): Promise<number> {
  let wrong = 0;
  for (const { key, accountId } of accounts) {
    const live = rows.companies.filter((row) => row.account_id === accountId && !row.is_deleted);
    const seen = new Set(await walkCompanies(server.url, key));
    if (seen.size !== live.length || live.some((row) => !seen.has(row.company_id))) wrong++;
  }
  return wrong;
}

/** The highest count of each kind over all checks. */
function worst(found: Violations[]): Violations {
  const merged = { ...found[0] } as Violations;
  for (const violations of found) {
    for (const [name, n] of Object.entries(violations) as [keyof Violations, number][]) {
      merged[name] = Math.max(merged[name], n);
    }
  }
  return merged;
}

function reportOf(rounds: number, figures: Figures & Violations): Report {
  const none: (keyof Violations)[] = [
    'lost',
    'half',
    'doubled',
    'strangers',
    'wrongTotals',
    'wrongVersions',
    'wrongPurges',
    'wrongStoredAnswers',
  ];
  return {
    name: 'writes',
    figures,
    bars: [
      holdBar(figures, 'kills', `>= ${rounds}`),
      holdBar(figures, 'writes', `>= ${rounds * writesPerRound}`),
      // A kill that hits nothing proves nothing.
      holdBar(figures, 'cutOffLeastPerKill', '>= 1'),
      ...['serverErrors', 'unexpected', 'openPurges', 'wrongLists', ...none].map((n) => holdBar(figures, n, '<= 0')),
    ],
  };
}
