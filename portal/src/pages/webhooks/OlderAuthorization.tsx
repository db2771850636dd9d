import { Button, Group, PasswordInput, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read } from '../../api.ts';
import { Confirm } from '../../ui/Confirm.tsx';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Section } from '../../ui/Page.tsx';
import { ToneBadge } from '../../ui/StatusBadge.tsx';
import { useChange } from '../../ui/use-change.ts';
import { useMay } from '../../ui/use-session.ts';

/** The Authorization header of all webhooks of rules, as PUT /profile sets it. A migration carries it over. */
export function OlderAuthorization() {
  const [value, setValue] = useState('');
  const may = useMay('developer');
  const { data, error } = useQuery(read('getProfile', {}));
  const change = useChange('changeProfile', {
    refreshes: ['getProfile'],
    done: 'Saved.',
    after: () => setValue(''),
  });
  const shown = data?.webhookAuthorization;
  return (
    <Section title="Authorization header" lead="Sent with every webhook of the rules. Its value is shown masked.">
      <ErrorNote error={error} />
      <Group gap="sm" mb="sm">
        {shown ? <ToneBadge tone="good" label="Set" /> : <ToneBadge tone="idle" label="Not set" />}
        {shown && <Text className="mono">{shown}</Text>}
        {shown && may && (
          <Confirm
            title="Remove the Authorization header?"
            action="Remove"
            isDangerous
            run={() => change.mutateAsync({ body: { webhookAuthorization: null } })}
            trigger={(open) => (
              <Button variant="default" size="xs" onClick={open}>
                Remove
              </Button>
            )}
          >
            Webhooks will be sent without it. A receiver that requires it will refuse them.
          </Confirm>
        )}
      </Group>
      {may ? (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            change.mutate({ body: { webhookAuthorization: value } });
          }}
        >
          <Group align="flex-end" gap="xs">
            <PasswordInput
              label={shown ? 'New value' : 'Value'}
              placeholder="Bearer …"
              value={value}
              onChange={(event) => setValue(event.currentTarget.value)}
              autoComplete="off"
              flex={1}
              miw={200}
            />
            <Button type="submit" loading={change.isPending} disabled={value.trim() === ''}>
              {shown ? 'Replace header' : 'Set header'}
            </Button>
          </Group>
          <ErrorNote error={change.error} />
        </form>
      ) : (
        <Text size="sm" c="dimmed">
          Developers and administrators can set it.
        </Text>
      )}
    </Section>
  );
}
