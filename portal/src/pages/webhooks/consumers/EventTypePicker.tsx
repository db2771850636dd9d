import { Checkbox, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../../api.ts';
import { t } from '../../../messages/webhooks.ts';
import { WithCode } from '../../../ui/code/WithCode.tsx';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { SkeletonRows } from '../../../ui/frame/PageLoading.tsx';

/** Selects all events, groups of events by prefix, or single events. Groups include events that are added later. */
export function EventTypePicker({ value, onChange }: { value: string[]; onChange: (value: string[]) => void }) {
  const { data, error, refetch } = useQuery(read('listEventTypes', { pageSize: 500 }));
  if (error) return <ErrorNote error={error} retry={() => void refetch()} />;
  if (!data) return <SkeletonRows count={6} />;
  const families = Map.groupBy(data.results, ({ eventType }) => eventType.split('.')[0] ?? '');
  const isAll = value.includes('*');

  const set = (names: string[], isOn: boolean, instead: string[] = []) =>
    onChange(
      isOn ? [...value.filter((one) => !instead.includes(one)), ...names] : value.filter((one) => !names.includes(one)),
    );

  return (
    <Stack gap="sm" role="group" aria-label={t('eventTypes')}>
      <Checkbox
        label={t('allEvents')}
        description={t('includesEventsAreAddedLater')}
        checked={isAll}
        onChange={(event) => onChange(event.currentTarget.checked ? ['*'] : [])}
      />
      {!isAll && (
        <div className="event-families">
          {[...families].map(([family, members]) => {
            const prefix = `${family}.*`;
            const isWhole = value.includes(prefix);
            const names = members.map(({ eventType }) => eventType);
            return (
              <Stack key={family} gap={6} className="event-family">
                <Checkbox
                  label={
                    <>
                      <b>{prefix}</b> <span className="dimmed">{t('theWholeGroupIncludingEvents')}</span>
                    </>
                  }
                  checked={isWhole}
                  onChange={(event) => set([prefix], event.currentTarget.checked, names)}
                />
                {!isWhole &&
                  members.map(({ eventType, description }) => (
                    <Checkbox
                      key={eventType}
                      ml="lg"
                      label={eventType}
                      description={<WithCode text={description} />}
                      checked={value.includes(eventType)}
                      onChange={(event) => set([eventType], event.currentTarget.checked)}
                    />
                  ))}
              </Stack>
            );
          })}
        </div>
      )}
      {value.length === 0 && (
        <Text size="sm" c="var(--db-wait)">
          {t('selectAtLeastOneEvent')}
        </Text>
      )}
    </Stack>
  );
}
