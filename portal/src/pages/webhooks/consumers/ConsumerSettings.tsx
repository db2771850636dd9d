import { Checkbox, NumberInput, SimpleGrid, Stack, TextInput } from '@mantine/core';
import type { Answer } from '../../../api.ts';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { Form } from '../../../ui/form/Form.tsx';
import { limitOrNull, limitValue } from '../../../ui/form/form-values.ts';
import { useChange } from '../../../ui/form/use-change.ts';
import { useForm } from '../../../ui/form/use-form.ts';
import { Section } from '../../../ui/frame/Page.tsx';
import { useMay } from '../../../ui/frame/use-session.ts';
import { ChannelPicker } from './ChannelPicker.tsx';
import { EventTypePicker } from './EventTypePicker.tsx';
import { HeaderFields } from './HeaderFields.tsx';

type Consumer = Answer<'getConsumer'>;

/** All settings of a consumer in one form. Unsaved changes survive refetches of the consumer. */
export function ConsumerSettings({ consumer }: { consumer: Consumer }) {
  const may = useMay('developer');
  const change = useChange('changeConsumer', {
    refreshes: ['getConsumer', 'listConsumers'],
    done: 'Saved. New deliveries use these settings.',
  });
  const { consumerId, name, url, eventTypes, channels, headers, isOrdered, disableOn410 } = consumer;
  const rateLimitPerSecond = limitValue(consumer.rateLimitPerSecond);
  const concurrencyMax = limitValue(consumer.concurrencyMax);
  const form = useForm(
    { name, url, eventTypes, channels, headers, rateLimitPerSecond, concurrencyMax, isOrdered, disableOn410 },
    change.error,
  );

  function save() {
    const { values } = form;
    const limits = {
      rateLimitPerSecond: limitOrNull(values.rateLimitPerSecond),
      concurrencyMax: limitOrNull(values.concurrencyMax),
    };
    change.mutate({ consumerId, body: { ...values, ...limits } });
  }

  return (
    <fieldset disabled={!may} className="plain-fieldset">
      <Form
        submit={save}
        action={may ? 'Save' : undefined}
        isBusy={change.isPending}
        isReady={form.values.eventTypes.length > 0}
        problem={<ErrorNote error={change.error} />}
      >
        <div>
          <Section title="Endpoint">
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              <TextInput label="Name" required maxLength={100} {...form.text('name')} />
              <TextInput label="URL" required type="url" {...form.text('url')} />
            </SimpleGrid>
          </Section>
          <Section title="Events">
            <Stack gap="lg">
              <ChannelPicker {...form.value('channels')} />
              <EventTypePicker {...form.value('eventTypes')} />
            </Stack>
          </Section>
          <Section title="Custom headers" lead="Sent with each delivery.">
            <HeaderFields {...form.value('headers')} />
          </Section>
          <Section title="Delivery" lead="An empty field means no limit.">
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              <NumberInput
                label="Maximum deliveries per second"
                min={1}
                max={10_000}
                allowDecimal={false}
                {...form.value('rateLimitPerSecond')}
              />
              <NumberInput
                label="Maximum concurrent deliveries"
                min={1}
                max={64}
                allowDecimal={false}
                {...form.value('concurrencyMax')}
              />
            </SimpleGrid>
            <Checkbox
              mt="sm"
              label="Strict order"
              description="Deliver one message at a time, in the order of the events. A failing message blocks the following messages until it is delivered or its retries are exhausted."
              {...form.check('isOrdered')}
            />
            <Checkbox
              mt="sm"
              label="Disable on 410"
              description="A 410 response ends the delivery and disables the consumer. If this is off, a 410 response is retried like other failures."
              {...form.check('disableOn410')}
            />
          </Section>
        </div>
      </Form>
    </fieldset>
  );
}
