import type { ContractAnswer, ContractRequest } from '../../../test/contract-servers/contract-server.ts';
import { type Collection, newId, type Row, type StripeBooks } from './stripe-books.ts';
import { invalid, missing } from './stripe-refusals.ts';

/** Parameters that every list of Stripe has. */
const always = ['limit', 'starting_after', 'ending_before', 'expand[]'];
const times = ['created[gte]', 'created[gt]', 'created[lte]', 'created[lt]'];
const own: Partial<Record<Collection, readonly string[]>> = {
  invoices: [...times, 'customer', 'status'],
  invoice_payments: [...times, 'invoice', 'status'],
  credit_notes: [...times, 'customer', 'invoice'],
  charges: [...times, 'customer', 'payment_intent'],
  refunds: [...times, 'charge', 'payment_intent'],
  disputes: [...times, 'charge', 'payment_intent'],
  payouts: [...times, 'status', 'destination'],
  products: [...times, 'active'],
  prices: [...times, 'active', 'product'],
  customers: [...times, 'email'],
  balance_transactions: [...times, 'type', 'source', 'currency'],
  events: [...times, 'type', 'types[]'],
};
const inlineMax = 10;

/** `owner` is set for the lines of one invoice or credit note. */
export function listOf(
  books: StripeBooks,
  collection: Collection,
  { query, path }: ContractRequest,
  owner: string | undefined,
): ContractAnswer {
  const allowed = [...always, ...(owner ? [] : (own[collection] ?? times))];
  for (const name of query.keys())
    if (!allowed.includes(name.replace(/\[\d+\]$/, '[]')))
      return invalid(name, `Received unknown parameter: ${name}`, 'parameter_unknown');
  const limit = Number(query.get('limit') ?? 10);
  if (!Number.isInteger(limit) || limit < 1 || limit > 100)
    return invalid('limit', 'This value must be between 1 and 100.', 'parameter_invalid_integer');
  const types = valuesOf(query, 'types');
  if (types.length > 20) return invalid('types', 'The array must have at most 20 elements.');
  const row = owner === undefined ? undefined : books.rows[collection].get(owner);
  if (owner !== undefined && !row) return missing(collection, owner, 'id');
  const all = row ? (row.lines as Row[]) : books.list(collection).filter(filterOf(query, types));
  const [after, before] = [query.get('starting_after'), query.get('ending_before')];
  const placeOf = (id: string) => all.findIndex((one) => one.id === id);
  for (const [param, id] of Object.entries({ starting_after: after, ending_before: before }))
    if (id !== null && placeOf(id) === -1 && !books.rows[collection].has(id) && !row)
      return missing(collection, id, param, 400);
  const start = after !== null ? placeOf(after) + 1 : before !== null ? Math.max(0, placeOf(before) - limit) : 0;
  const end = before !== null ? placeOf(before) : start + limit;
  const data = all.slice(start, Math.min(end, start + limit));
  const has_more = before !== null ? start > 0 : end < all.length;
  const expand = valuesOf(query, 'expand').map((one) => one.replace(/^data\./, ''));
  const shown = row ? data : data.map((one) => show(books, collection, one, expand));
  return { status: 200, body: { object: 'list', data: shown, has_more, url: path } };
}

const valuesOf = (query: URLSearchParams, name: string) =>
  [...query].filter(([given]) => given.replace(/\[\d*\]$/, '') === name && given !== name).map(([, value]) => value);

function filterOf(query: URLSearchParams, types: string[]): (row: Row) => boolean {
  const bound = (name: string, otherwise: number) => Number(query.get(`created[${name}]`) ?? otherwise);
  const [gte, gt] = [bound('gte', 0), bound('gt', -1)];
  const [lte, lt] = [bound('lte', Number.MAX_SAFE_INTEGER), bound('lt', Number.MAX_SAFE_INTEGER)];
  const equal = [...query].filter(
    ([name]) => !/^(limit|starting_after|ending_before|expand|created|types)\b/.test(name),
  );
  return (row) =>
    row.created >= gte &&
    row.created > gt &&
    row.created <= lte &&
    row.created < lt &&
    (types.length === 0 || types.includes(String(row.type))) &&
    equal.every(([name, value]) => String(row[name]) === value);
}

export function shownRow(books: StripeBooks, collection: Collection, id: string, expand: string[]): ContractAnswer {
  if (collection === 'customers' && books.deletedCustomers.has(id))
    return { status: 200, body: { id, object: 'customer', deleted: true } };
  const row = books.rows[collection].get(id);
  return row ? { status: 200, body: show(books, collection, row, expand) } : missing(collection, id, 'id');
}

const inline = (data: unknown[], url: string) => ({
  ...{ object: 'list', data: data.slice(0, inlineMax), has_more: data.length > inlineMax, url },
});

/** An object as Stripe shows it: lists are cut, and related objects are ids unless they were asked for. */
export function show(books: StripeBooks, collection: Collection, row: Row, expand: readonly string[]): object {
  const shown: Record<string, unknown> = { ...row };
  const isWanted = (name: string) => expand.includes(name);
  if (Array.isArray(row.lines)) shown.lines = inline(row.lines, `/v1/${collection}/${row.id}/lines`);
  // Links have a time limit, so each response has a new one.
  for (const name of ['hosted_invoice_url', 'receipt_url', 'pdf'])
    if (shown[name] === 'anew') shown[name] = `https://files.example/${newId('link')}`;
  if (collection === 'customers') {
    delete shown.tax_ids;
    if (isWanted('tax_ids'))
      shown.tax_ids = inline(
        (row.tax_ids as object[]).map((one) => ({ country: 'DE', created: row.created, livemode: false, ...one })),
        `/v1/customers/${row.id}/tax_ids`,
      );
  }
  if (collection === 'invoices' && isWanted('payments')) {
    const all = books.list('invoice_payments').filter(({ invoice }) => invoice === row.id);
    shown.payments = inline(all, '/v1/invoice_payments');
  }
  if (isWanted('default_price')) shown.default_price = books.rows.prices.get(String(row.default_price)) ?? null;
  if (isWanted('balance_transaction'))
    shown.balance_transaction = books.rows.balance_transactions.get(String(row.balance_transaction)) ?? null;
  if (isWanted('destination') && row.destination)
    shown.destination = {
      ...{ id: row.destination, object: 'bank_account', bank_name: 'TEST BANK', country: 'US', currency: row.currency },
      ...{ last4: '6789', status: 'new', account_holder_name: null, account_holder_type: null },
    };
  return shown;
}
