import { newCustomer, newInvoice, type References } from './records.ts';

/**
 * A customer, its invoice and the payment of the invoice. `amount` more than the invoice's total is rejected, and so is
 * every payment of a draft.
 */
export function orderSteps(
  of: References,
  n = 1,
  { amount = 1, status = 'Submitted' }: { amount?: number; status?: 'Draft' | 'Submitted' } = {},
) {
  const { customerRef: _, ...invoice } = newInvoice(of, n);
  return [
    { key: 'customer', dataType: 'customers', operation: 'create', record: newCustomer(n) },
    {
      key: 'invoice',
      dataType: 'invoices',
      operation: 'create',
      record: { ...invoice, status, customerRef: { id: { fromStep: 'customer' } } },
    },
    {
      key: 'payment',
      dataType: 'payments',
      operation: 'create',
      record: {
        customerRef: { id: { fromStep: 'customer' } },
        accountRef: { id: of.bank },
        date: '2026-11-02T00:00:00Z',
        totalAmount: amount,
        lines: [{ links: [{ type: 'Invoice', id: { fromStep: 'invoice' }, amount }] }],
      },
    },
  ];
}
