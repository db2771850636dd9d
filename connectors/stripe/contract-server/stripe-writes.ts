import type { ContractAnswer, ContractRequest } from '../../../test/contract-servers/contract-server.ts';
import type { Row, StripeBooks } from './stripe-books.ts';
import { type Form, mergeMetadata, readForm } from './stripe-forms.ts';
import { writeInvoice } from './stripe-invoice-writes.ts';
import { show } from './stripe-lists.ts';
import { invalid, missing, refusal } from './stripe-refusals.ts';

/** What can be written besides invoices: customers and products. */
const parameters: Record<string, readonly string[]> = {
  customers: ['name', 'email', 'phone', 'description', 'address', 'metadata', 'expand'],
  products: ['name', 'description', 'active', 'shippable', 'metadata', 'expand'],
};

const textMax = 5000;

/** The object that a request is about, and what it does with it. */
export type Place = { id: string | undefined; action: string | undefined; nowS: number };

export function write(
  books: StripeBooks,
  request: ContractRequest,
  collection: string,
  { id, action, nowS }: Place,
): ContractAnswer {
  if (collection === 'invoices' && request.method === 'POST')
    return writeInvoice({ books, nowS }, { id, action, form: readForm(request.body) });
  if (collection === 'invoices' && id !== undefined) return deleteDraft(books, id);
  if (collection !== 'customers' && collection !== 'products')
    return refusal(404, { type: 'invalid_request_error', message: 'Unrecognized request URL.' });
  const before = id === undefined ? undefined : books.rows[collection].get(id);
  if (id !== undefined && !before) return missing(collection.slice(0, -1), id, 'id');
  if (request.method === 'DELETE' && before) {
    books.remove(collection, before.id);
    return { status: 200, body: { id: before.id, object: before.object, deleted: true } };
  }
  if (!request.headers['content-type']?.startsWith('application/x-www-form-urlencoded'))
    return refusal(400, { type: 'invalid_request_error', message: 'Invalid request: use form encoding.' });
  const given = withWholeAddress(readForm(request.body));
  const { expand = {}, ...changes } = given;
  for (const [name, value] of Object.entries(given)) {
    if (!parameters[collection]?.includes(name))
      return invalid(name, `Received unknown parameter: ${name}`, 'parameter_unknown');
    if (typeof value === 'string' && value.length > textMax)
      return invalid(name, `Invalid string: must be at most ${textMax} characters`, 'string_too_long');
  }
  const { email } = changes;
  if (typeof email === 'string' && email !== '' && !/^[^@\s]+@[^@\s]+$/.test(email))
    return invalid('email', `Invalid email address: ${email}`, 'email_invalid');
  if (collection === 'products' && !before && !changes.name)
    return invalid('name', 'Missing required param: name.', 'parameter_missing');
  const own = mergeMetadata(before?.metadata, given);
  if (!('metadata' in own)) return own;
  const row = books.keep(collection, { ...(before ?? blank(collection)), ...changes, ...own });
  return { status: 200, body: show(books, collection, row, Object.values(expand as Record<string, string>)) };
}

/** Only a draft can be deleted. */
function deleteDraft(books: StripeBooks, id: string): ContractAnswer {
  const row = books.rows.invoices.get(id);
  if (!row) return missing('invoice', id, 'invoice');
  if (row.status !== 'draft') return invalid('invoice', 'You can only delete draft invoices.');
  books.remove('invoices', id);
  return { status: 200, body: { id, object: 'invoice', deleted: true } };
}

const blank = (collection: 'customers' | 'products'): Partial<Row> =>
  collection === 'customers'
    ? { name: null, email: null, phone: null, balance: 0, currency: null, address: null, metadata: {}, tax_ids: [] }
    : {
        active: true,
        description: null,
        images: [],
        marketing_features: [],
        metadata: {},
        default_price: null,
        updated: 0,
      };

function withWholeAddress(given: Form): Form {
  if (given.address === undefined) return given;
  const empty = { line1: null, line2: null, city: null, state: null, country: null, postal_code: null };
  return { ...given, address: { ...empty, ...(given.address as Form) } as unknown as Form };
}
