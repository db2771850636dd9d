import { sandboxType } from '../../sandbox-type.ts';
import { reportLine, type WireSection } from '../report-lines.ts';
import { day, type WireAmount } from '../values.ts';

type WireBalanceSheet = {
  as_of: string;
  currency: string;
  assets: WireSection;
  liabilities: WireSection;
  equity: WireSection;
  net_assets: WireAmount;
};

export const balanceSheet = sandboxType({
  dataType: 'balanceSheet',
  map: (wire: WireBalanceSheet) => ({
    date: day(wire.as_of),
    currency: wire.currency,
    assets: reportLine(wire.assets),
    liabilities: reportLine(wire.liabilities),
    equity: reportLine(wire.equity),
    netAssets: wire.net_assets,
  }),
});
