import { type PushWish, undoBy } from '@daybook/connector-kit';
import { closed, optional, ref, text } from '@daybook/connector-kit/push-parts';
import Type, { type Static } from 'typebox';
import type { OdooCall } from '../requests.ts';
import type { Odoo } from '../session.ts';
import { externalId } from './load-record.ts';
import { ownFields } from './own-fields.ts';
import type { Pusher, PushKind } from './push-records.ts';
import { idFrom, ledgerAccounts, type Reference, refuseMissing, taxes } from './references.ts';
import { flagText, numberText, tableOf } from './table.ts';

/** How products and services are written. */
const trade = (tax: string) =>
  closed({
    unitPrice: optional(Type.Number()),
    description: optional(text(4000)),
    accountRef: optional(ref('The id of an account. Default: that of the product category.')),
    taxRateRef: optional(ref(`The id of a tax rate. Default: the company's tax on ${tax}.`)),
  });
const itemFields = {
  code: optional(text(100)),
  isInvoiceItem: optional(Type.Boolean()),
  isBillItem: optional(Type.Boolean()),
  invoiceItem: optional(trade('sales')),
  billItem: optional(trade('purchases')),
};
const type = Type.Enum(['NonInventory', 'Service']);
const createSchema = closed({ name: text(200), type, ...itemFields });
const updateSchema = closed({
  name: optional(text(200)),
  type: optional(type),
  ...itemFields,
  itemStatus: optional(Type.Enum(['Active', 'Archived'])),
});
type PushedItem = Static<typeof updateSchema>;
type Trade = NonNullable<PushedItem['invoiceItem']>;

const model = 'product.product';
const recordIn = ({ record = {} }: PushWish) => record as PushedItem;

/** Values without references. A field that the client left out is undefined. */
const ownValues = (record: PushedItem) => ({
  name: record.name,
  default_code: record.code,
  description_sale: record.invoiceItem?.description,
  description_purchase: record.billItem?.description,
});
const prices = ({ invoiceItem, billItem }: PushedItem) => ({
  list_price: invoiceItem?.unitPrice,
  standard_price: billItem?.unitPrice,
});
/** The two sides of an item, with Odoo's fields for their account and tax. */
const sides = ({ invoiceItem, billItem }: PushedItem) => [
  ...[{ at: 'invoiceItem', side: invoiceItem, account: 'property_account_income_id', tax: 'taxes_id' }],
  ...[{ at: 'billItem', side: billItem, account: 'property_account_expense_id', tax: 'supplier_taxes_id' }],
];
const kindOf = ({ type }: PushedItem) => type && (type === 'Service' ? 'service' : 'consu');
const idIn = (side: Trade | undefined, name: 'accountRef' | 'taxRateRef') => side?.[name]?.id;

/** Before Odoo 18, the type is computed from the detailed type. */
const typeField = async (odoo: Odoo) => ((await odoo.fieldsOf(model)).has('detailed_type') ? 'detailed_type' : 'type');

const referencesIn = (record: PushedItem): Reference[] =>
  sides(record).flatMap(({ at, side }) => [
    { to: ledgerAccounts, id: idIn(side, 'accountRef'), itemId: `${at}.accountRef.id` },
    { to: taxes, id: idIn(side, 'taxRateRef'), itemId: `${at}.taxRateRef.id` },
  ]);

const creator: Pusher = {
  request: (wish) => loadCall(wish, {}),
  async complete(odoo, wish) {
    const refused = await refuseMissing(odoo, referencesIn(recordIn(wish)));
    if (refused) return refused;
    // The record belongs to the company of the connection, so that no other connection reads it.
    return loadCall(wish, { company: (await odoo.account()).company.id, kindField: await typeField(odoo) });
  },
};

function loadCall(wish: PushWish, { company, kindField = 'type' }: { company?: number; kindField?: string }): OdooCall {
  const record = recordIn(wish);
  const numbers = Object.entries(prices(record)).map(([name, value]) => [
    ...[name, value === undefined ? undefined : numberText(value)],
  ]);
  const references = sides(record).flatMap(({ side, account, tax }) => [
    [`${account}/.id`, idIn(side, 'accountRef')],
    [`${tax}/.id`, idIn(side, 'taxRateRef')],
  ]);
  const head = {
    ...{ id: externalId(wish.reference), [kindField]: kindOf(record), ...ownValues(record) },
    ...{ sale_ok: flagText(record.isInvoiceItem), purchase_ok: flagText(record.isBillItem) },
    ...Object.fromEntries([...numbers, ...references]),
    'company_id/.id': company === undefined ? undefined : String(company),
  };
  return { model, method: 'load', parameters: tableOf(head) };
}

const updater: Pusher = {
  request: (wish) => writeCall(wish, {}),
  async complete(odoo, wish) {
    const refused = await refuseMissing(odoo, referencesIn(recordIn(wish)));
    return refused ?? writeCall(wish, { kindField: await typeField(odoo) });
  },
};

function writeCall(wish: PushWish, { kindField = 'type' }: { kindField?: string }): OdooCall {
  const record = recordIn(wish);
  const references = sides(record).flatMap(({ side, account, tax }) => {
    const [accountId, taxId] = [idIn(side, 'accountRef'), idIn(side, 'taxRateRef')];
    return [
      ...(accountId === undefined ? [] : [[account, idFrom(accountId)]]),
      ...(taxId === undefined ? [] : [[tax, [[6, 0, [idFrom(taxId)]]]]]),
    ];
  });
  const vals = {
    ...{ ...ownValues(record), ...prices(record), [kindField]: kindOf(record) },
    ...{ sale_ok: record.isInvoiceItem, purchase_ok: record.isBillItem },
    active: record.itemStatus && record.itemStatus === 'Active',
    ...Object.fromEntries(references),
  };
  return { model, method: 'write', parameters: { ids: [idFrom(wish.recordId)], vals } };
}

/** Odoo deletes a product only if no document refers to it. */
const remover: Pusher = {
  request: ({ recordId }) => ({ model, method: 'unlink', parameters: { ids: [idFrom(recordId)] } }),
  complete: async (_, wish) => remover.request(wish),
};

export const itemPush: PushKind = {
  operations: { create: createSchema, update: updateSchema, delete: true },
  // Odoo does not delete a product that a cancelled document names.
  undo: undoBy.archiveItem,
  choices: {
    ...{ 'invoiceItem.accountRef.id': 'accounts', 'invoiceItem.taxRateRef.id': 'taxRates' },
    ...{ 'billItem.accountRef.id': 'accounts', 'billItem.taxRateRef.id': 'taxRates' },
  },
  customFields: ownFields(),
  names: {
    name: 'name',
    default_code: 'code',
    list_price: 'invoiceItem.unitPrice',
    standard_price: 'billItem.unitPrice',
  },
  pushers: { create: creator, update: updater, delete: remover },
};
