import { TextInput } from '@mantine/core';
import { t } from '../../../messages/books.ts';
import { useAddress } from '../../../ui/use-address.ts';
import { MomentChoice } from './MomentChoice.tsx';

type RestatementChoiceProps = { companyId: string; closedOn: string | undefined };

/** Chooses the two moments, each a snapshot or a time, and the closed period. */
export function RestatementChoice({ companyId, closedOn }: RestatementChoiceProps) {
  const [{ from, fromSnapshot, to, toSnapshot, closedFrom }, setAddress] = useAddress();
  return (
    <div className="restated-choice no-print">
      <MomentChoice
        companyId={companyId}
        label={t('compareWith')}
        timeLabel={t('then')}
        moment={{ at: from, snapshotId: fromSnapshot }}
        choose={({ at, snapshotId }) => setAddress({ from: at, fromSnapshot: snapshotId })}
      />
      <MomentChoice
        companyId={companyId}
        label={t('compared')}
        timeLabel={t('now')}
        newest={t('latestData')}
        after={fromSnapshot}
        moment={{ at: to, snapshotId: toSnapshot }}
        choose={({ at, snapshotId }) => setAddress({ to: at, toSnapshot: snapshotId })}
      />
      <TextInput
        type="date"
        label={t('closedFrom')}
        description={t('emptyMeansBeginningOfBooks')}
        value={closedFrom ?? ''}
        onChange={(event) => setAddress({ closedFrom: event.currentTarget.value || undefined })}
      />
      <TextInput
        type="date"
        label={t('closedOn')}
        value={closedOn ?? ''}
        onChange={(event) => setAddress({ closedOn: event.currentTarget.value || undefined })}
      />
    </div>
  );
}
