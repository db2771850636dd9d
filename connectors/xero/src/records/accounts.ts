import { type PushInput, undoBy } from '@daybook/connector-kit';
import { closed, optional, text } from '@daybook/connector-kit/push-parts';
import Type, { type Static } from 'typebox';
import { readElements } from '../pull-records.ts';
import { getFromXero, headersFor } from '../request-xero.ts';
import { xeroType } from '../xero-type.ts';
import { activity, isUuid, present, translate } from './values.ts';

type XeroAccount = {
  AccountID: string;
  Code?: string;
  Name: string;
  Type: string;
  Class?: string;
  Status: string;
  Description?: string;
  CurrencyCode?: string;
  SystemAccount?: string;
};

const roles: Readonly<Record<string, 'Receivables' | 'Payables'>> = { DEBTORS: 'Receivables', CREDITORS: 'Payables' };

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

const changeable = {
  name: text(150),
  description: optional(text(4000)),
  fullyQualifiedCategory: Type.Enum(types, { description: "Xero's own account type." }),
};
const schema = closed({
  nominalCode: text(10, 'Must be unique: other records refer to the account by this code.'),
  ...changeable,
});
type Pushed = Static<typeof schema>;

const changes = (record: Partial<Pushed>) => ({
  Name: record.name,
  Type: record.fullyQualifiedCategory,
  Description: record.description,
});

const update = closed({
  ...changeable,
  status: optional(Type.Enum(['Archived'], { description: 'Archives the account and changes nothing else.' })),
});

export type Access = Pick<PushInput, 'http' | 'credentials'>;

/** Other records name an account by its code, but its URL has Xero's own id. */
export async function findAccountId(
  { http, credentials }: Access,
  place: string,
  id: string,
): Promise<string | undefined> {
  if (/["\\]/.test(id)) return undefined;
  const query = new URLSearchParams({ where: `Code=="${id}"` });
  const { body } = await getFromXero(http, `${place}?${query}`, headersFor(credentials));
  const found = readElements(body, 'Accounts', (text) => JSON.parse(text) as XeroAccount);
  return found[0]?.AccountID ?? (isUuid(id) ? id : undefined);
}

export const ownAccountId = (input: PushInput, place: string) => findAccountId(input, place, input.wish.recordId ?? '');

/** Xero deletes only accounts without transactions that it has not made itself. The code of an account is its id. */
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
    role: roles[wire.SystemAccount ?? ''],
    currency: present(wire.CurrencyCode),
    isBankAccount: wire.Type === 'BANK',
    status: translate(activity, wire.Status),
  }),
  push: {
    operations: { create: schema, update, delete: true },
    choices: {},
    // Xero deletes only accounts without transactions, and does not document whether a voided one counts.
    undo: undoBy.archive,
    body: (record: Pushed) => ({ Code: record.nominalCode, ...changes(record) }),
    changes: (record: Partial<Static<typeof update>>) =>
      record.status === 'Archived' ? { Status: 'ARCHIVED' } : changes(record),
    isRemovedByRequest: true,
    ownId: ownAccountId,
    complaints: [
      { pattern: /code/i, field: 'nominalCode' },
      { pattern: /name/i, field: 'name' },
    ],
  },
});
