import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type RowOf, read } from '../../../api.ts';
import { t } from '../../../messages/company.ts';
import { paths } from '../../../paths.ts';
import { TimeChart } from '../../../ui/chart/TimeChart.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Section } from '../../../ui/frame/Page.tsx';
import { ToneBadge } from '../../../ui/StatusBadge.tsx';
import { spaced } from '../../../ui/state-words.ts';
import { TextLink } from '../../../ui/TextLink.tsx';
import { Time } from '../../../ui/Time.tsx';
import { ListTable } from '../../../ui/table/ListTable.tsx';
import type { Column } from '../../../ui/table/RowTable.tsx';
import { dayMs, daysShown, problemsByDay } from './problems-by-day.ts';

type Run = RowOf<'listQualityRuns'>;

const columnsOf = (companyId: string): Column<Run>[] => [
  {
    id: 'checkedAt',
    header: t('checked'),
    orderBy: 'checkedAt',
    cell: ({ checkedAt, syncId }) => (
      <TextLink to={paths.sync(companyId, syncId)}>
        <Time at={checkedAt} />
      </TextLink>
    ),
  },
  { id: 'dataType', header: t('dataType'), orderBy: 'dataType', cell: ({ dataType }) => spaced(dataType) },
  {
    id: 'result',
    header: t('result'),
    cell: ({ isHeld, found }) =>
      isHeld ? (
        <ToneBadge tone="bad" label={t('heldBack')} />
      ) : (
        <ToneBadge tone={found > 0 ? 'wait' : 'good'} label={found > 0 ? t('found') : t('passed')} />
      ),
  },
  { id: 'found', header: t('problems'), orderBy: 'found', align: 'right', cell: ({ found }) => found },
  {
    id: 'checks',
    header: t('checks'),
    cell: ({ results }) => (
      <Text size="sm">
        {results
          .filter(({ outcome }) => outcome === 'found')
          .map(({ check, found }) => `${spaced(check)} (${found})`)
          .join(', ') || '–'}
      </Text>
    ),
  },
];

/** The newest results that the chart reads; the list below it has all of them. */
const runsRead = 1000;

/** The results of the checks over time: the number of problems by day, and each generation that was checked. */
export function QualityHistory({ companyId }: { companyId: string }) {
  const { data } = useQuery(read('listQualityRuns', { companyId, pageSize: runsRead }));
  const points = data ? problemsByDay(data.results, Date.now()) : [];
  return (
    <Section title={t('overTime')} lead={t('problemsOfPublishedStates', { days: daysShown })}>
      {points.length > 0 && (
        <TimeChart
          summary={t('problemsByDay', { days: daysShown })}
          points={points}
          series={[{ key: 'problems', label: t('problems'), tone: 'wait' }]}
          stepMs={dayMs}
          height={160}
        />
      )}
      <ListTable
        label={t('resultsOverTime')}
        name="runs"
        operation="listQualityRuns"
        input={{ companyId }}
        columns={columnsOf(companyId)}
        rowKey={({ runId }) => runId}
        periodField="checkedAt"
        periodName={t('checked')}
        pageSize={20}
        empty={<EmptyState title={t('noChecksYet')}>{t('checksRunWhenASync')}</EmptyState>}
      />
    </Section>
  );
}
