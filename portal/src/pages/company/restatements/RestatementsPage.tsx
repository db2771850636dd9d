import { Button } from '@mantine/core';
import { IconHistoryToggle, IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../../api.ts';
import { t } from '../../../messages/books.ts';
import { CurlLine } from '../../../ui/code/CurlLine.tsx';
import { dateText } from '../../../ui/date-words.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { usePageTitle } from '../../../ui/frame/Page.tsx';
import { SkeletonRows } from '../../../ui/frame/PageLoading.tsx';
import { exactTime } from '../../../ui/time-words.ts';
import { useAddress } from '../../../ui/use-address.ts';
import { useCompany } from '../company-context.ts';
import { StatementHead } from '../statements/StatementHead.tsx';
import { ComparedStatements } from './ComparedStatements.tsx';
import type { Restatements } from './change-words.ts';
import { NotCompared } from './NotCompared.tsx';
import { RestatedAmounts } from './RestatedAmounts.tsx';
import { RestatedMonths } from './RestatedMonths.tsx';
import { RestatedRecords } from './RestatedRecords.tsx';
import { RestatementChoice } from './RestatementChoice.tsx';
import '../../../ui/print.css';
import '../statements/statements.css';
import './restatements.css';

/** What was changed backwards in a closed period, made to be printed. The choice is in the URL, as in the API. */
export function RestatementsPage() {
  const { companyId, name } = useCompany();
  const [{ from, fromSnapshot, to, toSnapshot, closedFrom, closedOn }] = useAddress();
  usePageTitle(`${t('restatements')} · ${name}`);
  const input = {
    companyId,
    ...(fromSnapshot ? { fromSnapshot } : from && { from }),
    ...(toSnapshot ? { toSnapshot } : to && { to }),
    ...(closedFrom && { closedFrom }),
    ...(closedOn && { closedOn }),
  };
  const isChosen = from !== undefined || fromSnapshot !== undefined;
  const restatements = useQuery({ ...read('getRestatements', input, { exact: true }), enabled: isChosen });
  return (
    <div className="statement-page">
      <RestatementChoice companyId={companyId} closedOn={closedOn ?? restatements.data?.closedOn} />
      {!isChosen && (
        <EmptyState icon={IconHistoryToggle} title={t('chooseAMoment')}>
          {t('restatementsCompare')}
        </EmptyState>
      )}
      {isChosen && restatements.isPending && <SkeletonRows count={12} />}
      {restatements.error && (
        <ErrorNote error={restatements.error} title={t('couldNotCompare')} retry={() => void restatements.refetch()} />
      )}
      {restatements.data && <Report companyId={companyId} name={name} of={restatements.data} input={input} />}
    </div>
  );
}

type ReportProps = { companyId: string; name: string; of: Restatements; input: object };

function Report({ companyId, name, of, input }: ReportProps) {
  const { from, to, closedFrom, closedOn } = of;
  const until = dateText(closedOn);
  return (
    <section className="section statement-sheet">
      <StatementHead
        title={t('whatWasChangedBackwards')}
        companyName={name}
        lead={
          <>
            {closedFrom
              ? t('periodFromTo', { from: dateText(closedFrom), to: until })
              : t('periodUntil', { to: until })}
            {' · '}
            {t('thenAndNow', { first: exactTime(from.at), second: exactTime(to.at) })}
          </>
        }
        actions={
          <Button variant="default" size="xs" leftSection={<IconPrinter size={14} />} onClick={() => window.print()}>
            {t('print')}
          </Button>
        }
      />
      <p className="restated-counts">
        {t('restatedCounts', {
          added: of.added,
          changed: of.changed,
          deleted: of.deleted,
          backdated: of.backdated,
        })}
      </p>
      <RestatedAmounts of={of} />
      <RestatedMonths of={of} />
      <ComparedStatements statements={of.statements} />
      <RestatedRecords companyId={companyId} of={of} />
      <NotCompared missing={of.missing} />
      <CurlLine operation="getRestatements" input={{ companyId, ...input }} />
    </section>
  );
}
