import { Drawer, Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { read } from '../../../api.ts';
import { t } from '../../../messages/company.ts';
import { CopyText } from '../../../ui/code/Copy.tsx';
import { CurlLine } from '../../../ui/code/CurlLine.tsx';
import { digitsOf } from '../../../ui/code/exact-json.ts';
import { Json } from '../../../ui/code/Json.tsx';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { SkeletonRows } from '../../../ui/frame/PageLoading.tsx';
import { ToneBadge } from '../../../ui/StatusBadge.tsx';
import { spaced } from '../../../ui/state-words.ts';
import { Time } from '../../../ui/Time.tsx';
import { cellText } from './RecordGrid.tsx';
import { firstColumns, shapesOf, valueAt } from './record-fields.ts';

type RecordDrawerProps = { companyId: string; dataType: string; id: string | undefined; close: () => void };

/** Shows one record: its current values, its past versions, and the source data from the platform. */
export function RecordDrawer({ companyId, dataType, id, close }: RecordDrawerProps) {
  return (
    <Drawer
      opened={id !== undefined}
      onClose={close}
      position="right"
      size="xl"
      title={t('recordDataType', { dataType: spaced(dataType) })}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {id !== undefined && (
        <>
          <CopyText value={id} what={t('recordId')} />
          <Tabs defaultValue="record" mt="sm" keepMounted={false}>
            <Tabs.List>
              <Tabs.Tab value="record">{t('record')}</Tabs.Tab>
              <Tabs.Tab value="versions">{t('versions')}</Tabs.Tab>
              <Tabs.Tab value="source">{t('sourceData')}</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="record" pt="sm">
              <Whole companyId={companyId} dataType={dataType} id={id} part="record" />
            </Tabs.Panel>
            <Tabs.Panel value="versions" pt="sm">
              <Versions companyId={companyId} dataType={dataType} id={id} />
            </Tabs.Panel>
            <Tabs.Panel value="source" pt="sm">
              <Whole companyId={companyId} dataType={dataType} id={id} part="source" />
            </Tabs.Panel>
          </Tabs>
        </>
      )}
    </Drawer>
  );
}

type RecordIds = { companyId: string; dataType: string; id: string };

function Whole({ part, ...place }: RecordIds & { part: 'record' | 'source' }) {
  const input = { ...place, include: 'sourceData' as const };
  const record = useQuery(read('getRecord', input, { exact: true }));
  if (record.isPending) return <SkeletonRows count={8} />;
  if (!record.data)
    return <ErrorNote error={record.error} title={t('couldNotLoadRecord')} retry={() => void record.refetch()} />;
  const { sourceData, ...own } = record.data;
  if (part === 'record')
    return (
      <>
        {own.metadata.isDeleted && <ToneBadge tone="idle" label={t('deletedOnThePlatform')} />}
        <Facts dataType={place.dataType} record={own} />
        <Json value={own} what={t('record3')} />
        <CurlLine operation="getRecord" input={place} />
      </>
    );
  if (sourceData === undefined)
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
      <Json value={sourceData} what={t('sourceDataNoun')} />
    </>
  );
}

/** The most important fields of the record. */
function Facts({ dataType, record }: { dataType: string; record: unknown }) {
  const shapes = shapesOf([record], (value) => digitsOf(value) !== undefined);
  const kinds = new Map(shapes.map(({ path, kind }) => [path, kind]));
  return (
    <dl className="facts">
      {firstColumns(dataType, shapes).map((path) => (
        <Fragment key={path}>
          <dt className="mono">{path}</dt>
          <dd>{cellText(valueAt(record, path), kinds.get(path))}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

const changes: Record<string, string> = { added: t('added'), updated: t('updated'), deleted: t('deleted') };

function Versions(place: RecordIds) {
  const versions = useQuery(read('listRecordVersions', { ...place, pageSize: 50 }, { exact: true }));
  if (versions.isPending) return <SkeletonRows count={6} />;
  if (!versions.data)
    return <ErrorNote error={versions.error} title={t('couldNotLoadVersions')} retry={() => void versions.refetch()} />;
  return (
    <>
      <ol className="timeline">
        {versions.data.results.map(({ generation, change, validFrom, validTo, record }) => (
          <li key={generation}>
            <strong>{changes[change] ?? change}</strong>{' '}
            {validFrom ? <Time at={validFrom} exact /> : t('beforeStartStoredHistory')}
            {validTo === undefined && ` ${t('current')}`}
            <details className="quiet-details">
              <summary>{t('showThisVersion')}</summary>
              <Json value={record} what={t('version')} maxHeight={360} />
            </details>
          </li>
        ))}
      </ol>
      <CurlLine operation="listRecordVersions" input={place} />
    </>
  );
}
