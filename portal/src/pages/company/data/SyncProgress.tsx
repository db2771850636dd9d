import { Text } from '@mantine/core';
import type { Answer } from '../../../api.ts';
import { t } from '../../../messages/company.ts';
import { Progress } from '../../../ui/Progress.tsx';
import { Time } from '../../../ui/Time.tsx';
import { isAhead } from '../../../ui/time-words.ts';

export type Sync = Answer<'listSyncs'>['results'][number];

/** Shows the progress of a sync. For a full sync, the total is estimated from the number of records already stored. */
export function SyncProgress({ sync, known }: { sync: Sync; known?: number }) {
  if (sync.status === 'Waiting')
    return (
      <Text size="xs" c="dimmed">
        {sync.error?.message}{' '}
        {isAhead(sync.error?.retryAt, Date.now())
          ? t.rich('retriesAutomaticallyTime', { time: <Time at={sync.error.retryAt} /> })
          : sync.error?.retryAt && t('retryingNow')}
      </Text>
    );
  if (sync.status === 'Queued') return null;
  const label = t('recordsAndPages', { records: sync.progress.records, pages: sync.progress.pages });
  const end = sync.isFull && known ? { value: sync.progress.records, max: known } : {};
  return <Progress label={label} {...end} />;
}
