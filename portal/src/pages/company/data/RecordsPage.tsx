import { Select } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconDatabase } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useNavigate } from '@tanstack/react-router';
import { read } from '../../../api.ts';
import { t } from '../../../messages/company.ts';
import { paths } from '../../../paths.ts';
import { CurlLine } from '../../../ui/code/CurlLine.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { usePageTitle } from '../../../ui/frame/Page.tsx';
import { SkeletonRows } from '../../../ui/frame/PageLoading.tsx';
import { useMay } from '../../../ui/frame/use-session.ts';
import { spaced, unfinishedSyncs } from '../../../ui/state-words.ts';
import { ButtonLink, TextLink } from '../../../ui/TextLink.tsx';
import { useParam } from '../../../ui/use-address.ts';
import { DataBrowser } from '../browse/DataBrowser.tsx';
import { useCompany } from '../company-context.ts';
import { AsOfBar } from '../time/AsOfBar.tsx';
import { useAsOfSearch } from '../time/use-as-of.ts';
import { firstType, splitTypes, type TypeStatus } from './data-types.ts';
import { TypeHead } from './TypeHead.tsx';
import { TypeRail } from './TypeRail.tsx';
import './data.css';

const underWay = unfinishedSyncs.map((status) => `status=${status}`).join(' || ');

/**
 * The data types of a company, and the records of the chosen one beside them. On a narrow screen, the data types are a
 * page of their own, and a field above the records switches between them.
 */
export function RecordsPage() {
  const { companyId, name, dataConnections } = useCompany();
  const dataType = useParam('dataType');
  const asOf = useAsOfSearch();
  const mayChange = useMay('developer');
  const isNarrow = useMediaQuery('(max-width: 62em)', undefined, { getInitialValueInEffect: false });
  usePageTitle(`${dataType ? spaced(dataType) : t('records')} · ${name}`);
  const status = useQuery(read('getDataStatus', { companyId }));
  const isEverLinked = dataConnections.some((connection) => connection.status !== 'PendingAuth');
  const known = Object.values(status.data ?? {});
  // Before the company is first linked, no data types are shown, because all of them would be "Not requested".
  const types = isEverLinked || known.some(({ generation }) => generation > 0) ? known : [];
  const syncs = useRunning(companyId, types);
  if (status.isPending) return <SkeletonRows count={10} />;
  if (!status.data)
    return <ErrorNote error={status.error} title={t('couldNotLoadDataStatus')} retry={() => void status.refetch()} />;
  if (types.length === 0) return <NoData companyId={companyId} />;
  const first = firstType(types);
  if (!dataType && !isNarrow && first)
    return <Navigate to={paths.companyRecords(companyId, first)} search={asOf as never} replace />;
  const isLinked = dataConnections.some((connection) => connection.status === 'Linked');
  const rows = types.map((type) => ({ type, sync: syncs.get(type.dataType) }));
  const row = rows.find(({ type }) => type.dataType === dataType);
  return (
    <div className="records-tab">
      {(!isNarrow || !dataType) && (
        <div>
          <TypeRail rows={rows} chosen={dataType} isLinked={isLinked} />
          <CurlLine operation="getDataStatus" input={{ companyId }} />
        </div>
      )}
      {dataType && (
        <div className="shrink">
          {isNarrow && <TypeChoice types={types} chosen={dataType} />}
          {row && <TypeHead companyId={companyId} {...row} maySync={mayChange && isLinked} />}
          <AsOfBar companyId={companyId} />
          {/* The first publication of a data type replaces "not synced yet" by the records. */}
          <DataBrowser
            key={`${dataType} ${(row?.type.generation ?? 0) > 0}`}
            companyId={companyId}
            dataType={dataType}
          />
        </div>
      )}
    </div>
  );
}

/** The unfinished syncs by data type. */
function useRunning(companyId: string, types: readonly TypeStatus[]) {
  const isBusy = types.some((type) => unfinishedSyncs.includes(type.status));
  // The live stream reports progress; polling is the fallback when the stream is down.
  const running = useQuery({
    ...read('listSyncs', { companyId, query: underWay, pageSize: 100 }),
    enabled: isBusy,
    refetchInterval: isBusy ? 5000 : false,
  });
  return new Map((isBusy ? (running.data?.results ?? []) : []).map((sync) => [sync.dataType, sync]));
}

function TypeChoice({ types, chosen }: { types: readonly TypeStatus[]; chosen: string }) {
  const { companyId } = useCompany();
  const asOf = useAsOfSearch();
  const navigate = useNavigate();
  const { synced } = splitTypes(types);
  const offered = [...new Set([...synced.map((type) => type.dataType), chosen])];
  return (
    <div className="type-choice">
      <Select
        aria-label={t('dataType')}
        data={offered.map((value) => ({ value, label: spaced(value) }))}
        value={chosen}
        onChange={(next) => next && void navigate({ to: paths.companyRecords(companyId, next), search: asOf as never })}
        allowDeselect={false}
        searchable
      />
      <TextLink to={paths.companyRecords(companyId)} size="sm">
        {t('allDataTypes')}
      </TextLink>
    </div>
  );
}

function NoData({ companyId }: { companyId: string }) {
  return (
    <EmptyState
      icon={IconDatabase}
      title={t('noDataYet')}
      action={<ButtonLink to={paths.companyConnections(companyId)}>{t('goToConnections')}</ButtonLink>}
    >
      {t('theFirstSyncStartsAs')}
    </EmptyState>
  );
}
