import { closed, optional, text } from '@daybook/connector-kit/push-parts';
import Type, { type Static } from 'typebox';
import type { QboMeta, QboRef } from '../wire.ts';
import { activity, isActive, present } from './values.ts';

/** This file contains the code that customers, suppliers and the company itself share. */
export type QboAddress = {
  Line1?: string;
  Line2?: string;
  City?: string;
  CountrySubDivisionCode?: string;
  PostalCode?: string;
  Country?: string;
};

export type QboParty = QboMeta & {
  DisplayName: string;
  GivenName?: string;
  FamilyName?: string;
  PrimaryEmailAddr?: { Address?: string };
  PrimaryPhone?: { FreeFormNumber?: string };
  BillAddr?: QboAddress;
  ShipAddr?: QboAddress;
  CurrencyRef?: QboRef;
  PrimaryTaxIdentifier?: string;
  TaxIdentifier?: string;
  Active?: boolean;
};

export const mapAddress = (type: 'Billing' | 'Delivery', wire: QboAddress | undefined) =>
  wire
    ? [
        {
          type,
          line1: present(wire.Line1),
          line2: present(wire.Line2),
          city: present(wire.City),
          region: present(wire.CountrySubDivisionCode),
          country: present(wire.Country),
          postalCode: present(wire.PostalCode),
        },
      ]
    : [];

export const mapParty = (wire: QboParty) => ({
  contactName: present([wire.GivenName, wire.FamilyName].filter(Boolean).join(' ')),
  emailAddress: present(wire.PrimaryEmailAddr?.Address),
  phone: present(wire.PrimaryPhone?.FreeFormNumber),
  addresses: [...mapAddress('Billing', wire.BillAddr), ...mapAddress('Delivery', wire.ShipAddr)],
  taxNumber: present(wire.PrimaryTaxIdentifier ?? wire.TaxIdentifier),
  defaultCurrency: present(wire.CurrencyRef?.value),
  status: activity(wire.Active),
});

export const addressSchema = closed({
  type: Type.Enum(['Billing', 'Delivery']),
  line1: optional(text(500)),
  line2: optional(text(500)),
  city: optional(text(255)),
  region: optional(text(255)),
  country: optional(text(255)),
  postalCode: optional(text(30)),
});
export const partySchema = {
  emailAddress: optional(text(100)),
  phone: optional(text(30)),
  addresses: optional(Type.Array(addressSchema, { maxItems: 2, description: 'At most one of each type.' })),
  status: optional(Type.Enum(['Active', 'Archived'])),
};
export const nameText = 'Must be unique among customers, suppliers and employees. Must not contain colons or tabs.';

const whole = closed(partySchema);
type PushedParty = Static<typeof whole>;

export function addressBody(record: Pick<PushedParty, 'addresses'>, type: 'Billing' | 'Delivery') {
  const found = record.addresses?.find((one) => one.type === type);
  return (
    found && {
      Line1: found.line1,
      Line2: found.line2,
      City: found.city,
      CountrySubDivisionCode: found.region,
      PostalCode: found.postalCode,
      Country: found.country,
    }
  );
}

export const partyBody = (record: PushedParty) => ({
  PrimaryEmailAddr: record.emailAddress === undefined ? undefined : { Address: record.emailAddress },
  PrimaryPhone: record.phone === undefined ? undefined : { FreeFormNumber: record.phone },
  BillAddr: addressBody(record, 'Billing'),
  ShipAddr: addressBody(record, 'Delivery'),
  Active: isActive(record.status),
});

export const partyFields = {
  PrimaryEmailAddr: 'emailAddress',
  PrimaryPhone: 'phone',
  BillAddr: 'addresses',
  ShipAddr: 'addresses',
  Active: 'status',
};
