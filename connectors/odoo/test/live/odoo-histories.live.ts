import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sum } from '@daybook/connector-kit';
import { type TestAccount, useApp } from '../../../../test/harness.ts';
import { randomFrom } from '../../../../test/insights/random-books.ts';
import { isQuick, tell } from '../../../../test/providers/figures.ts';
import { type LinkedCompany, linkCompany } from '../../../../test/providers/linked-company.ts';
import { OdooBooks } from './odoo-books.ts';
import { bookEntry, makeDraft, makePosted, pay, today } from './odoo-changes.ts';
import { inDatabase, newBooks, type OdooPlace } from './odoo-server.ts';

/** Random histories of books in a complete Odoo. What Odoo holds at a moment is read from its database. */
const rounds = isQuick ? 2 : 6;
const app = useApp({ config: { selfHostedPlatforms: ['odoo'], providerAllowedAddresses: ['127.0.0.0/8'] } });
const random = randomFrom(20_261_119);
const types = ['journalEntries', 'accounts', 'balanceSheet', 'profitAndLoss'];

let place: OdooPlace;
let books: OdooBooks;
let account: TestAccount;
let company: LinkedCompany;
before(async () => {
  place = await newBooks(50);
  books = await OdooBooks.open(place);
  account = await app.account();
  company = await linkCompany(account, { platformKey: 'odoo', credentials: place });
});

type Entry = { id: string; date: string; debits: string; content: string };
type Moment = { entries: Map<string, Entry>; balances: string[]; assets: number };
type Taken = { snapshotId: string; moment: Moment };

/**
 * The posted ledger. The balance sheet of a month is of its last day. Where Odoo's people are, the next day may have
 * begun, so an entry of now can be dated after today in UTC.
 */
async function readMoment(): Promise<Moment> {
  const rows = async <T>(text: string) => (await inDatabase(place.database, text)).rows as T[];
  const entries = await rows<Entry>(`select m.id::text, m.date::text,
      sum(greatest(l.balance, 0))::text as debits, concat_ws('|', m.name, m.ref, m.date,
        string_agg(concat_ws(',', l.account_id, l.balance, l.name, l.analytic_distribution), ';' order by l.id)) as content
    from account_move m join account_move_line l on l.move_id = m.id and l.account_id is not null
    where m.company_id = 1 and m.state = 'posted' group by m.id`);
  const balances = await rows<{ id: string; balance: string }>(`select l.account_id::text as id,
      sum(l.balance)::text as balance from account_move_line l
    where l.company_id = 1 and l.parent_state = 'posted' and l.account_id is not null group by l.account_id`);
  const [assets] = await rows<{ total: string }>(`select coalesce(sum(l.balance), 0)::text as total
    from account_move_line l join account_account a on a.id = l.account_id
    where l.company_id = 1 and l.parent_state = 'posted' and a.account_type like 'asset%'
      and date_trunc('month', l.date) <= '${today()}'`);
  return {
    entries: new Map(entries.map((entry) => [entry.id, entry])),
    balances: inCents(new Map(balances.map(({ id, balance }) => [id, balance]))),
    assets: Number(assets?.total),
  };
}

const inCents = (balances: Map<string, string>) =>
  [...balances]
    .filter(([, amount]) => Number(amount) !== 0)
    .map(([id, amount]) => `${id}: ${Number(amount).toFixed(2)}`)
    .sort();

