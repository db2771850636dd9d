import { amountOf, pullChanged } from '@daybook/connector-kit';
import { readElements, readRecord } from '../../pull-records.ts';
import { getFromXero, headersFor } from '../../request-xero.ts';
import { xeroType } from '../../xero-type.ts';
import { readReport } from '../reports/read-report.ts';
import { present } from '../values.ts';

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
export const bankAccounts = xeroType({
  dataType: 'bankAccounts',
  ...source,
  pull: ({ baseUrl }) =>
    pullChanged(async ({ http, credentials }) => {
      const headers = headersFor(credentials);
      const query = new URLSearchParams({ where: source.where });
      const { body } = await getFromXero(http, `${baseUrl}/api.xro/2.0/Accounts?${query}`, headers);
      const today = new Date(http.nowMs()).toISOString().slice(0, 10);
      const dates = { fromDate: today, toDate: today };
      const report = await readReport({ http, credentials, baseUrl }, 'BankSummary', dates);
      const balances = new Map(report.flatMap(({ rows }) => rows.map((row) => [row.accountId, row.values.at(-1)])));
      return readElements(body, 'Accounts', (element) => {
        const { AccountID } = JSON.parse(element) as XeroBankAccount;
        const balance = JSON.stringify(balances.get(AccountID) ?? '0');
        return readRecord(`{"account":${element},"balance":${balance}}`, source);
      });
    }),
});
