import { closed, optional } from '@daybook/connector-kit/push-parts';
import Type, { type Static } from 'typebox';
import { activity, activityWords, name, translate, word } from './values.ts';

/** This file contains the code that customers, suppliers and the company itself share. */
export type WireAddress = { kind: string; street?: string; city?: string; country?: string; postcode?: string };

export type WireParty = {
  name: string;
  contact_person?: string;
  email?: string;
  phone?: string;
  addresses: WireAddress[];
  registration_no?: string;
  vat_no?: string | null;
  currency: string;
  state: string;
};

export const mapAddress = ({ kind, street, city, country, postcode }: WireAddress) => ({
  type: translate({ billing: 'Billing', shipping: 'Delivery' }, kind),
  line1: street,
  city,
  country,
  postalCode: postcode,
});

export const mapParty = (wire: WireParty) => ({
  contactName: wire.contact_person,
  emailAddress: wire.email,
  phone: wire.phone,
  addresses: wire.addresses.map(mapAddress),
  registrationNumber: wire.registration_no,
  taxNumber: wire.vat_no ?? undefined,
  defaultCurrency: wire.currency,
  status: translate(activity, wire.state),
});

const addressSchema = closed({
  type: Type.Enum(['Billing', 'Delivery']),
  line1: optional(name()),
  city: optional(name()),
  country: optional(name()),
  postalCode: optional(Type.String({ minLength: 1, maxLength: 20 })),
});

export const partySchema = {
  contactName: optional(name()),
  emailAddress: optional(name()),
  phone: optional(name()),
  addresses: optional(Type.Array(addressSchema, { maxItems: 20 })),
  registrationNumber: optional(name()),
  taxNumber: optional(name()),
  defaultCurrency: optional(Type.String({ pattern: '^[A-Z]{3}$', description: 'ISO 4217 code.' })),
  status: optional(Type.Enum(['Active', 'Archived'])),
};

const whole = closed(partySchema);

export const partyBody = (record: Static<typeof whole>) => ({
  contact_person: record.contactName,
  email: record.emailAddress,
  phone: record.phone,
  addresses: record.addresses?.map(({ type, line1, city, country, postalCode }) => ({
    kind: word({ Billing: 'billing', Delivery: 'shipping' }, type),
    street: line1,
    city,
    country,
    postcode: postalCode,
  })),
  registration_no: record.registrationNumber,
  vat_no: record.taxNumber,
  currency: record.defaultCurrency,
  state: word(activityWords, record.status),
});

export const partyFields = {
  contact_person: 'contactName',
  email: 'emailAddress',
  phone: 'phone',
  addresses: 'addresses',
  'addresses.*': 'addresses.*',
  'addresses.*.kind': 'addresses.*.type',
  'addresses.*.street': 'addresses.*.line1',
  'addresses.*.city': 'addresses.*.city',
  'addresses.*.country': 'addresses.*.country',
  'addresses.*.postcode': 'addresses.*.postalCode',
  registration_no: 'registrationNumber',
  vat_no: 'taxNumber',
  currency: 'defaultCurrency',
  state: 'status',
};
