import type { Odoo } from '../session.ts';
import { fields, related } from '../specification.ts';
import { optionalText } from '../values.ts';
import type { CurrencyRef, Ref, Stamps, Text } from '../wire.ts';
import { activity, codeOf, stamps } from './parts.ts';

/** This file contains the code that customers, suppliers and the company itself share. At Odoo, all are partners. */
export type WireAddress = {
  id: number;
  street: Text;
  street2: Text;
  city: Text;
  zip: Text;
  state_id: Ref | false;
  country_id: { id: number; code: Text } | false;
};

type WireChild = WireAddress & {
  type: Text;
  name: Text;
  active: boolean;
  is_company: boolean;
  company_id: { id: number } | false;
};

export type WirePartner = Stamps &
  WireAddress & {
    name: Text;
    display_name: string;
    active: boolean;
    is_company: boolean;
    parent_id: Ref | false;
    email: Text;
    phone: Text;
    vat: Text;
    company_registry: Text;
    customer_rank: number;
    supplier_rank: number;
    property_purchase_currency_id?: CurrencyRef | false;
    child_ids: WireChild[];
  };

export const addressFields = [
  ...['street', 'street2', 'city', 'zip'],
  related('state_id', 'name'),
  related('country_id', 'code'),
];

/**
 * A partner without a parent, or a company, is a party of its own. Other partners are contacts and addresses of their
 * parent. The rank says how often the partner was on invoices or bills; it is above 0 for customers or suppliers.
 */
const isParty = (wire: WirePartner) => !wire.parent_id || wire.is_company;

export const partnerSource = (rank: 'customer_rank' | 'supplier_rank') => ({
  model: 'res.partner',
  company: 'shared' as const,
  domain: [],
  fullDomain: ['|', ['parent_id', '=', false], ['is_company', '=', true], [rank, '>', 0]],
  fields: fields(
    ...['name', 'display_name', 'active', 'is_company', 'email', 'phone', 'vat', 'company_registry'],
    ...['customer_rank', 'supplier_rank', stamps],
    ...addressFields,
    related('parent_id', 'display_name'),
    related('property_purchase_currency_id', 'name'),
    related('child_ids', 'type', 'name', 'active', 'is_company', related('company_id', 'name'), ...addressFields),
  ),
  movedBy: ['child_ids'],
  async complete(odoo: Pick<Odoo, 'account'>, rows: object[]) {
    const { company } = await odoo.account();
    // A partner that all companies share can have contacts of one company only.
    const isVisible = ({ company_id: of }: WireChild) => !of || of.id === company.id;
    for (const row of rows as WirePartner[]) row.child_ids = row.child_ids.filter(isVisible);
  },
  isOurs: (wire: WirePartner) => isParty(wire) && wire[rank] > 0,
});

const isEmpty = (wire: WireAddress) => !(wire.street || wire.street2 || wire.city || wire.zip || wire.country_id);

const address = (wire: WireAddress, type: 'Billing' | 'Delivery' | 'Unknown') => ({
  type,
  line1: optionalText(wire.street),
  line2: optionalText(wire.street2),
  city: optionalText(wire.city),
  region: wire.state_id ? optionalText(wire.state_id.name) : undefined,
  country: wire.country_id ? optionalText(wire.country_id.code) : undefined,
  postalCode: optionalText(wire.zip),
});

const kinds: Readonly<Record<string, 'Billing' | 'Delivery' | 'Unknown'>> = {
  invoice: 'Billing',
  delivery: 'Delivery',
  other: 'Unknown',
};

export const ownAddress = (wire: WireAddress) => (isEmpty(wire) ? [] : [address(wire, 'Billing')]);

export const mapPartner = (wire: WirePartner) => ({
  contactName: optionalText(
    wire.child_ids.find(({ type, active, is_company: isCompany }) => type === 'contact' && active && !isCompany)?.name,
  ),
  emailAddress: optionalText(wire.email),
  phone: optionalText(wire.phone),
  addresses: [
    ...ownAddress(wire),
    ...wire.child_ids.flatMap((child) => {
      const type = kinds[child.type || ''];
      return type && child.active && !isEmpty(child) ? [address(child, type)] : [];
    }),
  ],
  registrationNumber: optionalText(wire.company_registry),
  taxNumber: optionalText(wire.vat),
  defaultCurrency: codeOf(wire.property_purchase_currency_id),
  status: activity(wire.active),
});

export const partnerName = (wire: WirePartner) => wire.name || wire.display_name || `Partner ${wire.id}`;
