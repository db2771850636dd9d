import { accounts } from './accounts.ts';
import { balanceSheet } from './balance-sheet.ts';
import { bankAccounts } from './bank-accounts.ts';
import { bankTransactions } from './bank-transactions.ts';
import { billCreditNotes } from './bill-credit-notes.ts';
import { billPayments } from './bill-payments.ts';
import { bills } from './bills.ts';
import { cashFlowStatement } from './cash-flow-statement.ts';
import { creditNotes } from './credit-notes.ts';
import { customers } from './customers.ts';
import type { DataType } from './data-type.ts';
import { info } from './info.ts';
import { invoices } from './invoices.ts';
import { items } from './items.ts';
import { journalEntries } from './journal-entries.ts';
import { payments } from './payments.ts';
import { profitAndLoss } from './profit-and-loss.ts';
import { purchaseOrders } from './purchase-orders.ts';
import { salesOrders } from './sales-orders.ts';
import { suppliers } from './suppliers.ts';
import { taxRates } from './tax-rates.ts';
import { trackingCategories } from './tracking-categories.ts';
import { transfers } from './transfers.ts';

/** Every data type, in the default order in which first syncs fetch them. Settings can change the order. */
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
];

const byName = new Map(dataTypes.map((dataType) => [dataType.name, dataType]));

export function findDataType(name: string): DataType | undefined {
  return byName.get(name);
}
