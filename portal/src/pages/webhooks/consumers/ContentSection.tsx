import { Autocomplete, MultiSelect, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../../api.ts';
import { t } from '../../../messages/webhooks.ts';
import { suggest } from '../../../ui/filter/filter-suggestions.ts';
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
  const { from, items } = suggest({ text: filter.value, fields: paths, values: { RuleType: names } });
  const start = filter.value.slice(0, from);
  const hints = new Map(items.map(({ text, hint }) => [start + text, { text, hint }]));
  return (
    <Section title={t('content')} lead={t('filterAndFieldsOfEvents')}>
      <Stack gap="md">
        <Autocomplete
          label={t('eventFilter')}
          description={t('onlyMatchingEventsAreDelivered')}
          placeholder={t('filterExample')}
          classNames={{ input: 'mono-input' }}
          spellCheck={false}
          maxLength={2048}
          data={[...hints.keys()]}
          filter={({ options }) => options}
          renderOption={({ option }) => {
            const { text = option.value, hint = '' } = hints.get(option.value) ?? {};
            return (
              <span className="filter-suggestion">
                <span className="mono">{text.trim()}</span>
                <span className="dimmed">{hint}</span>
              </span>
            );
          }}
          maxDropdownHeight={260}
          comboboxProps={{ position: 'bottom-start' }}
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
