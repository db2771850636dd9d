import { sandboxType } from '../../sandbox-type.ts';
import { activity, translate, type WireAmount } from '../values.ts';

type WireAccount = {
  code: string;
  name: string;
  memo: string;
  group: string;
  kind: string;
  currency: string;
  balance: WireAmount;
  is_bank: boolean;
  state: string;
};

const accountTypes = {
  asset: 'Asset',
  cost: 'Expense',
  revenue: 'Income',
  liability: 'Liability',
  equity: 'Equity',
};

export const accounts = sandboxType({
  dataType: 'accounts',
  map: (wire: WireAccount) => ({
    nominalCode: wire.code,
    name: wire.name,
    description: wire.memo,
    fullyQualifiedCategory: wire.group,
    type: translate(accountTypes, wire.kind),
    currency: wire.currency,
    currentBalance: wire.balance,
    isBankAccount: wire.is_bank,
    status: translate({ ...activity, pending: 'Pending' }, wire.state),
  }),
});
