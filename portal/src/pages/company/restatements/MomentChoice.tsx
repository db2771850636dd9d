import { Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../../messages/books.ts';
import { fromLocal, toLocal } from '../../../ui/zone/time-zone.ts';
import { snapshotLabel, useReadySnapshots } from '../time/SnapshotChoice.tsx';

export type ChosenMoment = { at: string | undefined; snapshotId: string | undefined };

type MomentChoiceProps = {
  companyId: string;
  label: string;
  /** The label of the time. */
  timeLabel: string;
  moment: ChosenMoment;
  choose: (moment: ChosenMoment) => void;
  /** What is compared if neither is chosen. Absent if a choice is needed. */
  newest?: string;
  /** Only snapshots that were taken after this one can be chosen. */
  after?: string | undefined;
};

const aTime = 'time';
const aNewest = 'newest';

/** Chooses a snapshot of the company, or a time. */
export function MomentChoice({ companyId, label, timeLabel, moment, choose, newest, after }: MomentChoiceProps) {
  const { at, snapshotId } = moment;
  const [isTime, setTime] = useState(at !== undefined);
  const snapshots = useReadySnapshots(companyId);
  const first = snapshots.find((one) => one.snapshotId === after)?.taken ?? '';
  const choices = snapshots
    .filter(({ taken = '' }) => after === undefined || taken > first)
    .map((one) => ({ value: one.snapshotId, label: snapshotLabel(one) }));
  return (
    <>
      <Select
        label={label}
        placeholder={t('chooseSnapshotOrTime')}
        data={[
          ...(newest === undefined ? [] : [{ value: aNewest, label: newest }]),
          ...(choices.length > 0 ? [{ group: t('snapshots'), items: choices }] : []),
          { value: aTime, label: t('aTime') },
        ]}
        value={snapshotId ?? (isTime ? aTime : newest === undefined ? null : aNewest)}
        onChange={(value) => {
          setTime(value === aTime);
          const isSnapshot = value !== null && value !== aTime && value !== aNewest;
          if (isSnapshot || value === aNewest) choose({ at: undefined, snapshotId: isSnapshot ? value : undefined });
          else choose({ at, snapshotId: undefined });
        }}
        allowDeselect={false}
      />
      {isTime && (
        <TextInput
          type="datetime-local"
          step={1}
          label={timeLabel}
          value={toLocal(at, 19)}
          onChange={(event) => {
            const chosen = fromLocal(event.currentTarget.value);
            if (chosen) choose({ at: chosen, snapshotId: undefined });
          }}
        />
      )}
    </>
  );
}
