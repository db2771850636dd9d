import { Button, Group, NumberInput, Stack, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, read } from '../../api.ts';
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
      <Page title="Maintenance">
        <ErrorNote error={error} retry={() => void refetch()} />
      </Page>
    );
  if (!data) return <PageLoading />;
  return (
    <Page
      title="Maintenance"
      lead="During maintenance, clients get 503 responses with Retry-After, and workers pause. No data is lost."
    >
      <Section>{data.enabled ? <IsOn maintenance={data} /> : <IsOff />}</Section>
    </Page>
  );
}

function IsOn({ maintenance }: { maintenance: Answer<'getMaintenance'> }) {
  const set = useChange('setMaintenance', { refreshes: ['getMaintenance'], done: 'Maintenance ended.' });
  return (
    <Stack gap="sm" align="flex-start">
      <ToneBadge tone="wait" label="Maintenance is on" />
      <Text size="sm">
        Started <Time at={maintenance.since} />. {maintenance.message && `Message to clients: “${maintenance.message}”`}
      </Text>
      <ErrorNote error={set.error} />
      <Button loading={set.isPending} onClick={() => set.mutate({ body: { enabled: false } })}>
        End maintenance
      </Button>
    </Stack>
  );
}

function IsOff() {
  const [message, setMessage] = useState('');
  const [minutes, setMinutes] = useState<number | string>(5);
  const set = useChange('setMaintenance', { refreshes: ['getMaintenance'], done: 'Maintenance started.' });
  return (
    <Stack gap="sm" maw={520}>
      <ToneBadge tone="good" label="Operational" />
      <Textarea
        label="Message to clients"
        placeholder="We are upgrading the database."
        maxLength={500}
        value={message}
        onChange={(event) => setMessage(event.currentTarget.value)}
      />
      <NumberInput
        label="Retry-After (minutes)"
        min={1}
        max={10_000}
        allowDecimal={false}
        value={minutes}
        onChange={setMinutes}
      />
      <Group>
        <Confirm
          title="Start maintenance?"
          action="Start maintenance"
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
              Start maintenance
            </Button>
          )}
        >
          All clients of this installation get 503 responses until you end the maintenance. Operators can still sign in
          and use the operator pages.
        </Confirm>
      </Group>
    </Stack>
  );
}
