import { useQuery } from '@tanstack/react-query';
import { read } from '../../api.ts';
import { t } from '../../messages/notices.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Section } from '../../ui/frame/Page.tsx';
import { SkeletonRows } from '../../ui/frame/PageLoading.tsx';
import { type Notice, subjectOf, wordsOf } from '../../ui/notice-words.ts';
import { ToneBadge } from '../../ui/StatusBadge.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { Time } from '../../ui/Time.tsx';
import { type Column, RowTable } from '../../ui/table/RowTable.tsx';

const columns: Column<Notice>[] = [
  { id: 'kind', header: t('kind'), cell: ({ kind }) => wordsOf(kind).title },
  {
    id: 'what',
    header: t('what'),
    cell: (notice) => <TextLink to={notice.page}>{subjectOf(notice)}</TextLink>,
  },
  { id: 'since', header: t('since'), cell: ({ since }) => <Time at={since} /> },
  {
    id: 'state',
    header: t('state'),
    cell: ({ recovered }) =>
      recovered ? (
        <>
          <ToneBadge tone="good" label={t('recovered')} /> <Time at={recovered} />
        </>
      ) : (
        <ToneBadge tone="bad" label={t('nowOpen')} />
      ),
  },
];

/** Lists the notices of the given kinds that the person has chosen to get in the browser. */
export function NoticeSection({ kinds }: { kinds: readonly string[] }) {
  const { data, error, isPending } = useQuery(read('getNotices', {}));
  const rows = (data?.results ?? []).filter(({ kind }) => kinds.includes(kind));
  return (
    <Section title={t('notices')}>
      <ErrorNote error={error} />
      {isPending && <SkeletonRows />}
      {data && rows.length === 0 && <EmptyState title={t('noNotices')}>{t('noNoticesLead')}</EmptyState>}
      {rows.length > 0 && (
        <RowTable label={t('notices')} columns={columns} rows={rows} rowKey={({ conditionId }) => conditionId} cards />
      )}
    </Section>
  );
}
