import type { PushWish } from '@daybook/connector-kit';
import { firstRecord, type Pusher } from '../../push-records.ts';
import type { Source } from '../../source.ts';
import { addressValues, contactValues, type PushedParty, pushedName, withCountries } from './party-values.ts';

/**
 * Builds the party identifier that holds Daybook's push reference. This identifier has no type. Tryton does not enforce
 * that identifiers are unique.
 */
const identifierOf = (reference: string) => `daybook:${reference}`;

const valuesOf = (record: PushedParty, reference: string) => ({
  name: pushedName(record),
  // An invoice needs an address, so a party without an address gets an empty one.
  addresses: (record.addresses?.length ? record.addresses : [{}]).map((address) => addressValues(address)),
  contact_mechanisms: contactValues(record),
  identifiers: [{ code: identifierOf(reference) }],
});
type Values = ReturnType<typeof valuesOf>;

const created = (values: object[]) => [['create', values]];

/** Creates a party in one call, with its addresses and Daybook's reference. */
export const partyCreator = (source: Source): Pusher<[[Values]]> => ({
  request: ({ record, reference }) => ({
    method: 'model.party.party.create',
    params: [[valuesOf(record as PushedParty, reference)]],
  }),
  async complete(tryton, [[values]]) {
    const addresses = await withCountries(tryton, values.addresses);
    if ('kind' in addresses) return addresses;
    const { contact_mechanisms, identifiers } = values;
    const completed = {
      name: values.name,
      addresses: created(addresses),
      contact_mechanisms: created(contact_mechanisms),
      identifiers: created(identifiers),
    };
    return [{ method: 'model.party.party.create', params: [[completed]] }];
  },
  find: (tryton, { wish }: { wish: PushWish }) =>
    firstRecord(tryton, source, [['identifiers.code', '=', identifierOf(wish.reference)]]),
});
