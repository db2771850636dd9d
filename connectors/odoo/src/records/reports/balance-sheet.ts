import { amountOf, defineType, negate, subtract, sum } from '@daybook/connector-kit';
import type { OdooShared } from '../../odoo-type.ts';
import { day } from '../../values.ts';
import { kindOf } from '../accounts.ts';
import { createReportPull, reportFromSource, type WireReport } from './pull-reports.ts';
import { balance, itemsOf, section } from './sections.ts';

export const balanceSheet = defineType<OdooShared>({
  dataType: 'balanceSheet',
  pull: ({ sessions }) => createReportPull({ sessions, map: mapBalanceSheet }),
  fromSource: (text) => reportFromSource(mapBalanceSheet)(text),
});

export function mapBalanceSheet(wire: WireReport) {
  const of = (...kinds: string[]) => wire.accounts.filter((row) => kinds.includes(kindOf(row.account_type)));
  const asCredit = (row: (typeof wire.accounts)[number]) => negate(balance(row));
  // Odoo books no closing entries: the results of this year and of earlier years count as equity.
  const result = sum(of('Income', 'Expense').map(asCredit));
  const assets = section('Assets', itemsOf(of('Asset'), balance));
  const liabilities = section('Liabilities', itemsOf(of('Liability'), asCredit));
  const equity = section('Equity', [
    ...itemsOf(of('Equity'), asCredit),
    { name: 'Result not yet closed', value: result },
  ]);
  return {
    date: day(wire.to),
    currency: wire.currency,
    assets: assets.line,
    liabilities: liabilities.line,
    equity: equity.line,
    netAssets: amountOf(subtract(assets.total, liabilities.total)),
  };
}
