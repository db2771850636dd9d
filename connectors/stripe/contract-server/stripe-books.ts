import { randomBytes } from 'node:crypto';
import type { ContractClock } from '../../../test/contract-servers/contract-server.ts';

/** The objects of one Stripe account, in Stripe's own format. */
export type Row = Record<string, unknown> & { id: string; object: string; created: number };
export type Collection =
  | 'customers'
  | 'products'
  | 'prices'
  | 'tax_rates'
  | 'invoices'
  | 'invoice_payments'
  | 'credit_notes'
  | 'charges'
  | 'refunds'
  | 'disputes'
  | 'balance_transactions'
  | 'payouts'
  | 'events';

type Kind = { prefix: string; object: string; event?: string };

/** `event`: how the names of events about these objects begin. */
const kinds: Record<Collection, Kind> = {
  customers: { prefix: 'cus', object: 'customer', event: 'customer' },
  products: { prefix: 'prod', object: 'product', event: 'product' },
  prices: { prefix: 'price', object: 'price', event: 'price' },
  tax_rates: { prefix: 'txr', object: 'tax_rate', event: 'tax_rate' },
  invoices: { prefix: 'in', object: 'invoice', event: 'invoice' },
  invoice_payments: { prefix: 'inpay', object: 'invoice_payment' },
  credit_notes: { prefix: 'cn', object: 'credit_note', event: 'credit_note' },
  charges: { prefix: 'ch', object: 'charge', event: 'charge' },
  refunds: { prefix: 're', object: 'refund', event: 'refund' },
  disputes: { prefix: 'dp', object: 'dispute', event: 'charge.dispute' },
  balance_transactions: { prefix: 'txn', object: 'balance_transaction' },
  payouts: { prefix: 'po', object: 'payout', event: 'payout' },
  events: { prefix: 'evt', object: 'event' },
};
export const isCollection = (name: string): name is Collection => Object.hasOwn(kinds, name);

export type StripeBooks = {
  rows: Record<Collection, Map<string, Row>>;
  /** Customers that were deleted. Stripe still answers for them. */
  deletedCustomers: Set<string>;
  account: Record<string, unknown> & { id: string };
  /** The sums of the balance transactions, for each currency. */
  balance(): Record<'available' | 'pending', { amount: number; currency: string }[]>;
  /** Stores an object as Stripe would, with an event about it. */
  keep(collection: Collection, given: Record<string, unknown>): Row;
  remove(collection: Collection, id: string): void;
  /** Newest first, as every list of Stripe. */
  list(collection: Collection): Row[];
};

export const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`;

export function openBooks(clock: ContractClock): StripeBooks {
  const rows = Object.fromEntries(Object.keys(kinds).map((name) => [name, new Map()])) as StripeBooks['rows'];
  const deletedCustomers = new Set<string>();
  const nowS = () => Math.floor(clock.nowMs() / 1000);
  const places = new Map<string, number>();
  let count = 0;

  function store(collection: Collection, given: Record<string, unknown>): Row {
    const { prefix, object } = kinds[collection];
    const id = String(given.id ?? newId(prefix));
    const hasMode = !['refunds', 'balance_transactions'].includes(collection);
    const row = { ...given, id, object, created: Number(given.created ?? nowS()), ...(hasMode && { livemode: false }) };
    if (!places.has(id)) places.set(id, count++);
    rows[collection].set(id, row);
    return row;
  }

  function note(type: string, row: Row): void {
    store('events', {
      // An event keeps the object as it was, in the form of the API version of the account, which may be an old one.
      ...{ type, api_version: '2024-06-20', data: { object: { ...row, lines: undefined } }, pending_webhooks: 0 },
      request: { id: null, idempotency_key: null },
    });
  }

  return {
    rows,
    deletedCustomers,
    account: {
      ...{ id: newId('acct'), object: 'account', country: 'US', default_currency: 'usd', email: 'books@example.com' },
      business_profile: { name: 'Rocket Rides', url: 'https://rocket.example' },
      company: { name: 'Rocket Rides Inc.', address: { line1: '1 Mill Lane', city: 'Portland', country: 'US' } },
      settings: {
        ...{ branding: {}, card_payments: {}, payments: {} },
        dashboard: { display_name: 'Rocket', timezone: 'Etc/UTC' },
      },
    },
    balance() {
      const all = [...rows.balance_transactions.values()];
      const sums = (wanted: string) =>
        [...Map.groupBy(all, (row) => String(row.currency))].map(([currency, own]) => {
          const fitting = own.filter(({ status }) => status === wanted);
          return { amount: fitting.reduce((sum, { net }) => sum + Number(net), 0), currency };
        });
      return { available: sums('available'), pending: sums('pending') };
    },
    keep(collection, given) {
      const isNew = !rows[collection].has(String(given.id));
      const row = store(collection, given);
      const { event } = kinds[collection];
      const first = collection === 'charges' ? 'succeeded' : 'created';
      if (event) note(`${event}.${isNew ? first : 'updated'}`, row);
      return row;
    },
    remove(collection, id) {
      const row = rows[collection].get(id);
      rows[collection].delete(id);
      if (collection === 'customers') deletedCustomers.add(id);
      if (row) note(`${kinds[collection].event}.deleted`, row);
    },
    list: (collection) =>
      [...rows[collection].values()].sort(
        (a, b) => b.created - a.created || (places.get(b.id) ?? 0) - (places.get(a.id) ?? 0),
      ),
  };
}
