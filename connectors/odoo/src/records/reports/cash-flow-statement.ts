import { amountOf, defineType, subtract, sum } from '@daybook/connector-kit';
import type { OdooShared } from '../../odoo-type.ts';
import { day } from '../../values.ts';
import { createReportPull, reportFromSource, type WireReport } from './pull-reports.ts';
import { balance, itemsOf, section } from './sections.ts';

export const cashFlowStatement = defineType<OdooShared>({
  dataType: 'cashFlowStatement',
  pull: ({ sessions }) => createReportPull({ sessions, map: mapCashFlow }),
  fromSource: (text) => reportFromSource(mapCashFlow)(text),
});

/** What was booked on the accounts of banks and cash. A transfer between two of them is a receipt and a payment. */
export function mapCashFlow(wire: WireReport) {
  const cash = wire.accounts.filter(({ account_type: type }) => type === 'asset_cash');
  const receipts = section(
    'Cash receipts',
    itemsOf(cash, ({ debit }) => debit),
  );
  const payments = section(
    'Cash payments',
    itemsOf(cash, ({ credit }) => credit),
  );
  return {
    fromDate: day(wire.from),
    toDate: day(wire.to),
    currency: wire.currency,
    cashReceipts: receipts.line,
    cashPayments: payments.line,
    openingBalance: amountOf(sum(cash.map(({ before }) => before))),
    netCashFlow: amountOf(subtract(receipts.total, payments.total)),
    closingBalance: amountOf(sum(cash.map(balance))),
  };
}
