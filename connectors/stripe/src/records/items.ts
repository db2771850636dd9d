import { amountOf } from '@daybook/connector-kit';
import { majorText, present } from '../money.ts';
import { stripeSource, stripeType } from '../stripe-type.ts';
import { idOf } from './documents.ts';

type StripePrice = { id: string; unit_amount_decimal?: string | null; currency: string };

export type StripeProduct = {
  id: string;
  name: string;
  description?: string | null;
  active: boolean;
  shippable?: boolean | null;
  default_price?: string | StripePrice | null;
};

/** A product may have many prices, in several currencies. The default one counts here. */
export function mapItem(wire: StripeProduct) {
  const price = typeof wire.default_price === 'object' ? wire.default_price : undefined;
  const unit = price?.unit_amount_decimal;
  return {
    name: wire.name,
    type: wire.shippable ? 'NonInventory' : 'Service',
    itemStatus: wire.active ? 'Active' : 'Archived',
    isInvoiceItem: true,
    isBillItem: false,
    invoiceItem: {
      unitPrice: price && unit ? amountOf(majorText(unit, price.currency)) : undefined,
      description: present(wire.description),
    },
  };
}

export const items = stripeType({
  dataType: 'items',
  sources: [
    stripeSource<StripeProduct>({
      path: 'products',
      expand: ['default_price'],
      events: [
        ...['product.created', 'product.updated', 'product.deleted'],
        ...['price.created', 'price.updated', 'price.deleted'],
      ],
      changedId: (object: { object?: string; id?: string; product?: string | { id: string } }) =>
        object.object === 'product' ? object.id : idOf(object.product),
      map: mapItem,
    }),
  ],
});
