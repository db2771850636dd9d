import { undoBy } from '@daybook/connector-kit';
import { trytonType } from '../../tryton-type.ts';
import { invoiceCreator } from './create-invoice.ts';
import { invoiceRemover } from './delete-invoice.ts';
import { source } from './invoice-source.ts';
import { createSchema, updateSchema } from './invoice-values.ts';
import { invoiceUpdater } from './update-invoice.ts';

export const invoices = trytonType({
  dataType: 'invoices',
  ...source,
  push: {
    operations: { create: createSchema, update: updateSchema, delete: true },
    choices: { 'lineItems.*.accountRef.id': 'accounts', 'lineItems.*.taxRateRef.id': 'taxRates' },
    // Whether a posted invoice can be cancelled is a setting of the company in Tryton, which is off by default.
    undo: (record) => ((record as { status?: string }).status === 'Draft' ? undoBy.delete() : undefined),
    pushers: { create: invoiceCreator, update: invoiceUpdater, delete: invoiceRemover },
  },
});
