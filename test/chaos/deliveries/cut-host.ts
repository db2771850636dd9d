import { execFile, spawn } from 'node:child_process';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { say } from '../../../bench/report.ts';
import { createAccount } from '../../../src/accounts/create-account.ts';
import { emitEvents, seedConsumer } from '../../webhooks/seed-consumer.ts';
import { endChild, envOf, type Stage, secretKeys } from './open-stage.ts';

/**
 * Simulates the death of a host: the network of a worker in a network namespace is cut while it works. No side sends a
 * reset, so PostgreSQL itself must notice that the owner of the lanes is gone. Returns the seconds until another worker
 * continues.
 */
const run = promisify(execFile);
const ip = (...args: string[]) => run('ip', args);
const [hostAddress, guestAddress] = ['10.213.0.1', '10.213.0.2'];
const lanes = 3;
const withinMs = 60_000;

export async function cutHost(stage: Stage): Promise<number> {
  const name = `daybook${process.pid}`;
  const [hostEnd, guestEnd] = [`dbk${process.pid}h`.slice(0, 15), `dbk${process.pid}g`.slice(0, 15)];
  const undo: (() => Promise<unknown>)[] = [];
  try {
    await ip('netns', 'add', name);
    undo.push(() => ip('netns', 'del', name));
    await ip('link', 'add', hostEnd, 'type', 'veth', 'peer', 'name', guestEnd, 'netns', name);
    undo.push(() => ip('link', 'del', hostEnd).catch(() => {}));
    await ip('addr', 'add', `${hostAddress}/24`, 'dev', hostEnd);
    await ip('link', 'set', hostEnd, 'up');
    await ip('-n', name, 'addr', 'add', `${guestAddress}/24`, 'dev', guestEnd);
    await ip('-n', name, 'link', 'set', guestEnd, 'up');
    await ip('-n', name, 'link', 'set', 'lo', 'up');
    await openPostgresTo(stage, '10.213.0.0/24');

    const { base } = stage.cell;
    const { accountId } = await createAccount(base, { name: 'host', plan: 'paid' });
    for (let n = 0; n < lanes; n++) {
      const url = `http://${hostAddress}:${stage.receiverPort}/c/slow${n}`;
      // Two at once, each for a second: the backlog lasts longer than everything below.
      await seedConsumer(base, { accountId, url, concurrencyMax: 2 });
    }
    await emitEvents(base, { accountId, count: 200 });
    const guest = startGuest(stage, name);
    undo.push(() => endChild(guest));
    await whenSent(stage, 0, lanes);
    const host = await stage.serve('worker');
    undo.push(() => host.kill());
    // The worker in the namespace owns the lanes. It gives some of them to this second worker, but not all.
    await sleep(3000);
    const left = await pendingByLane(stage, accountId);
    if (left.length < lanes) throw new Error(`Only ${left.length} of ${lanes} lanes have something left to send.`);
    await ip('link', 'set', hostEnd, 'down');
    const cutAt = Date.now();
    const backAt = await whenSent(stage, cutAt + 200, lanes);
    say(`the network of a host was cut; deliveries continued after ${backAt - cutAt} ms`);
    return (backAt - cutAt) / 1000;
  } finally {
    for (const step of undo.reverse()) await step().catch((error) => say(`closing the host: ${error}`));
  }
}

async function openPostgresTo(stage: Stage, range: string): Promise<void> {
  const { pool } = stage.cell.base.db;
  const { rows } = await pool.query<{ hba_file: string }>('show hba_file');
  await appendFile(rows[0]?.hba_file ?? '', `\nhost all all ${range} password\n`);
  await pool.query('select pg_reload_conf()');
}

function startGuest(stage: Stage, name: string) {
  const url = new URL(stage.cell.databaseUrl);
  url.hostname = hostAddress;
  return spawn('ip', ['netns', 'exec', name, process.execPath, 'src/main.ts', 'serve'], {
    cwd: join(import.meta.dirname, '../../..'),
    env: {
      PATH: process.env.PATH,
      DAYBOOK_DATABASE_URL: url.toString(),
      DAYBOOK_SECRET_KEYS: secretKeys,
      DAYBOOK_PORT: '8080',
      DAYBOOK_HOST: '0.0.0.0',
      DAYBOOK_BASE_URL: `http://${guestAddress}:8080`,
      ...envOf('worker'),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

async function pendingByLane(stage: Stage, accountId: string): Promise<number[]> {
  const { rows } = await stage.cell.base.db.pool.query<{ count: number }>(
    'select count(*)::int as count from delivery where account_id = $1 group by lane',
    [accountId],
  );
  return rows.map(({ count }) => count);
}

/** The time at which every slow consumer had received something after the given time. */
async function whenSent(stage: Stage, after: number, consumers: number): Promise<number> {
  for (const until = Date.now() + withinMs; Date.now() < until; await sleep(50)) {
    const all = (await stage.noted()).filter(([consumer, , at]) => consumer.startsWith('slow') && at > after);
    const first = Map.groupBy(all, ([consumer]) => consumer);
    if (first.size === consumers) return Math.max(...[...first.values()].map((of) => of[0]?.[2] ?? 0));
  }
  throw new Error(`Not every consumer received something within ${withinMs} ms.`);
}
