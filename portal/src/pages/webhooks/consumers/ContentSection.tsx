import { MultiSelect, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../../api.ts';
import { t } from '../../../messages/webhooks.ts';
import { FilterText } from '../../../ui/filter/FilterText.tsx';
import { Section } from '../../../ui/frame/Page.tsx';
import { alwaysSent, eventPaths } from './event-paths.ts';

type Input<T> = { value: T; onChange: (next: T) => void; error?: string | undefined };

/** Which events of the subscribed types are delivered, and which of their fields. */
export function ContentSection(props: {
  eventTypes: readonly string[];
  filter: Input<string>;
  fields: Input<string[]>;
}) {
  const { eventTypes, filter, fields } = props;
  const { data } = useQuery(read('listEventTypes', { pageSize: 500 }));
  const types = data?.results ?? [];
  const paths = eventPaths(types, eventTypes);
  const names = types.map(({ eventType }) => eventType);
  return (
    <Section title={t('content')} lead={t('filterAndFieldsOfEvents')}>
      <Stack gap="md">
        <FilterText
          label={t('eventFilter')}
          description={t('onlyMatchingEventsAreDelivered')}
          placeholder={t('filterExample')}
          fields={paths}
          values={{ RuleType: names }}
          {...filter}
        />
        <MultiSelect
          label={t('fieldsSent')}
          description={t('emptyMeansAllFields', { fields: alwaysSent.join(', ') })}
          placeholder={fields.value.length === 0 ? t('allFields') : undefined}
          data={[...new Set([...paths.filter((path) => !alwaysSent.includes(path)), ...fields.value])]}
          searchable
          clearable
          hidePickedOptions
          maxDropdownHeight={260}
          {...fields}
        />
      </Stack>
    </Section>
  );
}
