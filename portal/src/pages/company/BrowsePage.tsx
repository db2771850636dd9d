import { Group, Select, Text } from '@mantine/core';
import { IconDatabase } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useNavigate } from '@tanstack/react-router';
import { read } from '../../api.ts';
import { locale } from '../../messages/catalogue.ts';
import { t } from '../../messages/company.ts';
import { paths } from '../../paths.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { usePageTitle } from '../../ui/frame/Page.tsx';
import { SkeletonRows } from '../../ui/frame/PageLoading.tsx';
import { spaced } from '../../ui/state-words.ts';
import { ButtonLink } from '../../ui/TextLink.tsx';
import { Time } from '../../ui/Time.tsx';
import { useParam } from '../../ui/use-address.ts';
import { DataBrowser } from './browse/DataBrowser.tsx';
import { useCompany } from './company-context.ts';
import { AsOfBar } from './time/AsOfBar.tsx';
import { useAsOfSearch } from './time/use-as-of.ts';

/** Browses and filters the records of a company, one data type at a time. */
export function BrowsePage() {
  const { companyId, name } = useCompany();
  const dataType = useParam('dataType');
  const asOf = useAsOfSearch();
  const navigate = useNavigate();
  const status = useQuery(read('getDataStatus', { companyId }));
  usePageTitle(`${dataType ? spaced(dataType) : t('browse')} · ${name}`);
  if (status.isPending) return <SkeletonRows count={10} />;
  if (!status.data)
    return <ErrorNote error={status.error} title={t('couldNotLoadDataStatus')} retry={() => void status.refetch()} />;
  const types = Object.values(status.data);
  const readable = types.filter(({ generation }) => generation > 0);
  const fullest = readable.find((type) => type.dataType === 'invoices') ?? readable[0];
  if (!dataType && fullest)
    return <Navigate to={paths.companyBrowse(companyId, fullest.dataType)} search={asOf as never} replace />;
  if (!dataType)
    return (
      <EmptyState
        icon={IconDatabase}
        title={t('noRecordsYet')}
        action={<ButtonLink to={paths.companyData(companyId)}>{t('viewDataStatus')}</ButtonLink>}
      >
        {t('recordsAppearHereAsSoon')}
      </EmptyState>
    );
  const number = new Intl.NumberFormat(locale());
  return (
    <>
      <Group gap="sm" mb="xs" align="center">
        <Select
          aria-label={t('dataType')}
          data={types.map((type) => ({
            value: type.dataType,
            label: spaced(type.dataType),
            disabled: type.generation === 0,
          }))}
          value={dataType}
          onChange={(next) =>
            next && void navigate({ to: paths.companyBrowse(companyId, next), search: asOf as never })
          }
          allowDeselect={false}
          searchable
          w={220}
        />
        {!asOf && (
          <Text size="sm" c="dimmed">
            {t.rich('inTotalLastSynced', {
              totalRecords: number.format(status.data[dataType]?.totalRecords ?? 0),
              time: <Time at={status.data[dataType]?.lastSuccessfulSync} />,
            })}
          </Text>
        )}
      </Group>
      <AsOfBar companyId={companyId} />
      <DataBrowser key={dataType} companyId={companyId} dataType={dataType} />
    </>
  );
}
