import { randomInt, randomUUID } from 'node:crypto';
import { say } from '../../../bench/report.ts';
import { controlSandbox } from '../../../sandbox/test/control-sandbox.ts';
import type { Send } from '../../client.ts';
import { newBill, newCustomer, newInvoice, newJournalEntry } from '../../push/records.ts';
import { type Seen as Steady, sendSteadily } from '../../ship/send-steadily.ts';
import { host } from '../../ship/start-proxies.ts';
import { waitFor } from '../../wait-for.ts';
import { keepDoing } from '../keep-doing.ts';
import { openLedger } from '../ledger.ts';
import type { PushCompany } from '../pushes/open-stage.ts';
import { noCounts, sendWrites, type Writer } from '../send-writes.ts';
import { note, openClient, type Seen } from './client.ts';
import type { Accounts } from './make-accounts.ts';
import type { Stage } from './open-stage.ts';

/** All clients together; they go on until `stop`, whatever happens to the processes. */
export type Traffic = {
  writer: Writer;
  /** Ids of the pushes that were accepted. */
  pushes: Set<string>;
  syncs: number;
  /** How many of them were seen to wait. */
  syncWaits: number;
  signIns: number;
  pages: number;
  stop(): Promise<Steady>;
};

/** Sent whether or not the earlier ones have been answered; the others wait, so a slow machine sends fewer. */
const steadyPerSecond = 15;
const sessionsKept = 12;
const pagesMax = 10;
const syncWithinMs = 120_000;

export function sendTraffic(stage: Stage, accounts: Accounts, seen: Seen): Traffic {
  const { older } = accounts;
  const steady = sendSteadily(stage.proxy, {
    ...{ key: older.key, companyId: older.companyId },
    ...{ perSecond: steadyPerSecond, hasUnkeyedWrites: true },
  });
  const writer: Writer = {
    url: stage.url,
    keys: [accounts.writes.key],
    ledger: openLedger(1),
    ready: () => Promise.resolve(),
    counts: noCounts(),
  };
  const doing = keepDoing(seen);
  const traffic: Traffic = {
    writer,
    pushes: new Set(),
    syncs: 0,
    syncWaits: 0,
    signIns: 0,
    pages: 0,
    async stop() {
      const [seenSteadily] = await Promise.all([steady.stop(), doing.stop()]);
      return seenSteadily;
    },
  };
  const portal = usePortal(openClient(stage.url, seen), accounts, { origin: `https://${host}`, traffic });
  doing.repeat(250, () => sendWrites(writer, { count: 8, atOnce: 4 }));
  doing.repeat(400, () => pushOne(accounts, traffic));
  doing.repeat(200, () => syncOnce(stage, accounts, { seen, traffic }));
  doing.repeat(300, () => readPages(accounts, { seen, traffic }));
  doing.repeat(150, portal);
  return traffic;
}

export async function pushOne(
  { books, pushed }: Pick<Accounts, 'books' | 'pushed'>,
  { pushes }: Pick<Traffic, 'pushes'>,
): Promise<void> {
  const n = pushes.size;
  const company = pushed[n % pushed.length] as PushCompany;
  const { references, path, connectionId } = company;
  const records: [string, object][] = [
    ['invoices', newInvoice(references, n)],
    ['bills', newBill(references, n)],
    ['customers', newCustomer(n)],
    ['journalEntries', newJournalEntry(references, n)],
  ];
  const [dataType, body] = records[n % records.length] as [string, object];
  const headers: Record<string, string> = n % 2 ? { 'idempotency-key': randomUUID() } : {};
  const answer = await books.send(`POST ${path}/connections/${connectionId}/push/${dataType}`, { body, headers });
  pushes.add(answer.body.pushId);
}

/** Changes the books at the platform, syncs them, and looks at the outcome. */
export async function syncOnce(
  stage: Pick<Stage, 'sandboxUrl'>,
  { synced }: Accounts,
  { seen, traffic }: { seen: Seen; traffic: Pick<Traffic, 'syncs' | 'syncWaits'> },
): Promise<void> {
  const seed = traffic.syncs + 1;
  await controlSandbox(stage.sandboxUrl).change(synced.name, { type: 'invoices', update: 5, create: 2, seed });
  let sync = await synced.sync('invoices');
  traffic.syncs++;
  if (sync.completed === undefined && traffic.syncWaits++ === 0) say(`a sync waits: ${JSON.stringify(sync)}`);
  // A sync may wait, for example for the platform's request limit. It must end nevertheless.
  await waitFor(async () => {
    sync = await synced.read(sync.syncId);
    return sync.completed !== undefined;
  }, syncWithinMs);
  if (sync.status !== 'Complete') note(seen, 'unexpected', `a sync ended as ${sync.status}`);
}

/** Follows cursors, which one release has made and another one may read, and filters a data set. */
export async function readPages(
  { writes, books, pushed }: Accounts,
  { seen, traffic }: { seen: Seen; traffic: Pick<Traffic, 'pages'> },
): Promise<void> {
  let [next, pages, ids]: [string | undefined, number, string[]] = ['/companies?pageSize=20', 0, []];
  for (; next && pages < pagesMax; pages++) {
    const { body }: { body: Page } = await writes.send(`GET ${next}`);
    ids = [...ids, ...body.results.map(({ companyId }) => companyId)];
    next = body._links.next?.href;
  }
  traffic.pages += pages;
  if (new Set(ids).size !== ids.length) note(seen, 'unexpected', 'a list shows a company twice');
  const filter = encodeURIComponent('status=paid');
  await books.send(`GET ${pushed[0]?.path}/data/invoices?pageSize=50&query=${filter}`);
}

type Page = { results: { companyId: string }[]; _links: { next?: { href: string } } };

/** A person who signs in now and then, and uses the sessions of earlier sign-ins, whichever release has made them. */
export function usePortal(
  send: Send,
  { person }: Accounts,
  { origin, traffic }: { origin: string; traffic: Pick<Traffic, 'signIns'> },
): () => Promise<void> {
  const cookies: string[] = [];
  let turn = 0;
  return async () => {
    if (turn++ % 25 === 0) {
      const answer = await send('POST /session', { body: person, headers: { origin } });
      traffic.signIns++;
      cookies.push((answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '');
      if (cookies.length > sessionsKept) cookies.shift();
    }
    const headers = { origin, cookie: cookies[randomInt(cookies.length)] ?? '' };
    await send('GET /session', { headers });
    await send('GET /companies?pageSize=5', { headers });
  };
}
