import type { Random } from '../../insights/random-books.ts';
import { type BookType, type Platform, readMoment, type Wire } from './platform.ts';

/** What people do in the accounting system: they enter, edit, backdate, pay and delete. Returns what was done, by kind. */
export async function workOnBooks(platform: Platform, random: Random, count: number): Promise<Record<string, number>> {
  const done: Record<string, number> = {};
  for (let n = 0; n < count; n++) {
    const kind = random.pick(kinds);
    if (await deeds[kind](platform, random)) done[kind] = (done[kind] ?? 0) + 1;
  }
  platform.now = await readMoment(platform.client, platform.now);
  return done;
}

type Deed = (platform: Platform, random: Random) => Promise<boolean>;

const ratesOf: Record<string, string> = { EUR: '1', USD: '0.8731', GBP: '1.1525' };
const currencies = ['EUR', 'EUR', 'USD', 'GBP'];
const dayOf = ({ below }: Random, days = 700) =>
  new Date(Date.UTC(2026, 11, 5) - below(days) * 86_400_000).toISOString().slice(0, 10);
const amount = ({ below, pick }: Random) => `${1 + below(9000)}${pick(['', '.5', '.25', '.01', '.99'])}`;

const accountOf = ({ now }: Platform, random: Random, kind: string) =>
  random.pick([...now.accounts.values()].filter((one) => one.kind === kind)).id;

/** Bodies are texts, so that an amount is sent with the digits that it has here. */
const write = async ({ client }: Platform, method: 'POST' | 'PUT' | 'DELETE', path: string, body?: string) => {
  const { status } = await client.send(method, path, body);
  return status < 300;
};

function money(random: Random): string {
  const currency = random.pick(currencies);
  return `"currency":"${currency}","exchange_rate":${ratesOf[currency]}`;
}

function documentText(platform: Platform, random: Random, party: 'customer' | 'supplier', own: string): string {
  const kind = party === 'customer' ? 'revenue' : 'cost';
  const line = () =>
    `{"text":"work","unit_price":${amount(random)},"quantity":${1 + random.below(5)},"account":"${accountOf(platform, random, kind)}","tax_rate":"${random.pick(platform.parties.taxRates)}"}`;
  const lines = Array.from({ length: 1 + random.below(3) }, line);
  const state = random.chance(15) ? ',"state":"draft"' : '';
  return `{${own},"issued_on":"${dayOf(random)}",${money(random)},"lines":[${lines}]${state}}`;
}

const partyText = (platform: Platform, random: Random, party: 'customer' | 'supplier') =>
  `"${party}":"${random.pick(platform.parties[`${party}s`])}"`;

/** A document that can still be edited and paid. */
const openOne = ({ now }: Platform, random: Random, type: 'invoices' | 'bills', states: string[]): Wire => {
  const found = [...now[type].values()].filter(({ state }) => states.includes(state));
  return found.length > 0 ? random.pick(found) : undefined;
};

const enter =
  (type: 'invoices' | 'bills' | 'creditNotes', party: 'customer' | 'supplier'): Deed =>
  (platform, random) =>
    write(platform, 'POST', type, documentText(platform, random, party, partyText(platform, random, party)));

const pay =
  (type: 'invoices' | 'bills', payments: string, party: string): Deed =>
  async (platform, random) => {
    const one = openOne(platform, random, type, ['open', 'part_paid']);
    if (!one) return false;
    const link = `{"kind":"${type.slice(0, -1)}","id":"${one.id}","amount":${one.open_amount}}`;
    const body = `{"${party}":"${one[party].id}","account":"${accountOf(platform, random, 'asset')}","paid_on":"${dayOf(random, 90)}","currency":"${one.currency}","exchange_rate":${one.exchange_rate},"amount":${one.open_amount},"applied_to":[${link}]}`;
    return write(platform, 'POST', payments, body);
  };

const edit =
  (type: 'invoices' | 'bills', party: 'customer' | 'supplier'): Deed =>
  async (platform, random) => {
    const one = openOne(platform, random, type, ['open', 'draft']);
    const body = one && documentText(platform, random, party, `"${party}":"${one[party].id}"`);
    return one !== undefined && write(platform, 'PUT', `${type}/${one.id}`, body);
  };

const remove =
  (type: 'invoices' | 'bills'): Deed =>
  async (platform, random) => {
    const one = openOne(platform, random, type, ['open', 'draft']);
    return one !== undefined && write(platform, 'DELETE', `${type}/${one.id}`);
  };

/** The sandbox's own changes also reach what no client may edit, such as payments and journal entries. */
const changeAny: Deed = async ({ company, control }, random) => {
  const types: BookType[] = [
    'billCreditNotes',
    'creditNotes',
    'payments',
    'billPayments',
    'journalEntries',
    'invoices',
  ];
  const [update, create, remove] = [random.below(3), random.below(2), random.below(2)];
  if (update + create + remove === 0) return false;
  await control.change(company, { type: random.pick(types), update, create, delete: remove, seed: random.below(1e6) });
  return true;
};

const deeds = {
  invoice: enter('invoices', 'customer'),
  bill: enter('bills', 'supplier'),
  creditNote: enter('creditNotes', 'customer'),
  async journalEntry(platform, random) {
    const currency = random.pick(currencies);
    const [whole, account] = [
      amount(random),
      () => accountOf(platform, random, random.pick(['asset', 'cost', 'equity'])),
    ];
    const line = (sign: string) => `{"account":"${account()}","amount":${sign}${whole},"currency":"${currency}"}`;
    return write(
      platform,
      'POST',
      'journalEntries',
      `{"posted_on":"${dayOf(random)}","lines":[${line('')},${line('-')}]}`,
    );
  },
  payment: pay('invoices', 'payments', 'customer'),
  billPayment: pay('bills', 'billPayments', 'supplier'),
  editInvoice: edit('invoices', 'customer'),
  editBill: edit('bills', 'supplier'),
  deleteInvoice: remove('invoices'),
  deleteBill: remove('bills'),
  any: changeAny,
} satisfies Record<string, Deed>;
const kinds = Object.keys(deeds) as (keyof typeof deeds)[];
