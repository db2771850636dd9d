import { amountOf, pullChanged } from '@daybook/connector-kit';
import { readElements, readRecord } from '../../pull-records.ts';
import { getFromXero, headersFor } from '../../request-xero.ts';
import { type XeroShared, xeroType } from '../../xero-type.ts';
import { readBankSummary } from '../reports/read-bank-summary.ts';
import type { Access } from '../reports/read-report.ts';
import { present } from '../values.ts';
import { createBankAccountPush } from './push-bank-accounts.ts';

type XeroBankAccount = {
  AccountID: string;
  Code?: string;
  Name: string;
  BankAccountNumber?: string;
  CurrencyCode?: string;
};
/** An account together with its balance, which only a report has. */
type WithBalance = { account: XeroBankAccount; balance: string };

const source = {
  endpoint: 'Accounts',
  id: ({ account }: WithBalance) => account.Code || account.AccountID,
  where: 'Type=="BANK"',
  isDated: false,
  map: ({ account, balance }: WithBalance) => ({
    accountName: account.Name,
    accountNumber: present(account.BankAccountNumber),
    currency: present(account.CurrencyCode),
    balance: amountOf(balance),
  }),
};

/** The balance is the closing balance of today in Xero's bank summary. An account that it does not list has 0. */
async function readBankAccounts(baseUrl: string, { http, credentials }: Omit<Access, 'baseUrl'>) {
  const headers = headersFor(credentials);
  const query = new URLSearchParams({ where: source.where });
  const { body } = await getFromXero(http, `${baseUrl}/api.xro/2.0/Accounts?${query}`, headers);
  const today = new Date(http.nowMs()).toISOString().slice(0, 10);
  const banks = await readBankSummary({ http, credentials, baseUrl }, { from: today, to: today });
  const balances = new Map(banks.map(({ accountId, closing }) => [accountId, closing]));
  return readElements(body, 'Accounts', (element) => {
    const { AccountID } = JSON.parse(element) as XeroBankAccount;
    const balance = JSON.stringify(balances.get(AccountID) ?? '0');
    return readRecord(`{"account":${element},"balance":${balance}}`, source);
  });
}

export const bankAccounts = {
  ...xeroType({
    dataType: 'bankAccounts',
    ...source,
    pull: ({ baseUrl }) => pullChanged((access) => readBankAccounts(baseUrl, access)),
  }),
  push: ({ baseUrl }: XeroShared) => createBankAccountPush(baseUrl, (access) => readBankAccounts(baseUrl, access)),
};
