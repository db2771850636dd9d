import { amountOf, defineType, negate, subtract } from '@daybook/connector-kit';
import type { OdooShared } from '../../odoo-type.ts';
import { day } from '../../values.ts';
import { kindOf } from '../accounts.ts';
import { createReportPull, reportFromSource, type WireReport } from './pull-reports.ts';
import { change, itemsOf, section } from './sections.ts';

export const profitAndLoss = defineType<OdooShared>({
  dataType: 'profitAndLoss',
  pull: ({ sessions }) => createReportPull({ sessions, map: mapProfitAndLoss }),
  fromSource: (text) => reportFromSource(mapProfitAndLoss)(text),
});

const directCosts = 'expense_direct_cost';

export function mapProfitAndLoss(wire: WireReport) {
  const of = (kind: string) => wire.accounts.filter((row) => kindOf(row.account_type) === kind);
  const income = section(
    'Income',
    itemsOf(of('Income'), (row) => negate(change(row))),
  );
  const isDirect = ({ account_type: type }: { account_type: string }) => type === directCosts;
  const costs = section('Cost of sales', itemsOf(of('Expense').filter(isDirect), change));
  const others = of('Expense').filter((row) => !isDirect(row));
  const expenses = section('Expenses', itemsOf(others, change));
  const gross = subtract(income.total, costs.total);
  return {
    fromDate: day(wire.from),
    toDate: day(wire.to),
    currency: wire.currency,
    income: income.line,
    costOfSales: costs.line,
    expenses: expenses.line,
    grossProfit: amountOf(gross),
    netProfit: amountOf(subtract(gross, expenses.total)),
  };
}
