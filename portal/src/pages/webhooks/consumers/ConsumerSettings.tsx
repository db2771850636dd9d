import { Checkbox, NumberInput, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Answer, read } from '../../../api.ts';
import { t } from '../../../messages/webhooks.ts';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { Form } from '../../../ui/form/Form.tsx';
import { limitOrNull, limitValue } from '../../../ui/form/form-values.ts';
import { useChange } from '../../../ui/form/use-change.ts';
import { useForm } from '../../../ui/form/use-form.ts';
import { Section } from '../../../ui/frame/Page.tsx';
import { SkeletonRows } from '../../../ui/frame/PageLoading.tsx';
import { useMay } from '../../../ui/frame/use-session.ts';
import { ChannelPicker } from './ChannelPicker.tsx';
import { ContentSection } from './ContentSection.tsx';
import { EventTypePicker } from './EventTypePicker.tsx';
import { HeaderFields } from './HeaderFields.tsx';

type Consumer = Answer<'getConsumer'>;

/** The form appears whole: event types that arrive later would move everything below them. */
export function ConsumerSettings({ consumer }: { consumer: Consumer }) {
  const { isPending } = useQuery(read('listEventTypes', { pageSize: 500 }));
  return isPending ? <SkeletonRows count={12} /> : <SettingsForm consumer={consumer} />;
}

/** All settings of a consumer in one form. Unsaved changes survive refetches of the consumer. */
function SettingsForm({ consumer }: { consumer: Consumer }) {
  const may = useMay('developer');
  const change = useChange('changeConsumer', {
    refreshes: ['getConsumer', 'listConsumers'],
    done: t('savedNewDeliveriesUseThese'),
  });
  const { consumerId, name, url, eventTypes, channels, headers, isOrdered, disableOn410 } = consumer;
  const { filter = '', fields = [] } = consumer;
  const rateLimitPerSecond = limitValue(consumer.rateLimitPerSecond);
  const concurrencyMax = limitValue(consumer.concurrencyMax);
  const form = useForm(
    {
      ...{ name, url, eventTypes, channels, filter, fields, headers },
      ...{ rateLimitPerSecond, concurrencyMax, isOrdered, disableOn410 },
    },
    change.error,
  );

  function save() {
    const { values } = form;
    const limits = {
      rateLimitPerSecond: limitOrNull(values.rateLimitPerSecond),
      concurrencyMax: limitOrNull(values.concurrencyMax),
    };
    const content = {
      filter: values.filter.trim() || null,
      fields: values.fields.length > 0 ? values.fields : null,
    };
    change.mutate({ consumerId, body: { ...values, ...limits, ...content } });
  }

  return (
    <fieldset disabled={!may} className="plain-fieldset">
      <Form
        submit={save}
        action={may ? t('save') : undefined}
        isBusy={change.isPending}
        isReady={form.values.eventTypes.length > 0}
        problem={<ErrorNote error={change.error} />}
      >
        <div>
          <Section title={t('endpoint')}>
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              <TextInput label={t('name')} required maxLength={100} {...form.text('name')} />
              <TextInput label={t('url')} required type="url" {...form.text('url')} />
            </SimpleGrid>
          </Section>
          <Section title={t('events')}>
            <Stack gap="lg">
              <ChannelPicker {...form.value('channels')} />
              <EventTypePicker {...form.value('eventTypes')} />
            </Stack>
          </Section>
          <ContentSection
            eventTypes={form.values.eventTypes}
            filter={form.value('filter')}
            fields={form.value('fields')}
          />
          <Section title={t('customHeaders')} lead={t('sentWithEachDelivery')}>
            <HeaderFields {...form.value('headers')} />
          </Section>
          <Section title={t('delivery')} lead={t('anEmptyFieldMeansNo')}>
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              <NumberInput
                label={t('maximumDeliveriesPerSecond')}
                min={1}
                max={10_000}
                allowDecimal={false}
                {...form.value('rateLimitPerSecond')}
              />
              <NumberInput
                label={t('maximumConcurrentDeliveries')}
                min={1}
                max={256}
                allowDecimal={false}
                {...form.value('concurrencyMax')}
              />
            </SimpleGrid>
            <Checkbox
              mt="sm"
              label={t('strictOrder')}
              description={t('deliverOneMessageAtTime')}
              {...form.check('isOrdered')}
            />
            <Checkbox
              mt="sm"
              label={t('disableOn410')}
              description={t('a410ResponseEndsDelivery')}
              {...form.check('disableOn410')}
            />
          </Section>
        </div>
      </Form>
    </fieldset>
  );
}
