import { amountOf, plainText, subtract, sum } from '@daybook/connector-kit';
import { currencyOf, majorText, money, present, totalOf } from '../money.ts';

/** Code that invoices and credit notes share. Amounts are in minor units. */
export type StripeTax = { amount: number; tax_behavior?: string; tax_rate_details?: { tax_rate?: string } | null };

export type StripeLine = {
  description?: string | null;
  amount: number;
  quantity?: number | null;
  quantity_decimal?: string | null;
  /** Of invoices. */
  pricing?: {
    unit_amount_decimal?: string | null;
    price_details?: { product?: string };
  } | null;
  /** Of credit notes. */
  unit_amount_decimal?: string | null;
  discount_amounts?: { amount: number }[] | null;
  taxes?: StripeTax[] | null;
};

export type StripeDocument = {
  id: string;
  created: number;
  effective_at?: number | null;
  currency: string;
  number?: string | null;
  customer?: string | { id: string } | null;
  subtotal: number;
  total: number;
  total_taxes?: StripeTax[] | null;
  lines?: { data: StripeLine[] };
};

export const idOf = (ref: string | { id: string } | null | undefined) => (typeof ref === 'string' ? ref : ref?.id);

export function mapDocument(wire: StripeDocument, discount: string) {
  const { currency } = wire;
  return {
    currency: currencyOf(currency),
    lineItems: wire.lines?.data.map((line) => mapLine(line, currency)),
    subTotal: money(wire.subtotal, currency),
    totalDiscount: amountOf(majorText(discount, currency)),
    totalTaxAmount: amountOf(majorText(totalOf(wire.total_taxes), currency)),
    totalAmount: money(wire.total, currency),
  };
}

function mapLine(line: StripeLine, currency: string) {
  const { taxes } = line;
  const discount = totalOf(line.discount_amounts);
  const added = totalOf(taxes?.filter(({ tax_behavior }) => tax_behavior === 'exclusive'));
  const amount = JSON.stringify(line.amount);
  const taxRate = taxes?.[0]?.tax_rate_details?.tax_rate;
  const product = line.pricing?.price_details?.product;
  return {
    description: present(line.description),
    ...priceOf(line, currency),
    discountAmount: amountOf(majorText(discount, currency)),
    subTotal: money(line.amount, currency),
    taxAmount: amountOf(majorText(totalOf(taxes), currency)),
    totalAmount: amountOf(majorText(sum([subtract(amount, discount), added]), currency)),
    taxRateRef: taxRate ? { id: taxRate } : undefined,
    itemRef: product ? { id: product } : undefined,
  };
}

/** A line without a unit price, such as one with tiered prices, counts as one unit of the whole amount. */
function priceOf(line: StripeLine, currency: string) {
  const unit = line.pricing?.unit_amount_decimal ?? line.unit_amount_decimal;
  if (!unit) return { unitAmount: money(line.amount, currency), quantity: 1 };
  const quantity = line.quantity_decimal ?? JSON.stringify(line.quantity ?? 1);
  return { unitAmount: amountOf(majorText(plainText(unit), currency)), quantity: amountOf(quantity) };
}
