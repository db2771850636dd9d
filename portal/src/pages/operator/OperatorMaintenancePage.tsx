import { Button, Group, NumberInput, Stack, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, read } from '../../api.ts';
import { t } from '../../messages/operator.ts';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Confirm } from '../../ui/form/Confirm.tsx';
import { useChange } from '../../ui/form/use-change.ts';
import { Page, Section } from '../../ui/frame/Page.tsx';
import { PageLoading } from '../../ui/frame/PageLoading.tsx';
import { ToneBadge } from '../../ui/StatusBadge.tsx';
import { Time } from '../../ui/Time.tsx';

export function OperatorMaintenancePage() {
  const { data, error, refetch } = useQuery(read('getMaintenance', {}));
  if (error)
    return (
      <Page title={t('maintenance')}>
        <ErrorNote error={error} retry={() => void refetch()} />
      </Page>
    );
  if (!data) return <PageLoading />;
  return (
    <Page title={t('maintenance')} lead={t('duringMaintenanceClientsGet503')}>
      <Section>{data.enabled ? <IsOn maintenance={data} /> : <IsOff />}</Section>
    </Page>
  );
}

function IsOn({ maintenance }: { maintenance: Answer<'getMaintenance'> }) {
  const set = useChange('setMaintenance', { refreshes: ['getMaintenance'], done: t('maintenanceEnded') });
  return (
    <Stack gap="sm" align="flex-start">
      <ToneBadge tone="wait" label={t('maintenanceIsOn')} />
      <Text size="sm">
        {t.rich('startedTime', { time: <Time at={maintenance.since} /> })}{' '}
        {maintenance.message && t('messageToClientsMessage', { message: maintenance.message })}
      </Text>
      <ErrorNote error={set.error} />
      <Button loading={set.isPending} onClick={() => set.mutate({ body: { enabled: false } })}>
        {t('endMaintenance')}
      </Button>
    </Stack>
  );
}

function IsOff() {
  const [message, setMessage] = useState('');
  const [minutes, setMinutes] = useState<number | string>(5);
  const set = useChange('setMaintenance', { refreshes: ['getMaintenance'], done: t('maintenanceStarted') });
  return (
    <Stack gap="sm" maw={520}>
      <ToneBadge tone="good" label={t('operational')} />
      <Textarea
        label={t('messageToClients')}
        placeholder={t('weAreUpgradingDatabase')}
        maxLength={500}
        value={message}
        onChange={(event) => setMessage(event.currentTarget.value)}
      />
      <NumberInput
        label={t('retryAfterMinutes')}
        min={1}
        max={10_000}
        allowDecimal={false}
        value={minutes}
        onChange={setMinutes}
      />
      <Group>
        <Confirm
          title={t('startMaintenanceQuestion')}
          action={t('startMaintenance')}
          isDangerous
          run={() =>
            set.mutateAsync({
              body: {
                enabled: true,
                retryAfterSeconds: Number(minutes) * 60,
                ...(message.trim() && { message: message.trim() }),
              },
            })
          }
          trigger={(open) => (
            <Button color="red.8" onClick={open}>
              {t('startMaintenance')}
            </Button>
          )}
        >
          {t('allClientsThisInstallationGet')}
        </Confirm>
      </Group>
    </Stack>
  );
}
