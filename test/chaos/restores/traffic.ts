import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '../../client.ts';
import { pushPath } from '../../push/pushing-company.ts';
import { newBill, newCustomer, newInvoice, newTransfer } from '../../push/records.ts';
import { waitFor } from '../../wait-for.ts';
import type { Linked, Stage } from './stage.ts';

/** What the client knows: every write that was acknowledged, with the time at which the response arrived. */
export type Acknowledged = { kind: 'company' | 'push' | 'sync'; path: string; id: string; atMs: number };
export type Traffic = {
  acknowledged: Acknowledged[];
  /** Positions in the change feed, with the time at which they were read. */
  bookmarks: { next: string; atMs: number }[];
  /** Number of transfers that the client asked for: the platform has neither a key nor a reference for them. */
  transfers: number;
  isOver: boolean;
  done: Promise<unknown>;
};

const pauseMs = 40;

/** Clients that create companies, push, request syncs and read the change feed until `isOver` is set. */
export function startTraffic(stage: Stage): Traffic {
  const traffic: Traffic = { acknowledged: [], bookmarks: [], transfers: 0, isOver: false, done: Promise.resolve() };
  const repeat = async (step: (n: number) => Promise<void>) => {
    for (let n = 0; !traffic.isOver; n++) {
      // After the loss, requests fail or return 503: they are not acknowledged.
      await step(n).catch(() => {});
      await sleep(pauseMs);
    }
  };
  traffic.done = Promise.all([
    repeat((n) => createCompany(stage, traffic, n)),
    repeat((n) => pushOne(stage, traffic, n)),
    repeat((n) => syncOne(stage, traffic, n)),
    repeat(() => readChanges(stage, traffic)),
  ]);
  return traffic;
}

function note(traffic: Traffic, answer: Answer, kind: Acknowledged['kind'], of: { path: string; id: string }): void {
  if (answer.status < 300) traffic.acknowledged.push({ kind, ...of, atMs: Date.now() });
}

async function createCompany({ account }: Stage, traffic: Traffic, n: number): Promise<void> {
  const answer = await account.send('POST /companies', { body: { name: `Company ${n}` }, unchecked: true });
  const id = answer.body?.companyId;
  note(traffic, answer, 'company', { path: `/companies/${id}`, id });
}

/** Pushes a record of the given kind, or of each kind in turn. */
async function pushOne(stage: Stage, traffic: Traffic, n: number): Promise<void> {
  const company = stage.companies[n % stage.companies.length] as Stage['held'];
  await sendPush(stage, traffic, company, n);
  await sleep(4 * pauseMs);
}

async function sendPush({ account }: Stage, traffic: Traffic, company: Stage['held'], n: number): Promise<void> {
  const records: [string, object][] = [
    ['invoices', newInvoice(company.references, n)],
    ['bills', newBill(company.references, n)],
    ['transfers', newTransfer(company.references, n)],
    ['customers', newCustomer(n)],
  ];
  const [dataType, body] = records[Math.floor(n / 3) % records.length] as [string, object];
  if (dataType === 'transfers') traffic.transfers++;
  const answer = await account.send(`POST ${pushPath(company, dataType)}`, { body, unchecked: true });
  const id = answer.body?.pushId;
  note(traffic, answer, 'push', { path: `${company.path}/push/${id}`, id });
}

async function syncOne(stage: Stage, traffic: Traffic, n: number): Promise<void> {
  const company = stage.companies[n % stage.companies.length] as Stage['held'];
  await stage.control.change(company.name, { type: 'customers', update: 2, seed: n });
  const answer = await stage.account.send(`POST ${company.path}/data/queue/customers`, { unchecked: true });
  const id = answer.body?.syncId;
  note(traffic, answer, 'sync', { path: `${company.path}/data/history/${id}`, id });
  await sleep(10 * pauseMs);
}

async function readChanges({ account }: Stage, traffic: Traffic): Promise<void> {
  const after = traffic.bookmarks.at(-1)?.next ?? 'latest';
  const atMs = Date.now();
  const answer = await account.send(`GET /changes?after=${encodeURIComponent(after)}`, { unchecked: true });
  if (answer.status === 200) traffic.bookmarks.push({ next: answer.body.next, atMs });
  await sleep(10 * pauseMs);
}

/** Pushes that the platform puts off: they wait in the backup, and are sent after it, when the faults are cleared. */
export async function holdPushes(stage: Stage, traffic: Traffic): Promise<void> {
  await stage.control.fault({
    match: { company: stage.held.name, method: 'POST', path: '/v1/' },
    fault: { kind: 'status', status: 429, retryAfter: 1 },
  });
  // An invoice, which has a key at the platform; a bill, which has a reference; and a transfer, which has neither.
  for (const n of [0, 3, 6]) await sendPush(stage, traffic, stage.held, n);
}

/** Makes the platform reject the access tokens, so that a sync of this connection has to renew its tokens. */
export async function rotateToken(stage: Stage, { companyId, connectionId }: Linked): Promise<void> {
  const before = stage.xero.oauth.refreshes();
  stage.xero.oauth.expireAll();
  const path = `/companies/${companyId}/data/queue/taxRates?connectionId=${connectionId}`;
  const asked = await stage.account.send(`POST ${path}`);
  if (asked.status !== 202) throw new Error(`A sync was rejected: ${asked.text}`);
  await waitFor(async () => {
    const { body } = await stage.account.send(`GET /companies/${companyId}/data/history/${asked.body.syncId}`);
    if (body.completed !== undefined && body.status !== 'Complete') throw new Error(JSON.stringify(body));
    return body.status === 'Complete';
  }, 60_000);
  if (stage.xero.oauth.refreshes() === before) throw new Error('The token was not renewed.');
}
