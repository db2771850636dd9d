import { amountOf, defineType, signOf, subtract, sum } from '@daybook/connector-kit';
import type { PullSettings } from '../../pull-records.ts';
import { firstDay, lastDay, monthlyReports, reportFromSource, total } from './monthly-reports.ts';
import type { MonthlyReport, ReportLine } from './read-report.ts';

const activities = ['OperatingActivities', 'InvestingActivities', 'FinancingActivities'];

/**
 * QuickBooks' statement starts from the net income and lists by how much each account has changed the cash. The
 * receipts are the rows that increased it, and the payments those that decreased it.
 */
export function mapCashFlow({ month, currency, lines }: MonthlyReport) {
  const isIn = (line: ReportLine, groups: readonly string[]) => line.groups.some((group) => groups.includes(group));
  const flows = lines.filter((line) => isIn(line, activities));
  const opening = sum(lines.filter((line) => isIn(line, ['BeginningCash'])).map(({ value }) => value));
  const net = sum(flows.map(({ value }) => value));
  const payments = flows.filter(({ value }) => signOf(value) < 0);
  return {
    fromDate: firstDay(month),
    toDate: lastDay(month),
    currency,
    cashReceipts: total(
      'Sources of cash',
      flows.filter(({ value }) => signOf(value) > 0),
    ).line,
    cashPayments: total(
      'Uses of cash',
      payments.map((line) => ({ ...line, value: subtract('0', line.value) })),
    ).line,
    openingBalance: amountOf(opening),
    netCashFlow: amountOf(net),
    closingBalance: amountOf(sum([opening, net])),
  };
}

export const cashFlowStatement = defineType<PullSettings>({
  dataType: 'cashFlowStatement',
  pull: ({ baseUrl }) => monthlyReports(baseUrl, 'CashFlow', mapCashFlow),
  fromSource: reportFromSource(mapCashFlow),
});
