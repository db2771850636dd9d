import type { PushAnswer, PushInput } from '@daybook/connector-kit';
import { closed, optional } from '@daybook/connector-kit/push-parts';
import Type, { type Static } from 'typebox';
import { firstRecord, type Pusher } from '../push-records.ts';
import { refusal } from '../push-refusals.ts';
import type { Tryton } from '../session.ts';
import { trytonType } from '../tryton-type.ts';
import { mapParty, partyName, partySource, type WireParty } from './parties.ts';
import { name } from './parts.ts';

const source = {
  ...partySource,
  map: (wire: WireParty) => ({ customerName: partyName(wire), ...mapParty(wire) }),
};

const address = closed({
  type: Type.Enum(['Billing']),
  line1: optional(name()),
  line2: optional(name()),
  city: optional(name()),
  postalCode: optional(Type.String({ minLength: 1, maxLength: 20 })),
  country: optional(Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166 code of a country in Tryton.' })),
});

const schema = closed({
  customerName: name(),
  contactName: optional(name('The person who has this e-mail address and phone number.')),
  emailAddress: optional(name()),
  phone: optional(name()),
  addresses: optional(Type.Array(address, { maxItems: 20 })),
});
type Pushed = Static<typeof schema>;

/**
 * Builds the party identifier that holds Daybook's push reference. This identifier has no type. Tryton does not enforce
 * that identifiers are unique.
 */
const identifierOf = (reference: string) => `daybook:${reference}`;

const valuesOf = (record: Pushed, reference: string) => ({
  name: record.customerName,
  // An invoice needs an address, so a customer without an address gets an empty one.
  addresses: (record.addresses?.length ? record.addresses : [{}]).map((address) => addressValues(address)),
  contact_mechanisms: [
    ...(record.emailAddress ? [{ type: 'email', value: record.emailAddress, name: record.contactName }] : []),
    ...(record.phone ? [{ type: 'phone', value: record.phone, name: record.contactName }] : []),
  ],
  identifiers: [{ code: identifierOf(reference) }],
});
type Values = ReturnType<typeof valuesOf>;

const addressValues = (address: Partial<NonNullable<Pushed['addresses']>[number]>) => ({
  street: [address.line1, address.line2].filter(Boolean).join('\n') || undefined,
  city: address.city,
  postal_code: address.postalCode,
  country: address.country,
});

const created = (values: object[]) => [['create', values]];

/** Creates a party in one call, with its addresses and Daybook's reference. */
const pusher: Pusher<Values> = {
  method: 'model.party.party.create',
  async complete(tryton, values) {
    const addresses = await withCountries(tryton, values.addresses);
    if ('kind' in addresses) return addresses;
    const { contact_mechanisms, identifiers } = values;
    return {
      name: values.name,
      addresses: created(addresses),
      contact_mechanisms: created(contact_mechanisms),
      identifiers: created(identifiers),
    };
  },
  find: (tryton, { wish }: PushInput) =>
    firstRecord(tryton, source, [['identifiers.code', '=', identifierOf(wish.reference)]]),
};

async function withCountries(tryton: Tryton, addresses: Values['addresses']): Promise<object[] | PushAnswer> {
  const codes = [...new Set(addresses.flatMap(({ country }) => country ?? []))];
  const params = [[['code', 'in', codes]], 0, null, null, ['code']];
  const found = codes.length
    ? await tryton.call<{ id: number; code: string }[]>('model.country.country.search_read', params)
    : [];
  const ids = new Map(found.map(({ id, code }) => [code, id]));
  const unknown = addresses.findIndex(({ country }) => country !== undefined && !ids.has(country));
  if (unknown !== -1) {
    const message = `There is no country ${addresses[unknown]?.country}.`;
    return refusal(message, { itemId: `addresses.${unknown}.country` });
  }
  return addresses.map((address) => ({ ...address, country: ids.get(address.country ?? '') }));
}

export const customers = trytonType({
  dataType: 'customers',
  ...source,
  push: { operations: { create: schema }, choices: {}, values: valuesOf, pusher },
});