/** People enter, post, pay, correct and take back. Entries of a month before are backdated. */
async function work(): Promise<void> {
  const type = random.pick(['out_invoice', 'in_invoice'] as const);
  const price = 10 + random.below(500) + 0.25;
  const posted = await makePosted(books, { type, price });
  if (random.chance(40)) await pay(books, await makePosted(books, { type, price }), price / 2);
  if (random.chance(50)) await bookEntry(books, price);
  if (random.chance(40)) {
    const draft = await makeDraft(books, { type, price });
    const month = new Date(Date.now() - 40 * 86_400_000).toISOString().slice(0, 10);
    await books.write('account.move', [draft], { invoice_date: month, date: month });
    await books.press('account.move', 'action_post', [draft]);
  }
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

async function take(): Promise<Taken> {
  for (const dataType of types) assert.equal((await company.sync(dataType, '?full=true')).status, 'Complete');
  const { body, text, status } = await account.send(`POST ${company.path}/snapshots`, { body: {} });
  assert.equal(status, 201, text);
  return { snapshotId: body.snapshotId, moment: await readMoment() };
}

// biome-ignore lint/suspicious/noExplicitAny: records of several data types.
async function recordsIn(path: string): Promise<any[]> {
  const answer = await account.send(`GET ${path}`);
  assert.equal(answer.status, 200, answer.text);
  assert.equal(answer.body._links.next, undefined, 'one page has all records');
  return answer.body.results;
}

test('P-BOOKS: snapshots of a changing Odoo tie with its ledger of the same moment, and restatements are what was changed in it', async () => {
  const taken: Taken[] = [];
  const opening = await makePosted(books, { price: 77.5 });
  taken.push(await take());
  await books.press('account.move', 'button_draft', [opening]);
  for (let round = 0; round < rounds; round++) {
    for (let n = 1 + random.below(3); n > 0; n--) await work();
    taken.push(await take());
  }
  for (const { snapshotId, moment } of taken) {
    const read = async (dataType: string) => {
      const all = await recordsIn(`${company.path}/data/${dataType}?snapshot=${snapshotId}&pageSize=5000`);
      return all.filter(({ metadata }) => !metadata.isDeleted);
    };
    const amounts = new Map<string, string[]>();
    for (const { journalLines } of await read('journalEntries'))
      for (const { accountRef, netAmount } of journalLines)
        amounts.set(accountRef.id, [...(amounts.get(accountRef.id) ?? []), String(netAmount)]);
    assert.deepEqual(inCents(new Map([...amounts].map(([id, all]) => [id, sum(all)]))), moment.balances);
    const accounts = (await read('accounts')).map(({ id, currentBalance }) => [id, String(currentBalance)] as const);
    assert.deepEqual(inCents(new Map(accounts)), moment.balances);
    const sheet = (await read('balanceSheet')).find(({ id }) => id === today().slice(0, 7));
    assert.equal(sheet?.assets.value.toFixed(2), moment.assets.toFixed(2));
  }
  const [first, last] = [taken[0], taken.at(-1)];
  assert.ok(first && last && first !== last);
  const query = `fromSnapshot=${first.snapshotId}&toSnapshot=${last.snapshotId}&closedOn=${today()}`;
  const rows = await recordsIn(`${company.path}/restatements/records?${query}&pageSize=5000`);
  const shown = rows
    .filter(({ dataType }) => dataType === 'journalEntries')
    .map(({ id, change, difference }) => `${id} ${change} ${Number(difference).toFixed(2)}`);
  assert.deepEqual(shown.sort(), restated(first.moment, last.moment));
  tell({ historiesSnapshots: taken.length, historiesRestated: shown.length });
});

/** What was changed in the ledger between two moments of the same day. */
function restated({ entries: then }: Moment, { entries: now }: Moment): string[] {
  const rows = [...new Set([...then.keys(), ...now.keys()])].flatMap((id) => {
    const [was, is] = [then.get(id), now.get(id)];
    if ((was ?? is ?? { date: '' }).date > today() || was?.content === is?.content) return [];
    const change = !was ? (is && is.date < today() ? 'backdated' : 'added') : is ? 'changed' : 'deleted';
    return `${id} ${change} ${(Number(is?.debits ?? 0) - Number(was?.debits ?? 0)).toFixed(2)}`;
  });
  assert.ok(rows.some((row) => row.includes('deleted')) && rows.length > 2, rows.join());
  return rows.sort();
}
