import { Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../../messages/books.ts';
import { useAddress } from '../../../ui/use-address.ts';
import { fromLocal, toLocal } from '../../../ui/zone/time-zone.ts';
import { snapshotLabel, useReadySnapshots } from '../time/SnapshotChoice.tsx';

const aTime = 'time';

/** Chooses the first moment, a snapshot or a time, and the last day of the closed period. */
export function RestatementChoice({ companyId, closedOn }: { companyId: string; closedOn: string | undefined }) {
  const [{ from, fromSnapshot }, setAddress] = useAddress();
  const [isTime, setTime] = useState(from !== undefined);
  const snapshots = useReadySnapshots(companyId);
  const choices = snapshots.map((one) => ({ value: one.snapshotId, label: snapshotLabel(one) }));
  return (
    <div className="restated-choice no-print">
      <Select
        label={t('compareWith')}
        placeholder={t('chooseSnapshotOrTime')}
        data={[
          ...(choices.length > 0 ? [{ group: t('snapshots'), items: choices }] : []),
          { value: aTime, label: t('aTime') },
        ]}
        value={fromSnapshot ?? (isTime ? aTime : null)}
        onChange={(value) => {
          setTime(value === aTime);
          if (value !== aTime) setAddress({ fromSnapshot: value ?? undefined, from: undefined });
          else setAddress({ fromSnapshot: undefined });
        }}
        allowDeselect={false}
      />
      {isTime && (
        <TextInput
          type="datetime-local"
          step={1}
          label={t('then')}
          value={toLocal(from, 19)}
          onChange={(event) => {
            const at = fromLocal(event.currentTarget.value);
            if (at) setAddress({ from: at, fromSnapshot: undefined });
          }}
        />
      )}
      <TextInput
        type="date"
        label={t('closedOn')}
        value={closedOn ?? ''}
        onChange={(event) => setAddress({ closedOn: event.currentTarget.value || undefined })}
      />
    </div>
  );
}
