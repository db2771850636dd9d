import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Answer, read } from '../../../api.ts';
import { t } from '../../../messages/company.ts';
import { paths } from '../../../paths.ts';
import { CurlLine } from '../../../ui/code/CurlLine.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { Section, usePageTitle } from '../../../ui/frame/Page.tsx';
import { PageLoading } from '../../../ui/frame/PageLoading.tsx';
import { ToneBadge } from '../../../ui/StatusBadge.tsx';
import { spaced } from '../../../ui/state-words.ts';
import { TextLink } from '../../../ui/TextLink.tsx';
import { Time } from '../../../ui/Time.tsx';
import { type Column, RowTable } from '../../../ui/table/RowTable.tsx';
import { useCompany } from '../company-context.ts';
import { Findings } from './Findings.tsx';
import { HeldGeneration } from './HeldGeneration.tsx';
import { QualityHistory } from './QualityHistory.tsx';

export type Result = Answer<'getQuality'>['checks'][number];

/** What the checks have found in the company's data, and the states that are held back. */
export function QualityPage() {
  const { companyId, name } = useCompany();
  usePageTitle(t('qualityName', { name }));
  const { data, error, refetch } = useQuery({ ...read('getQuality', { companyId }), refetchInterval: 15_000 });
  if (error) return <ErrorNote error={error} retry={() => void refetch()} />;
  if (!data) return <PageLoading />;
  const found = data.checks.filter(({ outcome }) => outcome === 'found');
  const others = data.checks.filter(({ outcome }) => outcome !== 'found');
  const passed = others.filter(({ outcome }) => outcome === 'passed').length;
  const table = (label: string, rows: Result[]) => (
    <RowTable
      label={label}
      columns={columnsOf(companyId)}
      rows={rows}
      rowKey={({ connectionId, dataType, check }) => `${connectionId} ${dataType} ${check}`}
    />
  );
  return (
    <>
      {data.held.map((held) => (
        <HeldGeneration key={held.syncId} companyId={companyId} held={held} />
      ))}
      <Section title={t('checks')}>
        {data.checks.length === 0 && <EmptyState title={t('noChecksYet')}>{t('checksRunWhenASync')}</EmptyState>}
        {found.length > 0 && table(t('checks'), found)}
        {others.length > 0 && (
          <details className="quiet-details">
            <summary>{t('checksWithoutFindings', { passed, skipped: others.length - passed })}</summary>
            {table(t('checksOfNoConcern'), others)}
          </details>
        )}
        <CurlLine operation="getQuality" input={{ companyId }} />
      </Section>
      <QualityHistory companyId={companyId} />
    </>
  );
}

const columnsOf = (companyId: string): Column<Result>[] => [
  { id: 'outcome', header: t('result'), cell: (row) => <Outcome result={row} /> },
  { id: 'check', header: t('check'), cell: ({ check }) => spaced(check) },
  { id: 'dataType', header: t('dataType'), cell: ({ dataType }) => spaced(dataType) },
  {
    id: 'found',
    header: t('found'),
    cell: (row) =>
      row.outcome === 'found' ? (
        <Findings companyId={companyId} dataType={row.dataType} result={row} />
      ) : (
        <Text size="sm" c="dimmed">
          {row.message ?? ''}
        </Text>
      ),
  },
  {
    id: 'checked',
    header: t('checked'),
    cell: ({ checkedAt, syncId }) => (
      <Stack gap={0}>
        <TextLink to={paths.sync(companyId, syncId)}>
          <Time at={checkedAt} />
        </TextLink>
      </Stack>
    ),
  },
];

function Outcome({ result: { outcome, level } }: { result: Pick<Result, 'outcome' | 'level'> }) {
  if (outcome === 'passed') return <ToneBadge tone="good" label={t('passed')} />;
  if (outcome === 'skipped') return <ToneBadge tone="idle" label={t('skipped')} />;
  return (
    <ToneBadge tone={level === 'inform' ? 'wait' : 'bad'} label={level === 'inform' ? t('found') : t('warning')} />
  );
}
