import { Alert, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useMemo } from 'react';
import { read } from '../../../api.ts';
import { t } from '../../../messages/books.ts';
import { CurlLine } from '../../../ui/code/CurlLine.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { SkeletonRows } from '../../../ui/frame/PageLoading.tsx';
import { negate, signOf } from '../../../ui/money/decimal.ts';
import { formatMoney } from '../../../ui/money/format-money.ts';
import { FigureTable } from '../../../ui/table/FigureTable.tsx';
import { useCompany } from '../company-context.ts';
import { isNotThere, NotThere } from '../records/NotThere.tsx';
import { RecordLink } from '../records/RecordLink.tsx';
import { useAsOfSearch } from '../time/use-as-of.ts';
import { ExportButtons } from './ExportButtons.tsx';
import { StatementHead } from './StatementHead.tsx';
import { trialBalanceSheet } from './statement-sheet.ts';
import { ToRecords } from './ToRecords.tsx';
import { type AccountRecord, buildTrialBalances, type TrialBalance } from './trial-balance.ts';

/** The page size of the API at most. A chart of accounts with more accounts is not totalled. */
const accountsMax = 5000;
const groupWords: Record<string, string> = {
  Asset: t('assets'),
  Liability: t('liabilities'),
  Equity: t('equity'),
  Income: t('income'),
  Expense: t('expenses'),
};

/** A trial balance of the balances that the platform states for the accounts. */
export function TrialBalanceView() {
  const { companyId, name } = useCompany();
  const asOf = useAsOfSearch();
  const input = { companyId, dataType: 'accounts', pageSize: accountsMax, ...asOf };
  const accounts = useQuery(read('listRecords', input, { exact: true }));
  const records = accounts.data?.results as unknown as AccountRecord[] | undefined;
  const balances = useMemo(() => buildTrialBalances(records ?? []), [records]);
  if (accounts.isPending) return <SkeletonRows count={16} />;
  if (isNotThere(accounts.error))
    return <NotThere error={accounts.error} dataType="accounts" action={<ToRecords dataType="accounts" />} />;
  if (!accounts.data)
    return (
      <ErrorNote error={accounts.error} title={t('couldNotLoadStatement')} retry={() => void accounts.refetch()} />
    );
  if (accounts.data.totalResults > accountsMax)
    return <EmptyState title={t('tooManyAccounts')}>{t('tooManyAccountsFor', { count: accountsMax })}</EmptyState>;
  if (balances.length === 0) return <EmptyState title={t('noBalances')}>{t('thePlatformStatesNoBalances')}</EmptyState>;
  return (
    <section className="section statement-sheet">
      <StatementHead
        title={t('trialBalance')}
        companyName={name}
        lead={t('trialBalanceMadeFrom')}
        actions={
          <ExportButtons
            sheet={() => trialBalanceSheet(t('trialBalance'), balances)}
            names={[name, t('trialBalance')]}
          />
        }
      />
      {balances.map((balance) => (
        <BalanceTable key={balance.currency} companyId={companyId} balance={balance} />
      ))}
      <Text size="sm" c="dimmed" mt="xs">
        {t('trialBalanceCoverage', {
          shown: balances.flatMap(({ groups }) => groups.flatMap(({ rows }) => rows)).length,
          all: accounts.data.totalResults,
        })}
      </Text>
      <CurlLine operation="listRecords" input={input} />
    </section>
  );
}

function BalanceTable({ companyId, balance }: { companyId: string; balance: TrialBalance }) {
  const { currency, groups, debit, credit, difference } = balance;
  const label = currency ? t('trialBalanceIn', { currency }) : t('trialBalance');
  return (
    <>
      {signOf(difference) !== 0 && (
        <Alert variant="outline" color="yellow" mb="xs" p="xs">
          {t('debitsAndCreditsDiffer', {
            amount: formatMoney(signOf(difference) < 0 ? negate(difference) : difference, currency),
          })}
        </Alert>
      )}
      <FigureTable label={label}>
        <thead>
          <tr>
            <th scope="col">{t('account')}</th>
            <th scope="col" className="figure">
              {t('debit')}
              <span className="statement-currency">{currency}</span>
            </th>
            <th scope="col" className="figure">
              {t('credit')}
              <span className="statement-currency">{currency}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {groups.map(({ type, rows }) => (
            <Fragment key={type}>
              <tr className="statement-section">
                <th scope="colgroup" colSpan={3}>
                  {groupWords[type] ?? t('unknownType')}
                </th>
              </tr>
              {rows.map((row) => (
                <tr key={row.id} className="statement-line">
                  <th scope="row">
                    <span className="account-code">{row.code}</span>
                    <RecordLink companyId={companyId} dataType="accounts" id={row.id}>
                      {row.name}
                    </RecordLink>
                  </th>
                  <td className="figure">{row.debit !== undefined && formatMoney(row.debit)}</td>
                  <td className="figure">{row.credit !== undefined && formatMoney(row.credit)}</td>
                </tr>
              ))}
            </Fragment>
          ))}
          <tr className="statement-total">
            <th scope="row">{t('total')}</th>
            <td className="figure" data-amount={debit}>
              {formatMoney(debit)}
            </td>
            <td className="figure" data-amount={credit}>
              {formatMoney(credit)}
            </td>
          </tr>
        </tbody>
      </FigureTable>
    </>
  );
}
