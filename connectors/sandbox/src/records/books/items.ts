import { undoBy } from '@daybook/connector-kit';
import { allOperations, closed, optional, ref } from '@daybook/connector-kit/push-parts';
import Type, { type Static } from 'typebox';
import { ownFields } from '../../push-fields.ts';
import { sandboxType } from '../../sandbox-type.ts';
import {
  activity,
  activityWords,
  amount,
  idOf,
  longText,
  name,
  namedRef,
  taxRateRef,
  translate,
  type WireAmount,
  type WireRef,
  type WireTaxRef,
  word,
} from '../values.ts';

type WireTrade = { price: WireAmount; text?: string; account: WireRef; tax_rate: WireTaxRef };

type WireItem = {
  sku: string;
  name: string;
  kind: string;
  state: string;
  sale: WireTrade | null;
  purchase: WireTrade | null;
};

const mapTrade = (wire: WireTrade | null) =>
  wire
    ? {
        unitPrice: wire.price,
        description: wire.text,
        accountRef: namedRef(wire.account),
        taxRateRef: taxRateRef(wire.tax_rate),
      }
    : undefined;

const tradeSchema = closed({
  unitPrice: amount('Price per unit, without tax.'),
  description: optional(longText()),
  accountRef: ref('The id of the account to which amounts of this item are posted.'),
  taxRateRef: ref('The id of a tax rate.'),
});

const tradeBody = (record: Static<typeof tradeSchema> | undefined) =>
  record && {
    price: record.unitPrice,
    text: record.description,
    account: idOf(record.accountRef),
    tax_rate: idOf(record.taxRateRef),
  };

const tradeFields = (theirs: string, ours: string) => ({
  [theirs]: ours,
  [`${theirs}.price`]: `${ours}.unitPrice`,
  [`${theirs}.text`]: `${ours}.description`,
  [`${theirs}.account`]: `${ours}.accountRef.id`,
  [`${theirs}.tax_rate`]: `${ours}.taxRateRef.id`,
});

const schema = closed({
  code: name(),
  name: name(),
  type: Type.Enum(['Inventory', 'NonInventory', 'Service']),
  itemStatus: optional(Type.Enum(['Active', 'Archived'])),
  invoiceItem: optional(tradeSchema),
  billItem: optional(tradeSchema),
});

export const items = sandboxType({
  dataType: 'items',
  map: (wire: WireItem) => ({
    code: wire.sku,
    name: wire.name,
    type: translate({ stock: 'Inventory', non_stock: 'NonInventory', service: 'Service' }, wire.kind),
    itemStatus: translate(activity, wire.state),
    isInvoiceItem: wire.sale !== null,
    isBillItem: wire.purchase !== null,
    invoiceItem: mapTrade(wire.sale),
    billItem: mapTrade(wire.purchase),
  }),
  push: {
    operations: allOperations(schema),
    choices: {
      'invoiceItem.accountRef.id': 'accounts',
      'invoiceItem.taxRateRef.id': 'taxRates',
      'billItem.accountRef.id': 'accounts',
      'billItem.taxRateRef.id': 'taxRates',
    },
    certainty: 'key',
    customFields: ownFields,
    undo: undoBy.archiveItem,
    body: (record: Static<typeof schema>) => ({
      sku: record.code,
      name: record.name,
      kind: word({ Inventory: 'stock', NonInventory: 'non_stock', Service: 'service' }, record.type),
      state: word(activityWords, record.itemStatus),
      sale: tradeBody(record.invoiceItem),
      purchase: tradeBody(record.billItem),
    }),
    fields: {
      sku: 'code',
      name: 'name',
      kind: 'type',
      state: 'itemStatus',
      ...tradeFields('sale', 'invoiceItem'),
      ...tradeFields('purchase', 'billItem'),
    },
  },
});
