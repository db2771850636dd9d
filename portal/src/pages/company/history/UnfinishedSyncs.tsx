import { t } from '../../../messages/company.ts';
import { paths } from '../../../paths.ts';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';
import { spaced } from '../../../ui/state-words.ts';
import { TextLink } from '../../../ui/TextLink.tsx';
import { type Sync, WaitsFor } from '../data/SyncProgress.tsx';
import { progressText } from '../data/sync-progress.ts';
import { syncWord } from '../sync-advice.ts';

/** The syncs that have not ended: how far each is, or what it waits for and until when. */
export function UnfinishedSyncs({ syncs }: { syncs: readonly Sync[] }) {
  if (syncs.length === 0) return null;
  return (
    <ul className="unfinished-syncs" aria-label={t('unfinishedSyncs')}>
      {syncs.map((sync) => (
        <li key={sync.syncId}>
          <StatusBadge kind="sync" state={syncWord(sync)} />
          <TextLink to={paths.sync(sync.companyId, sync.syncId)}>{spaced(sync.dataType)}</TextLink>
          <span className="dimmed">
            {sync.status === 'Waiting' && <WaitsFor sync={sync} />}
            {['Fetching', 'Publishing'].includes(sync.status) && progressText(sync, { nowMs: Date.now() })}
          </span>
        </li>
      ))}
    </ul>
  );
}
