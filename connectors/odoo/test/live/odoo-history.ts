import { setTimeout as sleep } from 'node:timers/promises';
import {
  judgeProofs,
  type ProofsOfHistory,
  type ProvenStage,
  publishedKey,
} from '../../../../test/chaos/books/judge-proofs.ts';
import type { ProofTally } from '../../../../test/chaos/books/tally.ts';
import { type Random, randomFrom } from '../../../../test/insights/random-books.ts';
import { type FaultProxy, type ProxyFault, startFaultProxy } from '../../../../test/providers/fault-proxy.ts';
import { type LinkedCompany, linkCompany } from '../../../../test/providers/linked-company.ts';
import { OdooBooks } from './odoo-books.ts';
import { bookEntry, makeDraft, makePosted, pay, today } from './odoo-changes.ts';
import {
  differsFrom,
  inCents,
  type Moment,
  type MomentType,
  momentTypes,
  readMoment,
  restated,
  type Shown,
} from './odoo-moment.ts';
import { newBooks } from './odoo-server.ts';

/** What all histories have done and found. The lists of texts must stay empty. */
export type HistoryTally = ProofTally & {
  histories: number;
  syncs: number;
  failedSyncs: number;
  snapshots: number;
  restated: number;
  /** Invoices and entries in the currency that is not the company's. */
  inOtherCurrency: number;
  different: string[];
};

type Taken = { snapshotId: string; moment: Moment };
type History = {
  stage: ProvenStage;
  tally: HistoryTally;
  name: string;
  random: Random;
  database: string;
  proxy: FaultProxy;
  books: OdooBooks;
  company: LinkedCompany;
  /** What Odoo had when the latest completed sync read it. */
  shown: Partial<Record<MomentType, Moment>>;
  published: Map<string, Moment>;
  taken: Taken[];
};

const rounds = 4;

/**
 * Rounds of work of people in Odoo, of syncs that fail, and of syncs during which workers are killed. In the end each
 * snapshot must show what Odoo's tables held, restatements must be what was changed in them, and the bundle of each
 * published state must prove it.
 */
export async function playOdooHistory(stage: ProvenStage, seed: number, tally: HistoryTally): Promise<void> {
  const place = await newBooks(50);
  const proxy = await startFaultProxy(place.url);
  try {
    const books = await OdooBooks.open(place);
    const credentials = { ...place, url: proxy.url };
    const company = await linkCompany(stage.account, { platformKey: 'odoo', credentials });
    const history: History = {
      ...{ stage, tally, proxy, books, company, shown: {}, published: new Map(), taken: [] },
      ...{ name: `history ${seed}`, random: randomFrom(seed), database: place.database },
    };
    await playRounds(history);
    await judgeSnapshots(history);
    await judgeRestatements(history);
    await judgeProofs(proofsOf(history));
    tally.histories++;
  } finally {
    await proxy.stop();
  }
}

async function playRounds(history: History): Promise<void> {
  const { books, random } = history;
  const opening = await makePosted(books, { price: 77.5 });
  await syncAll(history, await readMoment(history.database));
  await takeSnapshot(history);
  await books.press('account.move', 'button_draft', [opening]);
  for (let round = 0; round < rounds; round++) {
    for (let n = 1 + random.below(3); n > 0; n--) await work(history);
    const moment = await readMoment(history.database);
    for (let n = random.below(3); n > 0; n--) await syncWithFault(history, random.pick(momentTypes), moment);
    await syncAll(history, moment);
    await takeSnapshot(history);
  }
}

/** People enter, post, pay, correct and take back, in two currencies. Entries of a month before are backdated. */
async function work({ books, random, tally }: History): Promise<void> {
  const type = random.pick(['out_invoice', 'in_invoice'] as const);
  const currency = random.chance(40) ? 'EUR' : undefined;
  if (currency) tally.inOtherCurrency++;
  const price = 10 + random.below(500) + 0.25;
  const values = { type, price, currency };
  const posted = await makePosted(books, values);
  if (random.chance(40)) await pay(books, await makePosted(books, values), price / 2);
  if (random.chance(50)) await bookEntry(books, price);
  if (random.chance(40)) {
    const draft = await makeDraft(books, values);
    const month = new Date(Date.now() - 40 * 86_400_000).toISOString().slice(0, 10);
    await books.write('account.move', [draft], { invoice_date: month, date: month });
    await books.press('account.move', 'action_post', [draft]);
  }
  if (random.chance(20)) await books.delete('account.move', [await makeDraft(books, values)]);
  // Taken back to a draft, it is no longer in the ledger; half of them are posted again with another amount.
  await books.press('account.move', 'button_draft', [posted]);
  if (random.chance(50)) return;
  const line = await books.first('account.move.line', [
    ['move_id', '=', posted],
    ['display_type', '=', 'product'],
  ]);
  await books.write('account.move', [posted], { invoice_line_ids: [[1, line, { price_unit: price + 1 }]] });
  await books.press('account.move', 'action_post', [posted]);
}

