import type { Row, XeroBooks } from './xero-books.ts';
import { systemAccounts } from './xero-seed.ts';

/** Accounts for money that was received or paid in advance. */
export const advances = { received: '840', paid: '620' };

/** Over- and prepayments on both sides, some of them used or paid back, and refunds of credit notes. */
export function seedCredits({ keep, rows }: XeroBooks, contacts: Row[]): void {
  keep('Accounts', { Code: advances.received, Name: 'Revenue Received in Advance', Type: 'CURRLIAB' });
  keep('Accounts', { Code: advances.paid, Name: 'Prepayments', Type: 'CURRENT' });
  const bank = { BankAccount: { Code: '090' } };
  const over = (Type: string, Contact: Row | undefined, UnitAmount: number, AccountCode: string) =>
    keep('BankTransactions', {
      ...{ ...bank, Type, Contact, Date: '2026-09-20', LineAmountTypes: 'NoTax', Reference: `${Type} 1` },
      LineItems: [{ Description: 'Too much', UnitAmount, AccountCode, TaxType: 'NONE' }],
    });
  const pre = (Type: string, Contact: Row | undefined, UnitAmount: number, AccountCode: string) =>
    keep('BankTransactions', {
      ...{ ...bank, Type, Contact, Date: '2026-09-21', LineAmountTypes: 'Exclusive', Reference: `${Type} 2` },
      LineItems: [{ Description: 'In advance', UnitAmount, AccountCode }],
    });
  const [sale, cost] = [contacts[0], contacts[3]];
  const received = over('RECEIVE-OVERPAYMENT', sale, 50, systemAccounts.debtors);
  over('RECEIVE-OVERPAYMENT', sale, 12.34, systemAccounts.debtors);
  const spent = over('SPEND-OVERPAYMENT', cost, 30.1, systemAccounts.creditors);
  const advance = pre('RECEIVE-PREPAYMENT', sale, 100, advances.received);
  pre('RECEIVE-PREPAYMENT', sale, 7.77, advances.received);
  const deposit = pre('SPEND-PREPAYMENT', cost, 40.05, advances.paid);

  const refund = (target: Row, Amount: number) =>
    keep('Payments', { ...target, Account: { Code: '090' }, Date: '2026-09-25', Amount, Reference: 'Back' });
  const note = (type: string) => ({
    CreditNote: { CreditNoteID: [...rows.CreditNotes.values()].find(({ Type }) => Type === type)?.CreditNoteID },
  });
  refund(note('ACCRECCREDIT'), 3.21);
  refund(note('ACCPAYCREDIT'), 2.5);
  refund({ Overpayment: { OverpaymentID: received.OverpaymentID } }, 20);
  refund({ Overpayment: { OverpaymentID: spent.OverpaymentID } }, 0.1);
  refund({ Prepayment: { PrepaymentID: advance.PrepaymentID } }, 24);
  refund({ Prepayment: { PrepaymentID: deposit.PrepaymentID } }, 6);

  const use = (collection: 'Overpayments' | 'Prepayments', id: unknown, invoice: Row | undefined, Amount: number) => {
    const credit = rows[collection].get(String(id)) ?? {};
    const Invoice = { InvoiceID: invoice?.InvoiceID, InvoiceNumber: invoice?.InvoiceNumber };
    keep(collection, { ...credit, Allocations: [{ Amount, Date: '2026-09-28', Invoice }] });
    keep('Invoices', { ...invoice, AmountCredited: Number(invoice?.AmountCredited ?? 0) + Amount });
  };
  const open = (type: string) =>
    [...rows.Invoices.values()].find(
      ({ Type, Status, AmountDue }) => Type === type && Status === 'AUTHORISED' && Number(AmountDue) > 2,
    );
  use('Overpayments', received.OverpaymentID, open('ACCREC'), 1.5);
  use('Prepayments', advance.PrepaymentID, open('ACCREC'), 1.2);
  use('Prepayments', deposit.PrepaymentID, open('ACCPAY'), 1.8);
}
