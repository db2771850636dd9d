import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isTarget, noteDone, openLedger } from '../chaos/ledger.ts';
import { noCounts, sendWrites, type Writer } from '../chaos/send-writes.ts';
import { makeAccount } from '../chaos/upgrade/make-accounts.ts';
import type { Send } from '../client.ts';
import type { TestAccount } from '../harness.ts';
import {
  type Books,
  checkStanding,
  closeBooks,
  type Judged,
  nothingJudged,
  openBooks,
  openStanding,
  pushOnce,
  syncOnce,
} from './books.ts';
import type { Gate } from './gate.ts';
import { note, Recorded, type Seen } from './patient-client.ts';
import { origin, type Stage } from './stage.ts';

/** Clients of every kind, at a rate that leaves most of the machine free. */
export type Traffic = {
  accounts: { older: TestAccount; writes: TestAccount; books: TestAccount };
  writer: Writer;
  /** Companies that were created in the account of the older webhooks; those that still exist are in `live`. */
  older: { created: Set<string>; live: string[] };
  judged: Judged;
  counts: { walks: number; pages: number; changes: number; signIns: number; booksOpened: number };
  stop(): Promise<void>;
};

/** So many companies of the writers and of the older webhooks exist: the oldest is deleted when there are more. */
const liveMax = 40;
const pagesMax = 20;

type Options = { client: Send; seen: Seen; gate: Gate; booksMs: number };

export async function startTraffic(stage: Stage, { client, seen, gate, booksMs }: Options): Promise<Traffic> {
  const accounts = {
    older: await makeAccount({ ...stage, client }, { name: 'older', webhooks: 'older' }),
    writes: await makeAccount({ ...stage, client }, { name: 'writes', webhooks: 'newer' }),
    books: await makeAccount({ ...stage, client }, { name: 'books', webhooks: 'newer' }),
  };
  const notifiers = { webhook: stage.receiver('older') };
  await accounts.older.send('POST /rules', { body: { type: 'company.created', notifiers } });
  for (const name of ['writes', 'books'] as const)
    await accounts[name].send('POST /webhooks/consumers', {
      body: { name, url: stage.receiver(name), eventTypes: ['*'] },
    });
  const person = { email: 'soak@example.com', password: randomBytes(12).toString('hex') };
  await stage.command(
    ['person', 'create', person.email, '--account', accounts.books.accountId, '--password-stdin'],
    person.password,
  );
  const writer: Writer = {
    get url() {
      return stage.nextUrl();
    },
    keys: [accounts.writes.key],
    ledger: openLedger(1),
    ready: () => Promise.resolve(),
    expectsOutages: true,
    counts: noCounts(),
  };
  let isEnding = false;
  /** Repeats one kind of traffic. */
  async function repeat(pauseMs: number, work: () => Promise<unknown>): Promise<void> {
    while (!isEnding) {
      await gate.pass(() =>
        work().catch((error: Error) => {
          if (!(error instanceof Recorded)) note(seen, String(error.stack).slice(0, 400));
        }),
      );
      for (const until = Date.now() + pauseMs; Date.now() < until && !isEnding; ) await sleep(100);
    }
  }
  const traffic: Traffic = {
    ...{ accounts, writer, older: { created: new Set(), live: [] }, judged: nothingJudged() },
    counts: { walks: 0, pages: 0, changes: 0, signIns: 0, booksOpened: 0 },
    async stop() {
      isEnding = true;
      await running;
      await closeBooks(stage, accounts.books, { books, found: traffic.judged });
      await checkStanding(stage, { standing, found: traffic.judged });
    },
  };
  const open = () => openBooks(accounts.books, ++traffic.counts.booksOpened);
  const standing = await openStanding(accounts.books);
  let books: Books = await open();
  let openedAt = Date.now();
  const replaceBooks = async () => {
    if (Date.now() - openedAt < booksMs) return;
    const old = books;
    books = await open();
    openedAt = Date.now();
    // The loops may still be using the old ones.
    await sleep(2000);
    await closeBooks(stage, accounts.books, { books: old, found: traffic.judged });
  };
  const usePortal = openPortal(client, { person, counts: traffic.counts });
  const running = Promise.all([
    repeat(1000, () => sendWrites(writer, { count: 2, atOnce: 2 })),
    repeat(1000, () => deleteOldest(accounts.writes, writer)),
    repeat(4000, () => pushOnce(accounts.books, books)),
    repeat(6000, () => syncOnce(stage, books)),
    repeat(6000, () => syncOnce(stage, standing)),
    repeat(5000, replaceBooks),
    repeat(5000, () => walk(accounts.writes, '/companies?pageSize=10', { seen, traffic })),
    repeat(5000, () => walk(accounts.books, `${books.synced.path}/data/invoices?pageSize=20`, { seen, traffic })),
    repeat(9000, () => walk(accounts.writes, '/webhooks/messages?pageSize=50', { seen, traffic })),
    repeat(3000, followChanges(accounts.books, traffic)),
    repeat(3000, () => createOlder(accounts.older, traffic)),
    repeat(3000, usePortal),
  ]);
  return traffic;
}

