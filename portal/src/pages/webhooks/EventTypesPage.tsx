import { Tabs, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type Answer, read } from '../../api.ts';
import { t } from '../../messages/webhooks.ts';
import { CurlLine } from '../../ui/code/CurlLine.tsx';
import { Json } from '../../ui/code/Json.tsx';
import { WithCode } from '../../ui/code/WithCode.tsx';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Page, Section } from '../../ui/frame/Page.tsx';
import { SkeletonRows } from '../../ui/frame/PageLoading.tsx';
import { useAddress } from '../../ui/use-address.ts';
import './webhooks.css';

type EventType = Answer<'listEventTypes'>['results'][number];

/** Lists all event types, with a description, the JSON Schema and an example payload of each. */
export function EventTypesPage() {
  const [{ search = '' }, setAddress] = useAddress();
  const input = { pageSize: 500 };
  const { data, error, refetch } = useQuery(read('listEventTypes', input));
  const sought = search.toLowerCase();
  const fitting = (data?.results ?? []).filter(
    ({ eventType, description }) =>
      eventType.toLowerCase().includes(sought) || description.toLowerCase().includes(sought),
  );
  const families = [...Map.groupBy(fitting, ({ eventType }) => eventType.split('.')[0] ?? '')];
  return (
    <Page title={t('eventCatalogue')} lead={t('consumersCanSubscribeTheseEvents')}>
      <TextInput
        aria-label={t('searchEvents')}
        placeholder={t('searchEvents')}
        leftSection={<IconSearch size={16} />}
        value={search}
        onChange={(event) => setAddress({ search: event.currentTarget.value || undefined })}
        maw={360}
        mb="md"
      />
      <ErrorNote error={error} retry={() => void refetch()} />
      {!data && !error && <SkeletonRows count={8} />}
      {data && fitting.length === 0 && <Text c="dimmed">{t('noEventsMatchSearch')}</Text>}
      {families.map(([family, members]) => (
        <Section key={family} title={`${family}.*`}>
          {members.map((one) => (
            <OneType key={one.eventType} type={one} />
          ))}
        </Section>
      ))}
      <CurlLine operation="listEventTypes" input={input} />
    </Page>
  );
}

function OneType({ type }: { type: EventType }) {
  return (
    <details className="event-type">
      <summary>
        <code className="plain-code">{type.eventType}</code>
        <Text size="sm" component="span" c="dimmed" className="event-description">
          <WithCode text={type.description} />
        </Text>
      </summary>
      <Tabs defaultValue="example" mt="xs" keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="example">{t('example')}</Tabs.Tab>
          <Tabs.Tab value="schema">{t('jsonSchema')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="example">
          <Json value={type.example} what={t('exampleNoun')} />
        </Tabs.Panel>
        <Tabs.Panel value="schema">
          <Json value={type.schema} what={t('schema')} maxHeight={480} />
        </Tabs.Panel>
      </Tabs>
    </details>
  );
}
