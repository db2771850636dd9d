import { Button, Checkbox, Group, NumberInput, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Answer } from '../../api.ts';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Section } from '../../ui/Page.tsx';
import { useChange } from '../../ui/use-change.ts';
import { useMay } from '../../ui/use-session.ts';
import { ChannelPicker } from './ChannelPicker.tsx';
import { EventTypePicker } from './EventTypePicker.tsx';
import { HeaderFields } from './HeaderFields.tsx';

type Consumer = Answer<'getConsumer'>;

/** All settings of a consumer in one form. Unsaved changes survive refetches of the consumer. */
export function ConsumerSettings({ consumer }: { consumer: Consumer }) {
  const [name, setName] = useState(consumer.name);
  const [url, setUrl] = useState(consumer.url);
  const [eventTypes, setEventTypes] = useState(consumer.eventTypes);
  const [channels, setChannels] = useState(consumer.channels);
  const [headers, setHeaders] = useState(consumer.headers);
  const [rate, setRate] = useState<number | string>(consumer.rateLimitPerSecond ?? '');
  const [atOnce, setAtOnce] = useState<number | string>(consumer.concurrencyMax ?? '');
  const [isOrdered, setOrdered] = useState(consumer.isOrdered);
  const [disableOn410, setDisableOn410] = useState(consumer.disableOn410);
  const may = useMay('developer');
  const change = useChange('changeConsumer', {
    refreshes: ['getConsumer', 'listConsumers'],
    done: 'Saved. New deliveries use these settings.',
  });

  function save(event: FormEvent) {
    event.preventDefault();
    change.mutate({
      consumerId: consumer.consumerId,
      body: {
        name,
        url,
        eventTypes,
        channels,
        headers,
        rateLimitPerSecond: rate === '' ? null : Number(rate),
        concurrencyMax: atOnce === '' ? null : Number(atOnce),
        isOrdered,
        disableOn410,
      },
    });
  }

  return (
    <form onSubmit={save}>
      <fieldset disabled={!may} className="plain-fieldset">
        <Section title="Endpoint">
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput
              label="Name"
              required
              maxLength={100}
              value={name}
              onChange={(e) => setName(e.currentTarget.value)}
            />
            <TextInput label="URL" required type="url" value={url} onChange={(e) => setUrl(e.currentTarget.value)} />
          </SimpleGrid>
        </Section>
        <Section title="Events">
          <Stack gap="lg">
            <ChannelPicker value={channels} onChange={setChannels} />
            <EventTypePicker value={eventTypes} onChange={setEventTypes} />
          </Stack>
        </Section>
        <Section title="Custom headers" lead="Sent with each delivery.">
          <HeaderFields value={headers} onChange={setHeaders} />
        </Section>
        <Section title="Delivery" lead="An empty field means no limit.">
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <NumberInput
              label="Maximum deliveries per second"
              min={1}
              max={10_000}
              allowDecimal={false}
              value={rate}
              onChange={setRate}
            />
            <NumberInput
              label="Maximum concurrent deliveries"
              min={1}
              max={64}
              allowDecimal={false}
              value={atOnce}
              onChange={setAtOnce}
            />
          </SimpleGrid>
          <Checkbox
            mt="sm"
            label="Strict order"
            description="Deliver one message at a time, in the order of the events. A failing message blocks the following messages until it is delivered or its retries are exhausted."
            checked={isOrdered}
            onChange={(event) => setOrdered(event.currentTarget.checked)}
          />
          <Checkbox
            mt="sm"
            label="Disable on 410"
            description="A 410 response ends the delivery and disables the consumer. If this is off, a 410 response is retried like other failures."
            checked={disableOn410}
            onChange={(event) => setDisableOn410(event.currentTarget.checked)}
          />
        </Section>
        <Stack gap="sm">
          <ErrorNote error={change.error} />
          {may && (
            <Group>
              <Button type="submit" loading={change.isPending} disabled={eventTypes.length === 0}>
                Save
              </Button>
            </Group>
          )}
        </Stack>
      </fieldset>
    </form>
  );
}