/** The companies that the writers create would otherwise only become more. */
async function deleteOldest(account: TestAccount, { ledger }: Writer): Promise<void> {
  const live = ledger.subjects.filter(isTarget);
  for (const subject of live.slice(0, Math.max(0, live.length - liveMax))) {
    if (!isTarget(subject)) continue;
    subject.isBusy = true;
    await account.send(`DELETE /companies/${subject.companyId}`);
    noteDone(ledger, subject, 'deleted');
    subject.isBusy = false;
  }
}

async function createOlder({ send }: TestAccount, { older }: Traffic): Promise<void> {
  const { body } = await send('POST /companies', { body: { name: 'older' } });
  older.created.add(body.companyId);
  older.live.push(body.companyId);
  if (older.live.length > liveMax) await send(`DELETE /companies/${older.live.shift()}`);
}

type Page = { results: Record<string, unknown>[]; totalResults: number; _links: { next?: { href: string } } };

/** Follows the links of a list. Each record must appear once, and the total must stay the same. */
async function walk(
  { send }: TestAccount,
  from: string,
  { seen, traffic: { counts } }: { seen: Seen; traffic: Traffic },
): Promise<void> {
  const ids: unknown[] = [];
  let total: number | undefined;
  let [next, pages]: [string | undefined, number] = [from, 0];
  for (; next && pages < pagesMax; pages++) {
    const { body }: { body: Page } = await send(`GET ${next}`);
    ids.push(...body.results.map(({ companyId, messageId, id }) => messageId ?? id ?? companyId));
    total ??= body.totalResults;
    if (body.totalResults !== total) note(seen, `${from}: the total changed from ${total} to ${body.totalResults}`);
    next = body._links.next?.href;
  }
  counts.walks++;
  counts.pages += pages;
  if (new Set(ids).size !== ids.length) note(seen, `${from}: a record appears twice`);
}

/** Reads on where the last read ended. */
function followChanges({ send }: TestAccount, { counts }: Traffic): () => Promise<void> {
  let after: string | undefined;
  return async () => {
    const { body } = await send(`GET /changes${after === undefined ? '' : `?after=${after}`}`);
    after = body.next;
    counts.changes += body.results?.length ?? 0;
  };
}

const signInEvery = 15;

/** A person who signs in now and then and uses the newest session. */
function openPortal(
  send: Send,
  { person, counts }: { person: { email: string; password: string }; counts: Traffic['counts'] },
): () => Promise<void> {
  let [cookie, turn] = ['', 0];
  return async () => {
    if (turn++ % signInEvery === 0) {
      const answer = await send('POST /session', { body: person, headers: { origin } });
      counts.signIns++;
      cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    }
    const headers = { origin, cookie };
    await send('GET /session', { headers });
    await send('GET /companies?pageSize=5', { headers });
  };
}
