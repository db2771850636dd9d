import type { DataType } from '../data-type.ts';
import { accountRef, amount, choice, flag, itemStatus, object, optional, taxRateRef, text } from '../parts.ts';

export const items: DataType = {
  name: 'items',
  description: 'Products and services.',
  columns: { status: 'itemStatus', ref1: 'code' },
  record: object({
    code: optional(text()),
    name: optional(text()),
    type: choice('Unknown', 'Inventory', 'NonInventory', 'Service'),
    itemStatus,
    isInvoiceItem: optional(flag()),
    isBillItem: optional(flag()),
    invoiceItem: optional(
      object({
        unitPrice: optional(amount()),
        description: optional(text()),
        accountRef: optional(accountRef),
        taxRateRef: optional(taxRateRef),
      }),
    ),
    billItem: optional(
      object({
        unitPrice: optional(amount()),
        description: optional(text()),
        accountRef: optional(accountRef),
        taxRateRef: optional(taxRateRef),
      }),
    ),
  }),
};
