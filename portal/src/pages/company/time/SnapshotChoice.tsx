import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../../api.ts';
import { t } from '../../../messages/books.ts';
import { momentText } from '../../../ui/date-words.ts';

type Named = { name?: string; taken?: string };

/** A snapshot as people know it: its name and when it was taken. */
export const snapshotLabel = ({ name, taken }: Named) => [name, taken && momentText(taken)].filter(Boolean).join(' · ');

/** The snapshots of a company that can be read. */
export function useReadySnapshots(companyId: string) {
  const { data } = useQuery(read('listSnapshots', { companyId, query: 'status=ready', pageSize: 200 }));
  return data?.results ?? [];
}

type SnapshotChoiceProps = {
  companyId: string;
  snapshotId: string | undefined;
  choose: (snapshotId: string) => void;
};

/** Chooses the snapshot whose data the page shows. Absent if the company has none. */
export function SnapshotChoice({ companyId, snapshotId, choose }: SnapshotChoiceProps) {
  const snapshots = useReadySnapshots(companyId);
  if (snapshots.length === 0) return null;
  return (
    <Select
      className="no-print"
      size="xs"
      aria-label={t('snapshot')}
      placeholder={t('snapshot')}
      data={snapshots.map((one) => ({ value: one.snapshotId, label: snapshotLabel(one) }))}
      value={snapshotId ?? null}
      onChange={(value) => value && choose(value)}
      allowDeselect={false}
    />
  );
}

export function SnapshotName({ companyId, snapshotId }: { companyId: string; snapshotId: string }) {
  const { data } = useQuery(read('getSnapshot', { companyId, snapshotId }));
  return <>{t('snapshotOf', { name: data ? snapshotLabel(data) : '' })}</>;
}
