import { Text } from '@mantine/core';
import { t } from '../../../messages/company.ts';
import { paths } from '../../../paths.ts';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';
import { spaced, wordsFor } from '../../../ui/state-words.ts';
import { TextLink } from '../../../ui/TextLink.tsx';
import { Time } from '../../../ui/Time.tsx';
import { syncWord } from '../sync-advice.ts';
import type { TypeRow } from './data-types.ts';
import { SyncNow } from './SyncNow.tsx';
import { SyncProgress } from './SyncProgress.tsx';

type TypeHeadProps = TypeRow & { companyId: string; maySync: boolean };

/** The chosen data type: its status, number of records, last and next sync, and the action to sync it now. */
export function TypeHead({ companyId, type, sync, maySync }: TypeHeadProps) {
  const { tone, meaning } = wordsFor('sync', type.status);
  return (
    <header className="type-head">
      <div className="type-head-line">
        <h2>{spaced(type.dataType)}</h2>
        <StatusBadge kind="sync" state={sync ? syncWord(sync) : type.status} />
        {type.latestSyncId && (
          <TextLink
            to={paths.sync(companyId, type.latestSyncId)}
            size="sm"
            aria-label={t('detailsLatestSync', { dataType: spaced(type.dataType) })}
          >
            {t('details')}
          </TextLink>
        )}
        {maySync && (
          <div className="push-right">
            <SyncNow companyId={companyId} type={type} />
          </div>
        )}
      </div>
      <Text size="sm" c="dimmed" component="div" className="type-facts">
        {type.generation > 0 && <span>{t('recordsTotal', { count: type.totalRecords })}</span>}
        {type.lastSuccessfulSync && (
          <span>{t.rich('lastSyncTime', { time: <Time at={type.lastSuccessfulSync} /> })}</span>
        )}
        {type.nextSync && <span>{t.rich('nextSyncTime', { time: <Time at={type.nextSync} /> })}</span>}
      </Text>
      {sync && <SyncProgress sync={sync} known={type.totalRecords} />}
      {type.heldSyncId && (
        <Text size="sm" className="status-bad">
          {t('aNewStateIsHeldBack')}{' '}
          <TextLink inText to={paths.companyQuality(companyId)}>
            {t('goToQuality')}
          </TextLink>
        </Text>
      )}
      {!sync && tone === 'bad' && <Text size="sm">{meaning}</Text>}
    </header>
  );
}
