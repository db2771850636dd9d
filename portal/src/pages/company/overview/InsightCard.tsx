import { ActionIcon, Select, Skeleton } from '@mantine/core';
import { IconChartBar, IconTable } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, use, useId, useState } from 'react';
import { t } from '../../../messages/overview.ts';
import { momentText } from '../../../ui/date-words.ts';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { Section } from '../../../ui/frame/Page.tsx';
import { spaced } from '../../../ui/state-words.ts';
import { currencyName, type Insight, momentOf } from './figures.ts';
import { MissingData, MissingNote } from './MissingData.tsx';
import { CurrencyContext } from './use-currency.ts';

type InsightCardProps<Body extends Insight> = {
  title: string;
  query: UseQueryResult<Body>;
  /** The currencies to choose from. */
  currencies: readonly (string | undefined)[];
  shown: string | undefined;
  /** True if there is nothing to draw. `emptyText` says why, unless a data set is missing. */
  isEmpty: boolean;
  emptyText: string;
  headline: ReactNode;
  chart: ReactNode;
  table: ReactNode;
  /** The API request of the figures, below the table. */
  request: ReactNode;
};

/**
 * A card with figures as a chart, the same figures as a table, and their moment. It has the same height in every state,
 * so that nothing on the page moves when data arrives.
 */
export function InsightCard<Body extends Insight>(props: InsightCardProps<Body>) {
  const { title, query, currencies, shown, isEmpty, emptyText, headline, chart, table, request } = props;
  const [isTable, setTable] = useState(false);
  const headingId = useId();
  const { data } = query;
  const what = isTable ? t('showChart', { title }) : t('showTable', { title });
  return (
    <Section
      title={<span id={headingId}>{title}</span>}
      actions={
        <>
          <CurrencyChoice title={title} currencies={currencies} shown={shown} />
          <ActionIcon
            onClick={() => setTable(!isTable)}
            disabled={isEmpty}
            aria-label={what}
            title={what}
            aria-pressed={isTable}
          >
            {isTable ? <IconChartBar size={18} /> : <IconTable size={18} />}
          </ActionIcon>
        </>
      }
    >
      <div className="insight" data-insight={title}>
        {query.isPending && <CardSkeleton />}
        {query.error && !data && (
          <ErrorNote error={query.error} title={t('couldNotLoad', { title })} retry={() => void query.refetch()} />
        )}
        {data && isEmpty && <MissingData insight={data} emptyText={emptyText} />}
        {data && !isEmpty && (
          <>
            <div className="insight-headline">{headline}</div>
            <div className="insight-body">
              {isTable ? (
                <>
                  {table}
                  {request}
                </>
              ) : (
                chart
              )}
            </div>
          </>
        )}
      </div>
      <div className="insight-foot">
        {data && <Moment insight={data} />}
        {data && !isEmpty && <MissingNote insight={data} />}
      </div>
    </Section>
  );
}

function CardSkeleton() {
  return (
    <>
      <div className="insight-headline">
        <Skeleton height={28} width={160} radius="sm" />
      </div>
      <Skeleton height={244} radius="sm" />
    </>
  );
}

/** "As of" the oldest data set that was read; the tooltip has all of them. */
function Moment({ insight }: { insight: Insight }) {
  const at = momentOf(insight);
  if (!at) return null;
  const each = insight.sources.map(({ dataType, lastSuccessfulSync, publishedAt }) =>
    t('sourceMoment', { dataType: spaced(dataType), time: momentText(lastSuccessfulSync ?? publishedAt) }),
  );
  return <span title={each.join('\n')}>{t.rich('asOf', { time: <time dateTime={at}>{momentText(at)}</time> })}</span>;
}

type ChoiceProps = { title: string; currencies: readonly (string | undefined)[]; shown: string | undefined };

function CurrencyChoice({ title, currencies, shown }: ChoiceProps) {
  const { choose } = use(CurrencyContext);
  if (currencies.length < 2) return null;
  return (
    <Select
      aria-label={t('currencyOf', { title })}
      size="xs"
      w={110}
      data={currencies.map((currency) => ({ value: currency ?? '', label: currencyName(currency) }))}
      value={shown ?? ''}
      onChange={(value) => choose(value ?? undefined)}
      allowDeselect={false}
      comboboxProps={{ position: 'bottom-end' }}
    />
  );
}
