import { Text } from '@mantine/core';
import type { Answer } from '../../../api.ts';
import { t } from '../../../messages/company.ts';
import { Progress } from '../../../ui/Progress.tsx';
import { Time } from '../../../ui/Time.tsx';
import { isAhead } from '../../../ui/time-words.ts';
import { progressText } from './sync-progress.ts';

export type Sync = Answer<'listSyncs'>['results'][number];

/** How far a sync is, or what it waits for. `known`: the number of records that were published before. */
export function SyncProgress({ sync, known }: { sync: Sync; known?: number }) {
  if (sync.status === 'Waiting') return <WaitsFor sync={sync} />;
  if (sync.status === 'Queued') return null;
  const { records, total } = sync.progress;
  const label = progressText(sync, { nowMs: Date.now(), known });
  return <Progress label={label} {...(total !== undefined && { value: records, max: total })} />;
}

export function WaitsFor({ sync: { error } }: { sync: Sync }) {
  return (
    <Text size="xs" c="dimmed" component="span">
      {error?.message}{' '}
      {isAhead(error?.retryAt, Date.now())
        ? t.rich('retriesAutomaticallyTime', { time: <Time at={error.retryAt} /> })
        : error?.retryAt && t('retryingNow')}
    </Text>
  );
}
