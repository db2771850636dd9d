import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { exportUrl, type RowOf, read } from '../../../api.ts';
import { t } from '../../../messages/books.ts';
import { paths } from '../../../paths.ts';
import { digitsOf } from '../../../ui/code/exact-json.ts';
import { dateText } from '../../../ui/date-words.ts';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { SkeletonRows } from '../../../ui/frame/PageLoading.tsx';
import { formatMoney } from '../../../ui/money/format-money.ts';
import { spaced } from '../../../ui/state-words.ts';
import { TextLink } from '../../../ui/TextLink.tsx';
import { type Column, RowTable } from '../../../ui/table/RowTable.tsx';
import { changeWords, type Restatements } from './change-words.ts';
import { changeText } from './RestatedAmounts.tsx';

/** More records than these are in the CSV file. */
const shownMax = 500;

type Row = RowOf<'listRestatedRecords'>;
type Version = Row['after'];

/** The records of the summary: of the same states, whatever is published meanwhile. */
export function RestatedRecords({ companyId, of }: { companyId: string; of: Restatements }) {
  const link = Object.fromEntries(new URL(of._links.records.href, window.location.origin).searchParams);
  const request = { companyId, ...link, pageSize: shownMax };
  const records = useQuery(read('listRestatedRecords', request, { exact: true }));
  if (records.isPending) return <SkeletonRows count={8} />;
  if (!records.data)
    return <ErrorNote error={records.error} title={t('couldNotCompare')} retry={() => void records.refetch()} />;
  const { results, totalResults } = records.data;
  if (totalResults === 0) return null;
  return (
    <>
      <h3>{t('restatedRecords')}</h3>
      <RowTable
        label={t('restatedRecords')}
        columns={columnsOf(companyId)}
        rows={results}
        rowKey={({ dataType, id }) => `${dataType}/${id}`}
        cards
      />
      <p className="dimmed">
        {totalResults > results.length && <>{t('firstOfAll', { shown: results.length, all: totalResults })} </>}
        <Anchor className="no-print" href={exportUrl('listRestatedRecords', { ...request, page: 1 })} download>
          {t('allAsCsv')}
        </Anchor>
      </p>
    </>
  );
}

const columnsOf = (companyId: string): Column<Row>[] => [
  {
    id: 'record',
    header: t('record'),
    cell: ({ dataType, id, number }) => (
      <>
        {spaced(dataType)} <TextLink to={paths.record(companyId, dataType, id)}>{number ?? id}</TextLink>
      </>
    ),
  },
  {
    id: 'change',
    header: t('change'),
    cell: ({ change }) => <span className={`restated-${change}`}>{changeWords[change] ?? change}</span>,
  },
  { id: 'then', header: t('then'), cell: ({ before }) => <VersionText version={before} /> },
  { id: 'now', header: t('now'), cell: ({ after }) => <VersionText version={after} /> },
  {
    id: 'difference',
    header: t('difference'),
    align: 'right',
    cell: ({ difference, currency }) => (
      <span className="money">
        {changeText(difference)} {changeText(difference) !== '–' && currency}
      </span>
    ),
  },
  {
    id: 'fields',
    header: t('fields'),
    cell: ({ changedFields = [] }) => changedFields.map((name) => spaced(name)).join(', ') || '–',
  },
];

/** Date and amount of a version; a version that does not count in the period is dimmed. */
function VersionText({ version }: { version: Version | undefined }) {
  if (!version?.date) return <span className="dimmed">{t('notInTheBooks')}</span>;
  const digits = digitsOf(version.amount);
  return (
    <span className={version.isCounted ? undefined : 'dimmed'}>
      {dateText(version.date)}
      {digits !== undefined && ` · ${formatMoney(digits, version.currency)}`}
    </span>
  );
}
