import { Button, Group, Select, Text } from '@mantine/core';
import { useState } from 'react';
import type { Answer } from '../../api.ts';
import { Confirm } from '../../ui/Confirm.tsx';
import { Section } from '../../ui/Page.tsx';
import { SecretOnce } from '../../ui/SecretOnce.tsx';
import { Time } from '../../ui/Time.tsx';
import { useChange } from '../../ui/use-change.ts';
import { useMay } from '../../ui/use-session.ts';

const overlaps = [
  { value: '86400', label: 'for a day' },
  { value: '604800', label: 'for a week' },
  { value: '3600', label: 'for an hour' },
  { value: '0', label: 'not at all: it ends at once' },
];

/** The signing secret: never shown again, but replaced with an overlap. */
export function SecretSection({ consumer }: { consumer: Answer<'getConsumer'> }) {
  const [secret, setSecret] = useState<string>();
  const [overlap, setOverlap] = useState('86400');
  const may = useMay('developer');
  const rotate = useChange('rotateConsumerSecret', {
    refreshes: ['getConsumer'],
    after: (answer) => setSecret(answer.secret),
  });
  return (
    <Section
      title="Signing secret"
      lead="Receivers verify with it that a delivery is ours and was not changed (Standard Webhooks)."
    >
      {consumer.previousSecretExpires && (
        <Text size="sm" mb="sm">
          The previous secret still signs, too; it ends <Time at={consumer.previousSecretExpires} />.
        </Text>
      )}
      {secret && <SecretOnce title="The new signing secret" secret={secret} />}
      {may && (
        <Group mt={secret ? 'sm' : 0}>
          <Confirm
            title="Make a new signing secret?"
            action="Make a new secret"
            run={() =>
              rotate.mutateAsync({ consumerId: consumer.consumerId, body: { overlapSeconds: Number(overlap) } })
            }
            trigger={(open) => (
              <Button variant="default" onClick={open}>
                Make a new secret
              </Button>
            )}
          >
            <Text size="sm" mb="sm">
              The new one is shown once. Until the overlap ends, deliveries carry a signature of each, so that the
              receiver can change over in its own time.
            </Text>
            <Select
              label="The previous one goes on signing"
              data={overlaps}
              value={overlap}
              onChange={(next) => setOverlap(next ?? '86400')}
              allowDeselect={false}
            />
          </Confirm>
        </Group>
      )}
    </Section>
  );
}
