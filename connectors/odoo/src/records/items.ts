import { odooType } from '../odoo-type.ts';
import { itemPush } from '../push/push-item.ts';
import type { Odoo } from '../session.ts';
import { fields, related } from '../specification.ts';
import { optionalText } from '../values.ts';
import type { Ref, Stamps, TaxRef, Text } from '../wire.ts';
import { activity, optionalRef, stamps, taxFields, taxRateRef } from './parts.ts';

type OwnedTax = TaxRef & { company_id: { id: number } };

type WireProduct = Stamps & {
  default_code: Text;
  name: string;
  display_name: string;
  type: string;
  is_storable?: boolean;
  active: boolean;
  sale_ok: boolean;
  purchase_ok: boolean;
  lst_price: number;
  standard_price: number;
  description_sale: Text;
  description_purchase: Text;
  property_account_income_id: Ref | false;
  property_account_expense_id: Ref | false;
  categ_id: { property_account_income_categ_id: Ref | false; property_account_expense_categ_id: Ref | false } | false;
  taxes_id: OwnedTax[];
  supplier_taxes_id: OwnedTax[];
};

const typeOf = (wire: WireProduct) => {
  if (wire.type === 'service') return 'Service';
  if (wire.type === 'product' || wire.is_storable) return 'Inventory';
  return wire.type === 'consu' ? 'NonInventory' : 'Unknown';
};

const taxes = (field: string) => related(field, ...taxFields, related('company_id', 'name'));

export const itemSource = {
  model: 'product.product',
  company: 'shared' as const,
  domain: [],
  fields: fields(
    ...['default_code', 'name', 'display_name', 'type', 'is_storable', 'active', 'sale_ok', 'purchase_ok'],
    ...['lst_price', 'standard_price', 'description_sale', 'description_purchase', stamps],
    related('property_account_income_id', 'name'),
    related('property_account_expense_id', 'name'),
    related(
      'categ_id',
      related('property_account_income_categ_id', 'name'),
      related('property_account_expense_categ_id', 'name'),
    ),
    taxes('taxes_id'),
    taxes('supplier_taxes_id'),
  ),
  // The price and the taxes belong to the template of all variants of a product.
  movedBy: ['product_tmpl_id'],
  async complete(odoo: Pick<Odoo, 'account'>, rows: object[]) {
    const { company } = await odoo.account();
    // A product that all companies share lists the taxes of all of them.
    const own = (all: OwnedTax[]) => all.filter(({ company_id: of }) => of.id === company.id);
    for (const row of rows as WireProduct[]) {
      row.taxes_id = own(row.taxes_id);
      row.supplier_taxes_id = own(row.supplier_taxes_id);
    }
  },
  map: (wire: WireProduct) => {
    const category = wire.categ_id || undefined;
    return {
      code: optionalText(wire.default_code),
      name: wire.name || wire.display_name,
      type: typeOf(wire),
      itemStatus: activity(wire.active),
      isInvoiceItem: wire.sale_ok,
      isBillItem: wire.purchase_ok,
      invoiceItem: {
        unitPrice: wire.lst_price,
        description: optionalText(wire.description_sale),
        accountRef: optionalRef(wire.property_account_income_id || category?.property_account_income_categ_id),
        taxRateRef: taxRateRef(wire.taxes_id[0]),
      },
      billItem: {
        unitPrice: wire.standard_price,
        description: optionalText(wire.description_purchase),
        accountRef: optionalRef(wire.property_account_expense_id || category?.property_account_expense_categ_id),
        taxRateRef: taxRateRef(wire.supplier_taxes_id[0]),
      },
    };
  },
};

export const items = odooType({ dataType: 'items', ...itemSource, push: itemPush });
