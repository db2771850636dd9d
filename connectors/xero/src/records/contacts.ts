import { closed, optional, text } from '@daybook/connector-kit/push-parts';
import Type, { type Static } from 'typebox';
import type { Complaint } from '../push-fields.ts';
import { activity, present, translate } from './values.ts';

/** This file contains the code that customers and suppliers share, because both are contacts at Xero. */
export type XeroAddress = {
  AddressType: string;
  AddressLine1?: string;
  AddressLine2?: string;
  City?: string;
  Region?: string;
  PostalCode?: string;
  Country?: string;
};

export type XeroContact = {
  ContactID: string;
  ContactStatus: string;
  Name: string;
  FirstName?: string;
  LastName?: string;
  EmailAddress?: string;
  CompanyNumber?: string;
  TaxNumber?: string;
  DefaultCurrency?: string;
  Phones?: { PhoneType: string; PhoneNumber?: string; PhoneAreaCode?: string; PhoneCountryCode?: string }[];
  Addresses?: XeroAddress[];
  IsCustomer?: boolean;
  IsSupplier?: boolean;
};

export const contactEndpoint = {
  endpoint: 'Contacts',
  id: (wire: XeroContact) => wire.ContactID,
  orderBy: 'ContactID',
  parameters: { includeArchived: 'true' },
  isDated: true,
};

/** Xero also returns empty addresses, which are left out. */
export const mapAddresses = (wire: XeroAddress[] | undefined) =>
  wire
    ?.map(({ AddressType, AddressLine1, AddressLine2, City, Region, PostalCode, Country }) => ({
      type: translate({ POBOX: 'Billing', STREET: 'Delivery' }, AddressType),
      line1: present(AddressLine1),
      line2: present(AddressLine2),
      city: present(City),
      region: present(Region),
      country: present(Country),
      postalCode: present(PostalCode),
    }))
    .filter(({ type: _, ...rest }) => Object.values(rest).some((part) => part !== undefined));

function phone(wire: XeroContact): string | undefined {
  const found = wire.Phones?.find(({ PhoneType }) => PhoneType === 'DEFAULT');
  const parts = [found?.PhoneCountryCode, found?.PhoneAreaCode, found?.PhoneNumber].filter(Boolean);
  return present(parts.join(' '));
}

export const mapContact = (wire: XeroContact) => ({
  contactName: present([wire.FirstName, wire.LastName].filter(Boolean).join(' ')),
  emailAddress: present(wire.EmailAddress),
  phone: phone(wire),
  addresses: mapAddresses(wire.Addresses),
  registrationNumber: present(wire.CompanyNumber),
  taxNumber: present(wire.TaxNumber),
  defaultCurrency: present(wire.DefaultCurrency),
  status: translate(activity, wire.ContactStatus),
});

export const currency = { currency: optional(Type.String({ pattern: '^[A-Z]{3}$', description: 'ISO 4217 code.' })) };

const addressSchema = closed({
  type: Type.Enum(['Billing', 'Delivery']),
  line1: optional(text(500)),
  line2: optional(text(500)),
  city: optional(text(255)),
  region: optional(text(255)),
  country: optional(text(50)),
  postalCode: optional(text(50)),
});

export const contactSchema = {
  emailAddress: optional(text(255)),
  phone: optional(text(50)),
  addresses: optional(Type.Array(addressSchema, { maxItems: 2 })),
  registrationNumber: optional(text(50)),
  taxNumber: optional(text(50)),
  defaultCurrency: currency.currency,
};
export const contactStatus = { status: optional(Type.Enum(['Active', 'Archived'])) };

const whole = closed({ ...contactSchema, ...contactStatus });

export const contactBody = (record: Static<typeof whole>) => ({
  EmailAddress: record.emailAddress,
  Phones: record.phone === undefined ? undefined : [{ PhoneType: 'DEFAULT', PhoneNumber: record.phone }],
  Addresses: record.addresses?.map((address) => ({
    AddressType: address.type === 'Billing' ? 'POBOX' : 'STREET',
    AddressLine1: address.line1,
    AddressLine2: address.line2,
    City: address.city,
    Region: address.region,
    PostalCode: address.postalCode,
    Country: address.country,
  })),
  CompanyNumber: record.registrationNumber,
  TaxNumber: record.taxNumber,
  DefaultCurrency: record.defaultCurrency,
  ContactStatus: record.status && (record.status === 'Archived' ? 'ARCHIVED' : 'ACTIVE'),
});

export const contactComplaints = (name: string): Complaint[] => [
  { pattern: /e-?mail/i, field: 'emailAddress' },
  { pattern: /contact name|\bname\b/i, field: name },
];
