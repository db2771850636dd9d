import { t } from '../../../messages/books.ts';

/** A part of a statement: a section with lines and a subtotal, or a single figure of the record. */
export type Part =
  | { kind: 'section'; field: string; title: string; total: string }
  | { kind: 'figure'; field: string; title: string; isTotal: boolean };

export type StatementKind = {
  /** In the URL. */
  id: string;
  dataType: string;
  title: string;
  orderBy: string;
  parts: Part[];
};

const section = (field: string, title: string, total: string): Part => ({ kind: 'section', field, title, total });
const total = (field: string, title: string): Part => ({ kind: 'figure', field, title, isTotal: true });
const figure = (field: string, title: string): Part => ({ kind: 'figure', field, title, isTotal: false });

/** The statements that are made of one record per period. */
export const statementKinds: StatementKind[] = [
  {
    id: 'balance-sheet',
    dataType: 'balanceSheet',
    title: t('balanceSheet'),
    orderBy: '-date',
    parts: [
      section('assets', t('assets'), t('totalAssets')),
      section('liabilities', t('liabilities'), t('totalLiabilities')),
      total('netAssets', t('netAssets')),
      section('equity', t('equity'), t('totalEquity')),
    ],
  },
  {
    id: 'profit-and-loss',
    dataType: 'profitAndLoss',
    title: t('profitAndLoss'),
    orderBy: '-toDate',
    parts: [
      section('income', t('income'), t('totalIncome')),
      section('costOfSales', t('costOfSales'), t('totalCostOfSales')),
      total('grossProfit', t('grossProfit')),
      section('expenses', t('expenses'), t('totalExpenses')),
      total('netProfit', t('netProfit')),
    ],
  },
  {
    id: 'cash-flow',
    dataType: 'cashFlowStatement',
    title: t('cashFlow'),
    orderBy: '-toDate',
    parts: [
      figure('openingBalance', t('openingBalance')),
      section('cashReceipts', t('cashReceipts'), t('totalCashReceipts')),
      section('cashPayments', t('cashPayments'), t('totalCashPayments')),
      total('netCashFlow', t('netCashFlow')),
      total('closingBalance', t('closingBalance')),
    ],
  },
];

export const trialBalanceId = 'trial-balance';

/** All statements, in the order in which they are offered. */
export const statementChoices = [
  ...statementKinds.map(({ id, title, dataType }) => ({ id, title, dataType })),
  { id: trialBalanceId, title: t('trialBalance'), dataType: 'accounts' },
];
