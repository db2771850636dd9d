import { amountOf, negate } from '@daybook/connector-kit';
import { readDay } from '../../xero-dates.ts';
import { xeroType } from '../../xero-type.ts';
import type { XeroRef } from '../documents.ts';
import { bankRef, present, type XeroBankRef } from '../values.ts';

type XeroBankTransaction = {
  BankTransactionID: string;
  Type: string;
  Status: string;
  Date?: string;
  Reference?: string;
  Total: number;
  IsReconciled?: boolean;
  BankAccount: XeroBankRef;
  Contact?: XeroRef;
  LineItems?: { Description?: string }[];
};

/**
 * Money that was spent or received directly. Payments of invoices and bills are in `payments` and `billPayments`. Xero
 * gives every amount without a sign.
 */
export const bankTransactions = xeroType({
  dataType: 'bankTransactions',
  endpoint: 'BankTransactions',
  id: (wire: XeroBankTransaction) => wire.BankTransactionID,
  orderBy: 'BankTransactionID',
  parameters: { unitdp: '4' },
  isDated: true,
  belongs: (wire: XeroBankTransaction) => wire.Status !== 'VOIDED',
  map: (wire: XeroBankTransaction) => ({
    bankAccountRef: bankRef(wire.BankAccount),
    date: readDay(wire.Date ?? '/Date(0)/'),
    description: present(wire.LineItems?.[0]?.Description) ?? present(wire.Contact?.Name),
    reference: present(wire.Reference),
    amount: wire.Type.startsWith('SPEND') ? amountOf(negate(JSON.stringify(wire.Total))) : wire.Total,
    reconciled: wire.IsReconciled,
  }),
});
