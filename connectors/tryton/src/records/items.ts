import { amountOf } from '@daybook/connector-kit';
import { trytonType } from '../tryton-type.ts';
import type { Ref, Stamps, TaxRef } from '../wire.ts';
import { activity, alsoInactive, namedRef, optionalText, stamps, taxRateRef, under } from './parts.ts';

type Category = {
  account_revenue: Ref | null;
  account_expense: Ref | null;
  customer_taxes: TaxRef[];
  supplier_taxes: TaxRef[];
};

type WireProduct = Stamps & {
  code: string | null;
  name: string;
  description: string | null;
  active: boolean;
  list_price: string | null;
  cost_price: string | null;
  template: Ref & { type: string; active: boolean; account_category: (Category & { id: number }) | null };
};

const itemTypes: Readonly<Record<string, string>> = { goods: 'Inventory', assets: 'NonInventory', service: 'Service' };

export const items = trytonType({
  dataType: 'items',
  model: 'product.product',
  domain: [alsoInactive],
  fields: [
    ...['code', 'name', 'description', 'active', 'list_price', 'cost_price'],
    ...under('template', ['name', 'type', 'active']),
    ...under('template.account_category', ['account_revenue.name', 'account_expense.name']),
    ...under('template.account_category', under('customer_taxes', ['name', 'rate'])),
    ...under('template.account_category', under('supplier_taxes', ['name', 'rate'])),
    ...stamps,
  ],
  movedBy: ['template', 'template.account_category'],
  map: (wire: WireProduct) => {
    const { template, description } = wire;
    const {
      account_revenue,
      account_expense,
      customer_taxes = [],
      supplier_taxes = [],
    } = template.account_category ?? {};
    const trade = (price: string | null, account: typeof account_revenue, taxes: typeof customer_taxes) => ({
      unitPrice: price === null ? undefined : amountOf(price),
      description: optionalText(description),
      accountRef: account ? namedRef(account) : undefined,
      taxRateRef: taxRateRef(taxes[0]),
    });
    return {
      code: optionalText(wire.code),
      name: wire.name,
      type: itemTypes[template.type] ?? 'Unknown',
      itemStatus: activity(wire.active && template.active),
      invoiceItem: trade(wire.list_price, account_revenue, customer_taxes),
      billItem: trade(wire.cost_price, account_expense, supplier_taxes),
    };
  },
});
