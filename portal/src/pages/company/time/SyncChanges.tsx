import { Button, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, read } from '../../../api.ts';
import { t } from '../../../messages/books.ts';
import { CurlLine } from '../../../ui/code/CurlLine.tsx';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { Section } from '../../../ui/frame/Page.tsx';
import { SkeletonRows } from '../../../ui/frame/PageLoading.tsx';
import { ToneBadge } from '../../../ui/StatusBadge.tsx';
import type { Tone } from '../../../ui/state-words.ts';
import { firstColumns, valueAt } from '../browse/record-fields.ts';
import { FieldChangeTable } from '../records/FieldChangeTable.tsx';
import { RecordLink } from '../records/RecordLink.tsx';
import '../records/records.css';

type Change = Answer<'listCompanyChanges'>['results'][number];

const limitFirst = 25;
const limitMax = 5000;
const words: Record<string, { label: string; tone: Tone }> = {
  added: { label: t('added'), tone: 'good' },
  updated: { label: t('updated'), tone: 'busy' },
  deleted: { label: t('deleted'), tone: 'bad' },
};

/** The records that a sync has changed, each with its changed fields. */
export function SyncChanges({ companyId, syncId }: { companyId: string; syncId: string }) {
  const [limit, setLimit] = useState(limitFirst);
  const input = { companyId, syncId, limit };
  const changes = useQuery({
    ...read('listCompanyChanges', input, { exact: true }),
    placeholderData: keepPreviousData,
  });
  if (changes.isPending) return <SkeletonRows count={4} />;
  if (!changes.data)
    return <ErrorNote error={changes.error} title={t('couldNotLoadChanges')} retry={() => void changes.refetch()} />;
  const { results, hasMore } = changes.data;
  return (
    <Section title={t('changes')} lead={t('changesLead')}>
      {results.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('noChangesKept')}
        </Text>
      )}
      <ul className="sync-changes">
        {results.map((change) => (
          <li key={change.cursor}>
            <ChangeRow change={change} />
          </li>
        ))}
      </ul>
      {hasMore && limit < limitMax && (
        <Button
          variant="default"
          size="xs"
          loading={changes.isPlaceholderData}
          onClick={() => setLimit(Math.min(limitMax, limit * 4))}
        >
          {t('showMore')}
        </Button>
      )}
      <CurlLine operation="listCompanyChanges" input={input} />
    </Section>
  );
}

function ChangeRow({ change }: { change: Change }) {
  const { companyId, dataType, id, record } = change;
  const [isOpen, setOpen] = useState(false);
  const { label, tone } = words[change.change] ?? { label: change.change, tone: 'idle' };
  const name = firstColumns(dataType, [])
    .map((path) => valueAt(record, path))
    .find((value) => typeof value === 'string' && value !== '');
  return (
    <>
      <div className="sync-change">
        <ToneBadge tone={tone} label={label} />
        <RecordLink companyId={companyId} dataType={dataType} id={id}>
          {typeof name === 'string' ? name : id}
        </RecordLink>
        <span className="mono dimmed">{id}</span>
        {change.change === 'updated' && (
          <Button variant="subtle" size="compact-xs" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? t('hideFields') : t('showFields')}
          </Button>
        )}
      </div>
      {isOpen && <ChangedFields change={change} />}
    </>
  );
}

/** Reads the version before the sync. Versions are kept for some days, so there may be none. */
function ChangedFields({ change: { companyId, dataType, id, generation } }: { change: Change }) {
  const versions = useQuery(read('listRecordVersions', { companyId, dataType, id, pageSize: 500 }, { exact: true }));
  if (versions.isPending) return <SkeletonRows count={2} />;
  const results = versions.data?.results ?? [];
  const at = results.findIndex((version) => version.generation === generation);
  const [after, before] = [results[at], results[at + 1]];
  if (at === -1 || !before)
    return (
      <Text size="sm" c="dimmed">
        {t('earlierVersionGone')}
      </Text>
    );
  return <FieldChangeTable companyId={companyId} dataType={dataType} before={before.record} after={after?.record} />;
}
