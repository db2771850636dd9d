import { allOperations, closed, optional, ref, text } from '@daybook/connector-kit/push-parts';
import Type, { type Static } from 'typebox';
import { xeroType } from '../xero-type.ts';
import { accountRef, present, taxRateRef } from './values.ts';

type XeroTrade = { UnitPrice?: number; AccountCode?: string; COGSAccountCode?: string; TaxType?: string };

type XeroItem = {
  ItemID: string;
  Code: string;
  Name?: string;
  Description?: string;
  PurchaseDescription?: string;
  IsSold?: boolean;
  IsPurchased?: boolean;
  IsTrackedAsInventory?: boolean;
  SalesDetails?: XeroTrade;
  PurchaseDetails?: XeroTrade;
};

const mapTrade = (wire: XeroTrade | undefined, description: string | undefined) =>
  wire && {
    unitPrice: wire.UnitPrice,
    description: present(description),
    accountRef: accountRef(wire.AccountCode || wire.COGSAccountCode),
    taxRateRef: taxRateRef(wire.TaxType),
  };

const trade = closed({
  unitPrice: optional(Type.Number()),
  description: optional(text(4000)),
  accountRef: optional(ref('The id of the account to which the item is booked.')),
  taxRateRef: optional(ref('The id of a tax rate.')),
});
const schema = closed({
  code: text(30, 'Unique.'),
  name: optional(text(50)),
  invoiceItem: optional(trade),
  billItem: optional(trade),
});

const tradeBody = (record: Static<typeof trade> | undefined) =>
  record && { UnitPrice: record.unitPrice, AccountCode: record.accountRef?.id, TaxType: record.taxRateRef?.id };

export const items = xeroType({
  dataType: 'items',
  endpoint: 'Items',
  id: (wire: XeroItem) => wire.ItemID,
  parameters: { unitdp: '4' },
  isDated: true,
  // Xero does not report the type of an item, only whether it is tracked as inventory. Xero has no archived items.
  map: (wire: XeroItem) => ({
    code: wire.Code,
    name: present(wire.Name),
    type: wire.IsTrackedAsInventory ? 'Inventory' : 'NonInventory',
    itemStatus: 'Active',
    isInvoiceItem: wire.IsSold,
    isBillItem: wire.IsPurchased,
    invoiceItem: wire.IsSold === false ? undefined : mapTrade(wire.SalesDetails, wire.Description),
    billItem: wire.IsPurchased === false ? undefined : mapTrade(wire.PurchaseDetails, wire.PurchaseDescription),
  }),
  push: {
    operations: allOperations(schema),
    isRemovedByRequest: true,
    choices: {
      'invoiceItem.accountRef.id': 'accounts',
      'invoiceItem.taxRateRef.id': 'taxRates',
      'billItem.accountRef.id': 'accounts',
      'billItem.taxRateRef.id': 'taxRates',
    },
    body: (record: Static<typeof schema>) => ({
      Code: record.code,
      Name: record.name,
      IsSold: record.invoiceItem !== undefined,
      Description: record.invoiceItem?.description,
      SalesDetails: tradeBody(record.invoiceItem),
      IsPurchased: record.billItem !== undefined,
      PurchaseDescription: record.billItem?.description,
      PurchaseDetails: tradeBody(record.billItem),
    }),
    complaints: [
      { pattern: /account code|sales.*account|account/i, field: 'invoiceItem.accountRef.id' },
      { pattern: /tax ?type/i, field: 'invoiceItem.taxRateRef.id' },
      { pattern: /code/i, field: 'code' },
      { pattern: /name/i, field: 'name' },
    ],
  },
});
