import { Button, Group, Stack, Stepper, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { t } from '../../../messages/webhooks.ts';
import { paths } from '../../../paths.ts';
import { SecretOnce } from '../../../ui/code/SecretOnce.tsx';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { CreateDialog } from '../../../ui/form/CreateDialog.tsx';
import { Form } from '../../../ui/form/Form.tsx';
import { useChange } from '../../../ui/form/use-change.ts';
import { useForm } from '../../../ui/form/use-form.ts';
import { ChannelPicker } from './ChannelPicker.tsx';
import { EventTypePicker } from './EventTypePicker.tsx';

type CreateConsumerProps = { label?: string; inAddress?: boolean };

/**
 * The button and the wizard that create a consumer. The steps are the endpoint, the events, and the secret, which is
 * shown only once.
 */
export function CreateConsumer({ label, inAddress = false }: CreateConsumerProps) {
  return (
    <CreateDialog {...{ label, inAddress }} title={t('createConsumer')} isWide>
      {() => <Wizard />}
    </CreateDialog>
  );
}

function Wizard() {
  const [step, setStep] = useState(0);
  const navigate = useNavigate();
  const create = useChange('createConsumer', { refreshes: ['listConsumers', 'getOverview'], after: () => setStep(2) });

  const form = useForm({ name: '', url: '', eventTypes: ['*'], channels: [] as string[] }, create.error);

  return (
    <Stack gap="md">
      <Stepper active={step} size="xs" iconSize={26} aria-label={t('steps')}>
        <Stepper.Step label={t('endpoint')} />
        <Stepper.Step label={t('events')} />
        <Stepper.Step label={t('secret')} />
      </Stepper>
      {create.data ? (
        <>
          {create.data.secret && (
            <SecretOnce title={t('signingSecret')} secret={create.data.secret}>
              <Text size="sm">{t.rich('yourEndpointNeedsThisSecret', { code: (text) => <code>{text}</code> })}</Text>
            </SecretOnce>
          )}
          <Group justify="flex-end">
            <Button onClick={() => void navigate({ to: paths.consumer(create.data.consumerId) })}>
              {t('viewConsumer')}
            </Button>
          </Group>
        </>
      ) : (
        <Form
          layout="dialog"
          gap="md"
          submit={() => (step === 0 ? setStep(1) : create.mutate({ body: form.values }))}
          action={step === 0 ? t('next') : t('createConsumer')}
          isBusy={create.isPending}
          isReady={step === 0 || form.values.eventTypes.length > 0}
          problem={step === 1 && <ErrorNote error={create.error} />}
          buttons={
            step === 1 && (
              <Button variant="default" mr="auto" onClick={() => setStep(0)}>
                {t('back')}
              </Button>
            )
          }
        >
          {step === 0 ? (
            <>
              <TextInput
                label={t('name')}
                description={t('aNameWhichRecognizeThis')}
                placeholder={t('ledgerService')}
                required
                maxLength={100}
                data-autofocus
                {...form.text('name')}
              />
              <TextInput
                label={t('url')}
                description={t('receivesPostRequestEachEvent')}
                placeholder="https://example.com/hooks/daybook"
                required
                type="url"
                {...form.text('url')}
              />
            </>
          ) : (
            <>
              <ChannelPicker {...form.value('channels')} />
              <EventTypePicker {...form.value('eventTypes')} />
            </>
          )}
        </Form>
      )}
    </Stack>
  );
}
