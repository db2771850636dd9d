import type { Ref, Stamps } from '../../wire.ts';
import { activity, alsoInactive, optionalText, stamps, under } from '../parts.ts';

/** This file contains the code that customers, suppliers and the company itself share. */
export type WireAddress = {
  id: number;
  active: boolean;
  street: string | null;
  city: string | null;
  postal_code: string | null;
  country: { id: number; code: string } | null;
  subdivision: Ref | null;
};

export type WireIdentifier = { id: number; type: string | null; code: string };

export type WireParty = Stamps & {
  name: string | null;
  code: string;
  active: boolean;
  addresses: WireAddress[];
  contact_mechanisms: { id: number; type: string; value: string | null; name: string | null }[];
  identifiers: WireIdentifier[];
};

export const addressFields = ['active', 'street', 'city', 'postal_code', 'country.code', 'subdivision.name'];
export const identifierFields = ['type', 'code'];

/**
 * In Tryton, any party may be both a customer and a supplier. The companies whose books Tryton keeps are parties too.
 */
export const partySource = {
  model: 'party.party',
  domain: [alsoInactive],
  fields: [
    ...['name', 'code', 'active'],
    ...under('addresses', addressFields),
    ...under('contact_mechanisms', ['type', 'value', 'name']),
    ...under('identifiers', identifierFields),
    ...stamps,
  ],
  movedBy: ['addresses', 'contact_mechanisms', 'identifiers'],
};

const address = (wire: WireAddress) => {
  const [line1, ...rest] = (wire.street ?? '').split('\n').map((line) => line.trim());
  return {
    type: 'Billing',
    line1: optionalText(line1),
    line2: optionalText(rest.join(', ')),
    city: optionalText(wire.city),
    region: optionalText(wire.subdivision?.name),
    country: optionalText(wire.country?.code),
    postalCode: optionalText(wire.postal_code),
  };
};
export const mapAddresses = (all: readonly WireAddress[]) => all.filter((one) => one.active).map(address);

/**
 * Prefers an identifier with a VAT type, such as eu_vat or gb_vat. An identifier without a type is Daybook's push
 * reference and is ignored.
 */
export const taxNumber = (identifiers: readonly WireIdentifier[]) =>
  identifiers.find(({ type }) => type?.endsWith('_vat'))?.code ?? identifiers.find(({ type }) => type !== null)?.code;

const mechanism = (wire: WireParty, ...types: string[]) =>
  wire.contact_mechanisms.find(({ type, value }) => value && types.includes(type));

export const mapParty = (wire: WireParty) => ({
  contactName: optionalText(mechanism(wire, 'email', 'phone', 'mobile')?.name),
  emailAddress: optionalText(mechanism(wire, 'email')?.value),
  phone: optionalText((mechanism(wire, 'phone') ?? mechanism(wire, 'mobile'))?.value),
  addresses: mapAddresses(wire.addresses),
  taxNumber: optionalText(taxNumber(wire.identifiers)),
  status: activity(wire.active),
});

export const partyName = (wire: WireParty) => wire.name || wire.code;