/** Full passes, since Odoo keeps no trace of what was deleted. A worker may be killed at any moment. */
async function syncAll(history: History, moment: Moment): Promise<void> {
  const ended = await Promise.all(
    momentTypes.map(async (type) => ({ type, sync: await history.company.sync(type, '?full=true') })),
  );
  for (const { type, sync } of ended) {
    if (sync.status !== 'Complete') throw new Error(`${type} of ${history.name} ended as ${JSON.stringify(sync)}`);
    await noteComplete(history, { type, syncId: sync.syncId, moment });
  }
}

type Ended = { type: MomentType; syncId: string; moment: Moment };

async function noteComplete(
  { stage, tally, shown, published }: History,
  { type, syncId, moment }: Ended,
): Promise<void> {
  const [row] = await stage.query<{ generation: number | null }>('select generation from sync where sync_id = $1', [
    syncId,
  ]);
  tally.syncs++;
  shown[type] = moment;
  if (row?.generation) published.set(publishedKey(type, row.generation), moment);
}

const faults: readonly ProxyFault[] = ['failing', 'garbage', 'truncated', 'lost', 'hanging', 'rateLimited'];

/** The platform fails from some request on. Nothing of the sync may be seen, unless it had all that it needed before. */
async function syncWithFault(history: History, type: MomentType, moment: Moment): Promise<void> {
  const { stage, company, proxy, random, shown, tally, name } = history;
  proxy.order({ fault: random.pick(faults), matches: () => true, skip: random.below(5) });
  const asked = await stage.account.send(`POST ${company.path}/data/queue/${type}?full=true`);
  const { syncId } = asked.body;
  const at = `${company.path}/data/history/${syncId}`;
  let sync = asked.body;
  for (const until = Date.now() + 120_000; sync.completed === undefined; await sleep(150)) {
    sync = (await stage.account.send(`GET ${at}`)).body;
    if (sync.status === 'Waiting') await stage.account.send(`POST ${at}/cancel`);
    if (Date.now() > until) throw new Error(`${type} of ${name} does not end: ${JSON.stringify(sync)}`);
  }
  proxy.clear();
  if (sync.status === 'Complete') return noteComplete(history, { type, syncId, moment });
  tally.failedSyncs++;
  const before = shown[type];
  if (before)
    note(history, `after a sync that ended as ${sync.status}`, differsFrom(before, type, await read(history, type)));
}

function note({ tally, name }: History, when: string, difference: string | undefined): void {
  if (difference !== undefined) tally.different.push(`${name}, ${when}: ${difference.slice(0, 2000)}`);
}

async function read({ stage, company }: History, type: string, snapshotId?: string): Promise<Shown[]> {
  const at = snapshotId === undefined ? '' : `&snapshot=${snapshotId}`;
  return recordsIn(stage, `${company.path}/data/${type}?pageSize=5000${at}`);
}

async function recordsIn({ account }: ProvenStage, path: string): Promise<Shown[]> {
  const answer = await account.send(`GET ${path}`);
  if (answer.status !== 200) throw new Error(`${path}: ${answer.text}`);
  if (answer.body._links.next) throw new Error(`${path} has more than one page.`);
  return answer.body.results;
}

async function takeSnapshot({ stage, company, shown, taken, tally }: History): Promise<void> {
  const { body, text, status } = await stage.account.send(`POST ${company.path}/snapshots`, { body: {} });
  if (status !== 201 || !shown.invoices) throw new Error(`No snapshot was taken: ${text}`);
  taken.push({ snapshotId: body.snapshotId, moment: shown.invoices });
  tally.snapshots++;
}

/** Read last: what is published after a snapshot must not show in it. */
async function judgeSnapshots(history: History): Promise<void> {
  for (const { snapshotId, moment } of history.taken)
    for (const type of momentTypes)
      note(history, `snapshot ${snapshotId}`, differsFrom(moment, type, await read(history, type, snapshotId)));
}

/** Between the first snapshot and each other one. */
async function judgeRestatements(history: History): Promise<void> {
  const { stage, company, taken, tally } = history;
  const [first, ...later] = taken;
  if (!first) return;
  for (const { snapshotId, moment } of later) {
    const query = `fromSnapshot=${first.snapshotId}&toSnapshot=${snapshotId}&closedOn=${today()}`;
    const rows = await recordsIn(stage, `${company.path}/restatements/records?${query}&pageSize=5000`);
    const shown = rows
      .filter(({ dataType }) => dataType === 'journalEntries')
      .map(({ id, change, difference }) => `${id} ${change} ${inCents(difference)}`)
      .sort();
    const wanted = restated(first.moment, moment);
    if (!wanted.some((row) => row.includes('deleted'))) throw new Error('The opening invoice was taken back.');
    tally.restated += wanted.length;
    if (shown.join() !== wanted.join()) note(history, `restatements of ${snapshotId}`, `${shown} instead of ${wanted}`);
  }
}

function proofsOf({ stage, name, company, random, tally, published }: History): ProofsOfHistory {
  return {
    ...{ stage, name, companyPath: company.path, random, tally },
    differs({ dataType, generation, records }) {
      const moment = published.get(publishedKey(dataType, generation));
      return moment ? differsFrom(moment, dataType as MomentType, records) : 'no completed sync has written it';
    },
  };
}
