import { Button, Group, PasswordInput, Text } from '@mantine/core';
import { useState } from 'react';
import type { Answer } from '../../api.ts';
import { Confirm } from '../../ui/Confirm.tsx';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Section } from '../../ui/Page.tsx';
import { ToneBadge } from '../../ui/StatusBadge.tsx';
import { useChange } from '../../ui/use-change.ts';
import { useMay } from '../../ui/use-session.ts';

type Consumer = Answer<'getConsumer'>;

/** The Authorization header of deliveries: only people can set it, here; the API refuses it. */
export function AuthorizationSection({ consumer }: { consumer: Consumer }) {
  const [value, setValue] = useState('');
  const may = useMay('developer');
  const refreshes = ['getConsumer', 'listConsumers'] as const;
  const { consumerId } = consumer;
  const set = useChange('setConsumerAuthorization', {
    refreshes: [...refreshes],
    done: 'Deliveries now carry this Authorization header.',
    after: () => setValue(''),
  });
  const remove = useChange('removeConsumerAuthorization', {
    refreshes: [...refreshes],
    done: 'Deliveries no longer carry an Authorization header.',
  });
  return (
    <Section
      title="Authorization header"
      lead="Sent with each delivery. It can only be set here, by a person; the API refuses it. Its value is not shown again."
    >
      <Group gap="sm" mb="sm">
        {consumer.hasAuthorization ? <ToneBadge tone="good" label="Set" /> : <ToneBadge tone="idle" label="Not set" />}
        {consumer.hasAuthorization && may && (
          <Confirm
            title="Remove the Authorization header?"
            action="Remove it"
            isDangerous
            run={() => remove.mutateAsync({ consumerId })}
            trigger={(open) => (
              <Button variant="default" size="xs" onClick={open}>
                Remove
              </Button>
            )}
          >
            Deliveries will go out without it. A receiver that wants it will refuse them.
          </Confirm>
        )}
      </Group>
      {may ? (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            set.mutate({ consumerId, body: { value } });
          }}
        >
          <Group align="flex-end" gap="xs">
            <PasswordInput
              label={consumer.hasAuthorization ? 'New value' : 'Value'}
              placeholder="Bearer …"
              value={value}
              onChange={(event) => setValue(event.currentTarget.value)}
              autoComplete="off"
              flex={1}
              miw={200}
            />
            <Button type="submit" loading={set.isPending} disabled={value.trim() === ''}>
              {consumer.hasAuthorization ? 'Replace the header' : 'Set the header'}
            </Button>
          </Group>
          <ErrorNote error={set.error} />
        </form>
      ) : (
        <Text size="sm" c="dimmed">
          Developers and administrators can set it.
        </Text>
      )}
    </Section>
  );
}
