import { Button, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { locale } from '../../../messages/catalogue.ts';
import { t } from '../../../messages/company.ts';
import { paths } from '../../../paths.ts';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { useChange } from '../../../ui/form/use-change.ts';
import { useMay } from '../../../ui/frame/use-session.ts';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';
import { spaced, wordsFor } from '../../../ui/state-words.ts';
import { Time } from '../../../ui/Time.tsx';
import { useCompany } from '../company-context.ts';
import { syncWord } from '../sync-advice.ts';
import { useAsOfSearch } from '../time/use-as-of.ts';
import { shownByData, splitTypes, type TypeRow } from './data-types.ts';

type TypeRailProps = { rows: readonly TypeRow[]; chosen: string | undefined; isLinked: boolean };

/** The data types of a company: each with its status, number of records, last sync and next sync. */
export function TypeRail({ rows, chosen, isLinked }: TypeRailProps) {
  const { companyId } = useCompany();
  const all = useChange('requestAllData', { refreshes: [...shownByData], done: t('syncAllDataTypesQueued') });
  const { synced, others } = splitTypes(rows.map(({ type }) => type));
  const rowOf = new Map(rows.map((row) => [row.type.dataType, row]));
  const list = (types: typeof synced, label: string) => (
    <ul className="type-list" aria-label={label}>
      {types.map(({ dataType }) => {
        const row = rowOf.get(dataType);
        return row && <TypeEntry key={dataType} row={row} isChosen={dataType === chosen} />;
      })}
    </ul>
  );
  return (
    <nav className="type-rail" aria-label={t('dataTypes')}>
      <div className="type-rail-head">
        <Text size="sm" fw={600}>
          {t('dataTypes')}
        </Text>
        {useMay('developer') && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconRefresh size={14} />}
            loading={all.isPending}
            disabled={!isLinked}
            title={isLinked ? undefined : t('theCompanyIsNotLinked')}
            onClick={() => all.mutate({ companyId })}
          >
            {t('syncAll')}
          </Button>
        )}
      </div>
      <ErrorNote error={all.error} title={t('couldNotQueueSyncs')} />
      {list(synced, t('dataTypes'))}
      {others.length > 0 && (
        <details className="type-others" open={others.some(({ dataType }) => dataType === chosen)}>
          <summary>{t('notSyncedCount', { count: others.length })}</summary>
          {list(others, t('notSynced'))}
        </details>
      )}
    </nav>
  );
}

function TypeEntry({ row: { type, sync }, isChosen }: { row: TypeRow; isChosen: boolean }) {
  const { companyId } = useCompany();
  const asOf = useAsOfSearch();
  const state = sync ? syncWord(sync) : type.status;
  // A complete sync needs no word: its time says it.
  const isPlain = wordsFor('sync', state).tone === 'good';
  const name = spaced(type.dataType);
  return (
    <li data-state={state} className={isChosen ? 'type-entry chosen' : 'type-entry'}>
      {/* The link covers the whole entry. */}
      <Link
        to={paths.companyRecords(companyId, type.dataType)}
        search={asOf as never}
        className="type-name"
        aria-current={isChosen ? 'true' : undefined}
        aria-describedby={`about-${type.dataType}`}
      >
        {name}
      </Link>
      <span className="type-count">
        {type.generation > 0 ? new Intl.NumberFormat(locale()).format(type.totalRecords) : ''}
      </span>
      <span className="type-about" id={`about-${type.dataType}`}>
        {!isPlain && <StatusBadge kind="sync" state={state} />}
        {sync && sync.progress.records > 0 && <span>{soFar(sync.progress)}</span>}
        {isPlain && <Moments at={type.lastSuccessfulSync} next={type.nextSync} />}
      </span>
    </li>
  );
}

function soFar({ records, total }: { records: number; total?: number }): string {
  const number = new Intl.NumberFormat(locale());
  return total === undefined
    ? t('recordsSoFar', { count: records })
    : t('countOf', { records: number.format(records), total: number.format(total) });
}

function Moments({ at, next }: { at: string | undefined; next: string | undefined }) {
  return (
    <span>
      {next
        ? t.rich('syncedAndNext', { time: <Time at={at} />, time2: <Time at={next} /> })
        : t.rich('syncedAt', { time: <Time at={at} /> })}
    </span>
  );
}
