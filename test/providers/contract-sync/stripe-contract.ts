import { plainHttp } from '@daybook/connector-kit/conformance';
import type { Row } from '../../../connectors/stripe/contract-server/stripe-books.ts';
import { startStripeServer } from '../../../connectors/stripe/contract-server/stripe-server.ts';
import { placesOf } from '../../../connectors/stripe/src/money.ts';
import { createStripeConnector } from '../../../connectors/stripe/src/stripe-connector.ts';
import { dayMs } from '../../../src/base/durations.ts';
import { linkCompany } from '../linked-company.ts';
import { addTo, type Balances, type BookSizes, type ContractBooks } from './contract-books.ts';
import { syncAll } from './ledger-of-records.ts';

/** A Stripe with the limit of a sandbox: 25 requests a second. */
export async function openStripe({ invoices, isFast }: BookSizes): Promise<ContractBooks> {
  const server = await startStripeServer({ invoices, perSecond: isFast ? 1_000_000 : 25 });
  const { books, clock, key } = server;
  const all = () => books.list('invoices');
  const withStatus = (wanted: string) => all().filter(({ status }) => status === wanted);
  let count = 0;

  function edit(wanted: number, beganMs?: number): Map<string, string> {
    const notes = new Map<string, string>();
    for (const row of withStatus('open').slice(0, wanted)) {
      const note = `Edited ${++count}`;
      const seen = new Set(books.rows.events.keys());
      books.keep('invoices', { ...row, description: note });
      if (beganMs !== undefined)
        for (const event of books.rows.events.values())
          if (!seen.has(event.id)) event.created = Math.floor(beganMs / 1000);
      notes.set(row.id, note);
    }
    return notes;
  }
  const idsOf = (rows: Row[]) => rows.map(({ id }) => id);

  return {
    url: server.url,
    stop: server.stop,
    settings: (url) => ({ url }),
    link: async (app) => linkCompany(await app.account(), { platformKey: 'stripe', credentials: { apiKey: key } }),
    connector: (options) => createStripeConnector({ baseUrl: server.url, ...options }),
    access: { http: { ...plainHttp(), nowMs: clock.nowMs }, credentials: { apiKey: key } },
    nowMs: clock.nowMs,
    advance: clock.advance,
    invoiceIds: () => idsOf(all()),
    edit: (wanted) => edit(wanted),
    editLate: edit,
    delete(wanted) {
      const rows = withStatus('draft').slice(0, wanted);
      for (const { id } of rows) books.remove('invoices', id);
      return idsOf(rows);
    },
    deleteAt(wanted, atMs) {
      const rows = withStatus('draft').slice(0, wanted);
      for (const { id } of rows) books.remove('invoices', id);
      // Stripe has forgotten events of more than 30 days ago.
      for (const [id, event] of books.rows.events)
        if (atMs < clock.nowMs() - 30 * dayMs && event.type === 'invoice.deleted') books.rows.events.delete(id);
      return idsOf(rows);
    },
    cursorAt: (ms) => String(Math.floor(ms / 1000)),
    limits: () => ({
      refused: server.requests.filter(({ status }) => status === 429).length,
      mostAtOnce: server.mostAtOnce(),
      allowedAtOnce: server.limits.atOnce,
    }),
    void(wanted) {
      const rows = withStatus('open').slice(-wanted);
      for (const row of rows) books.keep('invoices', { ...row, status: 'void' });
      return idsOf(rows);
    },
    push: {
      dataType: 'customers',
      record: (name) => ({ customerName: name }),
      matches: ({ method, path }) => method === 'POST' && path === '/v1/customers',
      names: () => books.list('customers').map(({ name }) => String(name)),
    },
    /** The balances of Stripe's own report, and the sums of the balance transactions, both in minor units. */
    async compareBalances(company) {
      const records = await syncAll(company, ['bankAccounts', 'bankTransactions']);
      const minor = (id: string, amount: number) => Math.round(amount * 10 ** placesOf(id.replace('balance_', '')));
      const theirs: Balances = new Map();
      const ours: Balances = new Map();
      const fromDocuments: Balances = new Map();
      const answer = await fetch(`${server.url}/v1/balance`, { headers: { authorization: `Bearer ${key}` } });
      const { available, pending } = (await answer.json()) as Record<string, { amount: number; currency: string }[]>;
      for (const { amount, currency } of [...(available ?? []), ...(pending ?? [])])
        addTo(theirs, `balance_${currency}`, amount);
      for (const [id, { balance }] of records.bankAccounts ?? []) addTo(ours, id, minor(id, balance));
      for (const { bankAccountRef, amount } of records.bankTransactions?.values() ?? [])
        addTo(fromDocuments, bankAccountRef.id, minor(bankAccountRef.id, amount));
      return { theirs, ours, fromDocuments };
    },
  };
}
