import type { ContractAnswer, ContractRequest } from '../../../test/contract-servers/contract-server.ts';
import type { Row, StripeBooks } from './stripe-books.ts';
import { show } from './stripe-lists.ts';
import { invalid, missing, refusal } from './stripe-refusals.ts';

/** What can be written: customers and products. */
const parameters: Record<string, readonly string[]> = {
  customers: ['name', 'email', 'phone', 'description', 'address', 'metadata', 'expand'],
  products: ['name', 'description', 'active', 'shippable', 'metadata', 'expand'],
};

const textMax = 5000;

export function write(
  books: StripeBooks,
  request: ContractRequest,
  collection: string,
  id: string | undefined,
): ContractAnswer {
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
  const given = readForm(request.body);
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
  const row = books.keep(collection, { ...(before ?? blank(collection)), ...changes });
  return { status: 200, body: show(books, collection, row, Object.values(expand as Record<string, string>)) };
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

/** Reads `address[city]=Cork&expand[]=tax_ids`. */
function readForm(body: string): Record<string, unknown> {
  const given: Record<string, unknown> = {};
  for (const [name, value] of new URLSearchParams(body)) {
    const [, outer = name, inner] = /^(\w+)(?:\[(\w*)\])?$/.exec(name) ?? [];
    if (inner === undefined) given[outer] = value;
    else {
      given[outer] ??= {};
      const within = given[outer] as Record<string, string>;
      within[inner || String(Object.keys(within).length)] = value;
    }
  }
  if (given.address) {
    const empty = { line1: null, line2: null, city: null, state: null, country: null, postal_code: null };
    given.address = { ...empty, ...(given.address as object) };
  }
  return given;
}
