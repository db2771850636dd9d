import { undoBy } from '@daybook/connector-kit';
import { closed, createAndUpdate, optional, ref, text } from '@daybook/connector-kit/push-parts';
import Type, { type Static } from 'typebox';
import { quickbooksType } from '../quickbooks-type.ts';
import type { QboMeta, QboRef } from '../wire.ts';
import { activity, isActive, namedRef, present, refTo } from './values.ts';

type QboItem = QboMeta & {
  Name: string;
  Sku?: string;
  Type: string;
  Active?: boolean;
  Description?: string;
  PurchaseDesc?: string;
  UnitPrice?: number;
  PurchaseCost?: number;
  IncomeAccountRef?: QboRef;
  ExpenseAccountRef?: QboRef;
  SalesTaxCodeRef?: QboRef;
  PurchaseTaxCodeRef?: QboRef;
};

const types: Readonly<Record<string, string>> = {
  Inventory: 'Inventory',
  NonInventory: 'NonInventory',
  Service: 'Service',
};

const trade = closed({
  unitPrice: optional(Type.Number()),
  description: optional(text(4000)),
  accountRef: ref('The id of the account to which the item is booked.'),
});
const schema = closed({
  code: optional(text(100)),
  name: text(100, 'Unique.'),
  type: Type.Enum(['NonInventory', 'Service']),
  itemStatus: optional(Type.Enum(['Active', 'Archived'])),
  invoiceItem: trade,
  billItem: optional(trade),
});

/** An item cannot be deleted, only made inactive. */
export const items = quickbooksType({
  dataType: 'items',
  entity: 'Item',
  hasInactive: true,
  // Categories are folders of items and are not items themselves.
  belongs: (wire: QboItem) => wire.Type !== 'Category',
  map: (wire: QboItem) => ({
    code: present(wire.Sku),
    name: wire.Name,
    type: types[wire.Type] ?? 'Unknown',
    itemStatus: activity(wire.Active),
    isInvoiceItem: wire.IncomeAccountRef !== undefined,
    isBillItem: wire.ExpenseAccountRef !== undefined,
    invoiceItem: wire.IncomeAccountRef && {
      unitPrice: wire.UnitPrice,
      description: present(wire.Description),
      accountRef: namedRef(wire.IncomeAccountRef),
      taxRateRef: namedRef(wire.SalesTaxCodeRef),
    },
    billItem: wire.ExpenseAccountRef && {
      unitPrice: wire.PurchaseCost,
      description: present(wire.PurchaseDesc),
      accountRef: namedRef(wire.ExpenseAccountRef),
      taxRateRef: namedRef(wire.PurchaseTaxCodeRef),
    },
  }),
  push: {
    operations: createAndUpdate(schema),
    undo: undoBy.archiveWhole('itemStatus'),
    choices: { 'invoiceItem.accountRef.id': 'accounts', 'billItem.accountRef.id': 'accounts' },
    body: (record: Static<typeof schema>) => ({
      Name: record.name,
      Sku: record.code,
      Type: record.type,
      Description: record.invoiceItem.description,
      UnitPrice: record.invoiceItem.unitPrice,
      IncomeAccountRef: refTo(record.invoiceItem.accountRef),
      PurchaseDesc: record.billItem?.description,
      PurchaseCost: record.billItem?.unitPrice,
      ExpenseAccountRef: refTo(record.billItem?.accountRef),
      Active: isActive(record.itemStatus),
    }),
    fields: {
      Name: 'name',
      Sku: 'code',
      Type: 'type',
      IncomeAccountRef: 'invoiceItem.accountRef.id',
      ExpenseAccountRef: 'billItem.accountRef.id',
      UnitPrice: 'invoiceItem.unitPrice',
    },
  },
});
