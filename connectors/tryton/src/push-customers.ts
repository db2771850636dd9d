import type { PushAnswer, PushInput } from '@daybook/connector-kit';
import { type CustomerValues, identifierOf } from './push-bodies.ts';
import { firstRecord, type Pusher } from './push-records.ts';
import { refusal } from './push-refusals.ts';
import type { Tryton } from './session.ts';
import { sources } from './sources.ts';

const created = (values: object[]) => [['create', values]];

/** Creates a party in one call, with its addresses and Daybook's reference. */
export const customerPusher: Pusher<CustomerValues> = {
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
    firstRecord(tryton, sources.customers, [['identifiers.code', '=', identifierOf(wish.reference)]]),
};

async function withCountries(tryton: Tryton, addresses: CustomerValues['addresses']): Promise<object[] | PushAnswer> {
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
