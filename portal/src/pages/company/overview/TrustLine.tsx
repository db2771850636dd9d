import { useQueries, useQuery } from '@tanstack/react-query';
import { read } from '../../../api.ts';
import { t } from '../../../messages/overview.ts';
import { dateText } from '../../../ui/date-words.ts';
import { Time } from '../../../ui/Time.tsx';
import { useCompany } from '../company-context.ts';
import { useAsOfSearch } from '../time/use-as-of.ts';
import { newestDay } from './newest-day.ts';

/** The data types that follow the daily business, and the field with the day of an entry. */
const dated = { invoices: 'issueDate', bills: 'issueDate', payments: 'date', bankTransactions: 'date' };

/** How far the figures can be trusted: the day of the newest entry in the books, and the last good sync. */
export function TrustLine() {
  const { companyId } = useCompany();
  const asOf = useAsOfSearch();
  const status = useQuery(read('getDataStatus', { companyId }));
  const today = (asOf && 'asOf' in asOf ? asOf.asOf : new Date().toISOString()).slice(0, 10);
  const readable = Object.entries(dated).filter(([dataType]) => (status.data?.[dataType]?.generation ?? 0) > 0);
  // Entries that are dated ahead, such as invoices for the next month, do not make the books newer.
  const newest = useQueries({
    queries: readable.map(([dataType, field]) =>
      read('listRecords', {
        companyId,
        dataType,
        orderBy: `-${field}`,
        query: `${field}<=${today} && metadata.isDeleted=false`,
        pageSize: 1,
        ...asOf,
      }),
    ),
    combine: (answers) => ({
      isPending: answers.some(({ isPending }) => isPending),
      day: newestDay(answers.map(({ data }, place) => [data?.results[0], readable[place]?.[1] ?? ''])),
    }),
  });
  const synced = Object.values(status.data ?? {}).flatMap(({ lastSuccessfulSync }) => lastSuccessfulSync ?? []);
  const last = synced.sort().at(-1);
  return (
    <p className="trust-line">
      {!newest.isPending && newest.day && (
        <span data-day={newest.day}>{t('booksUpTo', { day: dateText(newest.day) })}</span>
      )}
      {!newest.isPending && last && !asOf && <span>{t.rich('lastGoodSync', { time: <Time at={last} /> })}</span>}
    </p>
  );
}
