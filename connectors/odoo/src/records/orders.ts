import { subtract } from '@daybook/connector-kit';
import { fields, related } from '../specification.ts';
import { day, optionalText, plainOf } from '../values.ts';
import type { CurrencyRef, Ref, Stamps, TaxRef, Text } from '../wire.ts';
import {
  codeOf,
  currencyField,
  type Distribution,
  optionalRef,
  stamps,
  taxFields,
  taxRateRef,
  trackingOf,
} from './parts.ts';

/** This file contains the code that sales orders and purchase orders share. */
type WireOrderLine = {
  id: number;
  display_type: string | false;
  name: Text;
  product_id: Ref | false;
  /** The quantity has one name in sales orders and another in purchase orders; the taxes changed theirs in Odoo 19. */
  product_uom_qty?: number;
  product_qty?: number;
  price_unit: number;
  discount?: number;
  price_subtotal: number;
  price_total: number;
  tax_ids?: TaxRef[];
  tax_id?: TaxRef[];
  taxes_id?: TaxRef[];
  analytic_distribution?: Distribution;
};

export type WireOrder = Stamps & {
  name: string;
  state: string;
  date_order: string;
  note?: Text;
  partner_id: Ref & { commercial_partner_id: Ref | false };
  currency_id: CurrencyRef;
  amount_untaxed: number;
  amount_tax: number;
  amount_total: number;
  order_line: WireOrderLine[];
};

export const orderSource = {
  company: 'own' as const,
  domain: [],
  movedBy: ['order_line'],
  day: 'date_order',
};

export const orderFields = fields(
  ...['name', 'state', 'date_order', 'note', 'amount_untaxed', 'amount_tax', 'amount_total', stamps],
  currencyField,
  related('partner_id', 'display_name', related('commercial_partner_id', 'display_name')),
  related(
    'order_line',
    ...['display_type', 'name', 'product_uom_qty', 'product_qty', 'price_unit', 'discount', 'price_subtotal'],
    ...['price_total', 'analytic_distribution'],
    related('product_id', 'display_name'),
    ...['tax_ids', 'tax_id', 'taxes_id'].map((name) => related(name, ...taxFields)),
  ),
);

export const partyOf = ({ partner_id: partner }: WireOrder) => partner.commercial_partner_id || partner;

const lineItem = (line: WireOrderLine, quantity: number) => ({
  description: optionalText(line.name),
  unitAmount: line.price_unit,
  quantity,
  subTotal: line.price_subtotal,
  taxAmount: Number(subtract(String(line.price_total), String(line.price_subtotal))),
  totalAmount: line.price_total,
  taxRateRef: taxRateRef((line.tax_ids ?? line.tax_id ?? line.taxes_id)?.[0]),
  itemRef: optionalRef(line.product_id),
  tracking: trackingOf(line.analytic_distribution),
});

export const mapOrder = (wire: WireOrder, quantityOf: (line: WireOrderLine) => number | undefined) => ({
  issueDate: day(wire.date_order),
  currency: codeOf(wire.currency_id),
  lineItems: wire.order_line
    .filter(({ display_type: type }) => !type)
    .map((line) => lineItem(line, quantityOf(line) ?? 0)),
  subTotal: wire.amount_untaxed,
  totalTaxAmount: wire.amount_tax,
  totalAmount: wire.amount_total,
  note: plainOf(wire.note),
});
