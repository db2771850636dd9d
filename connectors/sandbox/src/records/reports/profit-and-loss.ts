import { sandboxType } from '../../sandbox-type.ts';
import { reportLine, type WireSection } from '../report-lines.ts';
import { day, type WireAmount } from '../values.ts';

type WireProfitAndLoss = {
  from: string;
  to: string;
  currency: string;
  income: WireSection;
  cost_of_sales: WireSection;
  overheads: WireSection;
  gross_profit: WireAmount;
  net_profit: WireAmount;
};

export const profitAndLoss = sandboxType({
  dataType: 'profitAndLoss',
  map: (wire: WireProfitAndLoss) => ({
    fromDate: day(wire.from),
    toDate: day(wire.to),
    currency: wire.currency,
    income: reportLine(wire.income),
    costOfSales: reportLine(wire.cost_of_sales),
    expenses: reportLine(wire.overheads),
    grossProfit: wire.gross_profit,
    netProfit: wire.net_profit,
  }),
});
