import { closed, optional, text } from '@daybook/connector-kit/push-parts';
import Type, { type Static } from 'typebox';
import { xeroType } from '../xero-type.ts';
import { activity, present, translate } from './values.ts';

type XeroAccount = {
  AccountID: string;
  Code?: string;
  Name: string;
  Type: string;
  Class?: string;
  Status: string;
  Description?: string;
  CurrencyCode?: string;
};

const classes = {
  ASSET: 'Asset',
  EXPENSE: 'Expense',
  REVENUE: 'Income',
  LIABILITY: 'Liability',
  EQUITY: 'Equity',
};

const types = [
  ...['CURRENT', 'CURRLIAB', 'DIRECTCOSTS', 'EQUITY', 'EXPENSE', 'FIXED'],
  ...['OTHERINCOME', 'OVERHEADS', 'REVENUE', 'SALES'],
];

const schema = closed({
  nominalCode: text(10, 'Must be unique: other records refer to the account by this code.'),
  name: text(150),
  description: optional(text(4000)),
  fullyQualifiedCategory: Type.Enum(types, { description: "Xero's own account type." }),
});

/** An account cannot be deleted at Xero, only archived. */
export const accounts = xeroType({
  dataType: 'accounts',
  endpoint: 'Accounts',
  id: (wire: XeroAccount) => wire.Code || wire.AccountID,
  isDated: true,
  map: (wire: XeroAccount) => ({
    nominalCode: present(wire.Code),
    name: wire.Name,
    description: present(wire.Description),
    fullyQualifiedCategory: wire.Type,
    type: translate(classes, wire.Class),
    currency: present(wire.CurrencyCode),
    isBankAccount: wire.Type === 'BANK',
    status: translate(activity, wire.Status),
  }),
  push: {
    operations: { create: schema },
    choices: {},
    body: (record: Static<typeof schema>) => ({
      Code: record.nominalCode,
      Name: record.name,
      Type: record.fullyQualifiedCategory,
      Description: record.description,
    }),
    complaints: [
      { pattern: /code/i, field: 'nominalCode' },
      { pattern: /name/i, field: 'name' },
    ],
  },
});
