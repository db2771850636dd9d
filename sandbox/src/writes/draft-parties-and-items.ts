import { type Drafted, type Drafting, refer } from './drafting.ts';
import { toRaw } from './exact-values.ts';
import type { Fields } from './read-fields.ts';

/** Drafts a customer or a supplier. */
export function draftParty({ fields, id }: Drafting): Drafted {
  return {
    members: {
      id,
      name: fields.text('name', { isRequired: true }),
      contact_person: fields.text('contact_person'),
      email: fields.text('email'),
      phone: fields.text('phone'),
      addresses: fields.objects('addresses').map((address) => ({
        kind: address.choice('kind', ['billing', 'shipping']) ?? 'billing',
        street: address.text('street'),
        city: address.text('city'),
        country: address.text('country'),
        postcode: address.text('postcode', { max: 20 }),
      })),
      registration_no: fields.text('registration_no'),
      vat_no: fields.text('vat_no') ?? null,
      currency: fields.currency('currency') ?? 'EUR',
      state: fields.choice('state', ['active', 'archived']) ?? 'active',
    },
  };
}

export function draftItem(drafting: Drafting): Drafted {
  const { fields, id } = drafting;
  const kind = fields.choice('kind', ['stock', 'non_stock', 'service']);
  if (!kind) fields.problem('kind', 'is required');
  return {
    members: {
      id,
      sku: fields.text('sku', { isRequired: true }),
      name: fields.text('name', { isRequired: true }),
      kind,
      state: fields.choice('state', ['active', 'archived']) ?? 'active',
      sale: trade(drafting, fields.object('sale')),
      purchase: trade(drafting, fields.object('purchase')),
    },
  };
}

function trade(drafting: Drafting, fields: Fields | undefined): object | null {
  if (!fields) return null;
  const price = fields.decimal('price', { isRequired: true });
  if (price && price.units < 0n) fields.problem('price', 'must not be negative');
  return {
    price: price && toRaw(price),
    text: fields.text('text', { max: 4000 }),
    account: refer(drafting, fields, { name: 'account', dataType: 'accounts', word: 'account' }),
    tax_rate: refer(drafting, fields, { name: 'tax_rate', dataType: 'taxRates', word: 'tax rate' }),
  };
}
