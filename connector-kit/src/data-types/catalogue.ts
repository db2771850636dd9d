import { bankAccounts } from './banking/bank-accounts.ts';
import { bankTransactions } from './banking/bank-transactions.ts';
import { transfers } from './banking/transfers.ts';
import { accounts } from './books/accounts.ts';
import { attachments } from './books/attachments.ts';
import { info } from './books/info.ts';
import { items } from './books/items.ts';
import { journalEntries } from './books/journal-entries.ts';
import { taxRates } from './books/tax-rates.ts';
import { trackingCategories } from './books/tracking-categories.ts';
import type { DataType } from './data-type.ts';
import { billCreditNotes } from './purchases/bill-credit-notes.ts';
import { billPayments } from './purchases/bill-payments.ts';
import { bills } from './purchases/bills.ts';
import { purchaseOrders } from './purchases/purchase-orders.ts';
import { suppliers } from './purchases/suppliers.ts';
import { balanceSheet } from './reports/balance-sheet.ts';
import { cashFlowStatement } from './reports/cash-flow-statement.ts';
import { profitAndLoss } from './reports/profit-and-loss.ts';
import { creditNotes } from './sales/credit-notes.ts';
import { customers } from './sales/customers.ts';
import { invoices } from './sales/invoices.ts';
import { payments } from './sales/payments.ts';
import { salesOrders } from './sales/sales-orders.ts';

/**
 * Every data type. The first sync of a company fetches them in this order, unless the sync settings define another
 * order.
 */
export const dataTypes: readonly DataType[] = [
  invoices,
  bills,
  customers,
  suppliers,
  accounts,
  items,
  payments,
  billPayments,
  creditNotes,
  billCreditNotes,
  journalEntries,
  taxRates,
  trackingCategories,
  purchaseOrders,
  salesOrders,
  bankAccounts,
  bankTransactions,
  transfers,
  info,
  balanceSheet,
  profitAndLoss,
  cashFlowStatement,
  attachments,
];

const byName = new Map(dataTypes.map((dataType) => [dataType.name, dataType]));

export function findDataType(name: string): DataType | undefined {
  return byName.get(name);
}
