import { Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Answer, read } from '../../../api.ts';
import { t } from '../../../messages/company.ts';
import { CurlLine } from '../../../ui/code/CurlLine.tsx';
import { Json } from '../../../ui/code/Json.tsx';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { SkeletonRows } from '../../../ui/frame/PageLoading.tsx';
import { ToneBadge } from '../../../ui/StatusBadge.tsx';
import { RecordVersions } from './RecordVersions.tsx';
import { RecordView } from './RecordView.tsx';
import { recordTitle } from './record-title.ts';
import '../../../ui/print.css';
import { useAsOfSearch } from '../time/use-as-of.ts';

export type RecordPlace = { companyId: string; dataType: string; id: string };
export type RecordAnswer = Answer<'getRecord'>;

/** Shows one record: its fields in words, its versions, its JSON, and the source data from the platform. */
export function RecordTabs(place: RecordPlace) {
  return (
    <Tabs defaultValue="record" keepMounted={false}>
      <Tabs.List>
        <Tabs.Tab value="record">{t('record')}</Tabs.Tab>
        <Tabs.Tab value="versions">{t('versions')}</Tabs.Tab>
        <Tabs.Tab value="json">{t('json')}</Tabs.Tab>
        <Tabs.Tab value="source">{t('sourceData')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="record" pt="sm">
        <WithRecord place={place}>
          {({ own }) => (
            <>
              {own.metadata.isDeleted && <ToneBadge tone="idle" label={t('deletedOnThePlatform')} />}
              <RecordView {...place} record={own} />
            </>
          )}
        </WithRecord>
      </Tabs.Panel>
      <Tabs.Panel value="versions" pt="sm">
        <RecordVersions {...place} />
      </Tabs.Panel>
      <Tabs.Panel value="json" pt="sm">
        <WithRecord place={place}>
          {({ own }) => (
            <>
              <Json value={own} what={t('record3')} />
              <CurlLine operation="getRecord" input={place} />
            </>
          )}
        </WithRecord>
      </Tabs.Panel>
      <Tabs.Panel value="source" pt="sm">
        <WithRecord place={place}>{({ sourceData }) => <SourceData value={sourceData} />}</WithRecord>
      </Tabs.Panel>
    </Tabs>
  );
}

type Loaded = { own: RecordAnswer; sourceData: unknown };

/** Loads the record once for its title and all tabs. */
function useRecord({ companyId, dataType, id }: RecordPlace) {
  const asOf = useAsOfSearch();
  const input = { companyId, dataType, id, include: 'sourceData', ...asOf } as const;
  return useQuery(read('getRecord', input, { exact: true }));
}

/** The title of a record, such as "Invoice INV-0012". While it is loading: "Invoice". */
export function useRecordTitle(place: RecordPlace): string {
  return recordTitle(place.dataType, useRecord(place).data);
}

/** The same as an element, for places where the record may be absent. */
export function RecordTitle(place: RecordPlace) {
  return <>{useRecordTitle(place)}</>;
}

function WithRecord({ place, children }: { place: RecordPlace; children: (loaded: Loaded) => ReactNode }) {
  const record = useRecord(place);
  if (record.isPending) return <SkeletonRows count={8} />;
  if (!record.data)
    return <ErrorNote error={record.error} title={t('couldNotLoadRecord')} retry={() => void record.refetch()} />;
  const { sourceData, ...own } = record.data as RecordAnswer & { sourceData?: unknown };
  return children({ own, sourceData });
}

function SourceData({ value }: { value: unknown }) {
  if (value === undefined)
    return (
      <Text size="sm" c="dimmed">
        {t('theSourceDataThisRecord')}
      </Text>
    );
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('theRecordAsPlatformSent')}
      </Text>
      <Json value={value} what={t('sourceDataNoun')} />
    </>
  );
}
