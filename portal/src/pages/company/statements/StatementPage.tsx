import { useQuery } from '@tanstack/react-query';
import { Link, Navigate } from '@tanstack/react-router';
import { read } from '../../../api.ts';
import { t } from '../../../messages/books.ts';
import { paths } from '../../../paths.ts';
import { usePageTitle } from '../../../ui/frame/Page.tsx';
import { SkeletonRows } from '../../../ui/frame/PageLoading.tsx';
import { useParam } from '../../../ui/use-address.ts';
import { useCompany } from '../company-context.ts';
import { AsOfBar } from '../time/AsOfBar.tsx';
import { useAsOfSearch } from '../time/use-as-of.ts';
import { PeriodStatement } from './PeriodStatement.tsx';
import { statementChoices, statementKinds, trialBalanceId } from './statement-kinds.ts';
import { TrialBalanceView } from './TrialBalanceView.tsx';
import '../../../ui/print.css';
import './statements.css';

/** The statements of a company. Each has its own URL. */
export function StatementPage() {
  const { companyId, name } = useCompany();
  const id = useParam('statement');
  const asOf = useAsOfSearch();
  const status = useQuery(read('getDataStatus', { companyId }));
  const chosen = statementChoices.find((choice) => choice.id === id);
  usePageTitle(`${chosen?.title ?? t('statements')} · ${name}`);
  if (!chosen) {
    if (status.isPending) return <SkeletonRows count={10} />;
    const ready = statementChoices.find(({ dataType }) => (status.data?.[dataType]?.generation ?? 0) > 0);
    const first = (ready ?? statementChoices[0])?.id ?? trialBalanceId;
    return <Navigate to={paths.statement(companyId, first)} search={asOf as never} replace />;
  }
  const kind = statementKinds.find((one) => one.id === id);
  return (
    <div className="statement-page">
      <nav className="statement-choices no-print" aria-label={t('statements')}>
        {statementChoices.map((choice) => (
          <Link
            key={choice.id}
            to={paths.statement(companyId, choice.id)}
            search={asOf as never}
            className="statement-choice"
            aria-current={choice.id === id ? 'page' : undefined}
          >
            {choice.title}
          </Link>
        ))}
      </nav>
      <AsOfBar companyId={companyId} />
      {kind ? <PeriodStatement key={id} kind={kind} /> : <TrialBalanceView />}
    </div>
  );
}
