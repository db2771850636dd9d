import { Button, Group, Select, Text } from '@mantine/core';
import { useState } from 'react';
import type { Answer } from '../../../api.ts';
import { SecretOnce } from '../../../ui/code/SecretOnce.tsx';
import { Confirm } from '../../../ui/form/Confirm.tsx';
import { useChange } from '../../../ui/form/use-change.ts';
import { Section } from '../../../ui/frame/Page.tsx';
import { useMay } from '../../../ui/frame/use-session.ts';
import { Time } from '../../../ui/Time.tsx';

const overlaps = [
  { value: '86400', label: '1 day' },
  { value: '604800', label: '1 week' },
  { value: '3600', label: '1 hour' },
  { value: '0', label: 'None (the previous secret expires immediately)' },
];

/** The signing secret. It is not shown again, but can be rotated. The previous secret stays valid for a while. */
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
      lead="Your endpoint uses this secret to verify the signature of deliveries (Standard Webhooks)."
    >
      {consumer.previousSecretExpires && (
        <Text size="sm" mb="sm">
          Deliveries are also still signed with the previous secret. It expires{' '}
          <Time at={consumer.previousSecretExpires} />.
        </Text>
      )}
      {secret && <SecretOnce title="New signing secret" secret={secret} />}
      {may && (
        <Group mt={secret ? 'sm' : 0}>
          <Confirm
            title="Rotate secret?"
            action="Rotate secret"
            run={() =>
              rotate.mutateAsync({ consumerId: consumer.consumerId, body: { overlapSeconds: Number(overlap) } })
            }
            trigger={(open) => (
              <Button variant="default" onClick={open}>
                Rotate secret
              </Button>
            )}
          >
            <Text size="sm" mb="sm">
              The new secret is shown once. During the overlap, deliveries are signed with both secrets, so that you
              have time to update your endpoint.
            </Text>
            <Select
              label="Overlap with the previous secret"
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
