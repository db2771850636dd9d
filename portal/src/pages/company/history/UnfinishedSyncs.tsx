import { locale } from '../../../messages/catalogue.ts';
import { t } from '../../../messages/company.ts';
import { paths } from '../../../paths.ts';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';
import { spaced } from '../../../ui/state-words.ts';
import { TextLink } from '../../../ui/TextLink.tsx';
import { type Sync, WaitsFor } from '../data/SyncProgress.tsx';
import { progressText } from '../data/sync-progress.ts';
import { syncWord } from '../sync-advice.ts';

const nameOf = ({ dataType }: Sync) => spaced(dataType);

/** The syncs that have not ended: how far each is, or what it waits for and until when. */
export function UnfinishedSyncs({ syncs }: { syncs: readonly Sync[] }) {
  const queued = syncs.filter(({ status }) => status === 'Queued');
  const others = syncs.filter(({ status }) => status !== 'Queued');
  if (syncs.length === 0) return null;
  return (
    <ul className="unfinished-syncs" aria-label={t('unfinishedSyncs')}>
      {others.map((sync) => (
        <li key={sync.syncId}>
          <StatusBadge kind="sync" state={syncWord(sync)} />
          <TextLink to={paths.sync(sync.companyId, sync.syncId)}>{spaced(sync.dataType)}</TextLink>
          <span className="dimmed">
            {sync.status === 'Waiting' && <WaitsFor sync={sync} />}
            {['Fetching', 'Publishing'].includes(sync.status) && progressText(sync, { nowMs: Date.now() })}
          </span>
        </li>
      ))}
      {queued.length > 0 && (
        <li>
          <StatusBadge kind="sync" state="Queued" />
          <span className="dimmed">{new Intl.ListFormat(locale()).format(queued.map(nameOf))}</span>
        </li>
      )}
    </ul>
  );
}
