import { sandboxType } from '../../sandbox-type.ts';
import { reportLine, type WireSection } from '../report-lines.ts';
import { day, type WireAmount } from '../values.ts';

type WireCashFlow = {
  from: string;
  to: string;
  currency: string;
  receipts: WireSection;
  payments: WireSection;
  opening: WireAmount;
  net: WireAmount;
  closing: WireAmount;
};

export const cashFlowStatement = sandboxType({
  dataType: 'cashFlowStatement',
  map: (wire: WireCashFlow) => ({
    fromDate: day(wire.from),
    toDate: day(wire.to),
    currency: wire.currency,
    cashReceipts: reportLine(wire.receipts),
    cashPayments: reportLine(wire.payments),
    openingBalance: wire.opening,
    netCashFlow: wire.net,
    closingBalance: wire.closing,
  }),
});
