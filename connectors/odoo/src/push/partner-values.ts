import { closed, optional, text } from '@daybook/connector-kit/push-parts';
import Type, { type Static } from 'typebox';

/** What customers and suppliers have in common when they are written. */
const address = closed({
  type: Type.Enum(['Billing', 'Delivery']),
  line1: optional(text(200)),
  line2: optional(text(200)),
  city: optional(text(200)),
  postalCode: optional(text(20)),
  country: optional(Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166 code of a country in Odoo.' })),
});

export const contact = {
  contactName: optional(text(200, 'The name of the first contact.')),
  emailAddress: optional(text(200)),
  phone: optional(text(100)),
  addresses: optional(
    Type.Array(address, {
      maxItems: 2,
      description: 'At most one of each type. An update changes only the types that are sent.',
    }),
  ),
  registrationNumber: optional(text(100)),
  taxNumber: optional(text(100)),
};

export const partnerStatus = optional(
  Type.Enum(['Active', 'Archived'], { description: 'Archived: Odoo no longer offers the partner in new documents.' }),
);

const schema = closed({ ...contact, status: partnerStatus });
export type PushedPartner = Static<typeof schema> & { customerName?: string; supplierName?: string };
export type PushedAddress = Static<typeof address>;

/** The partner's own values, in Odoo's names. A field that the client left out is undefined. */
export const ownValues = (record: PushedPartner) => ({
  name: record.customerName ?? record.supplierName,
  email: record.emailAddress,
  phone: record.phone,
  company_registry: record.registrationNumber,
  vat: record.taxNumber,
});

/** An address replaces all of its parts. Odoo stores an empty part as `false`, and imports it as an empty text. */
export const addressValues = (one: PushedAddress) => ({
  street: one.line1 ?? '',
  street2: one.line2 ?? '',
  city: one.city ?? '',
  zip: one.postalCode ?? '',
});

export const addressOf = ({ addresses }: PushedPartner, type: PushedAddress['type']) =>
  addresses?.find((one) => one.type === type);
