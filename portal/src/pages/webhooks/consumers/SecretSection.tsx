import { Button, Group, Select, Text } from '@mantine/core';
import { useState } from 'react';
import type { Answer } from '../../../api.ts';
import { t } from '../../../messages/webhooks.ts';
import { SecretOnce } from '../../../ui/code/SecretOnce.tsx';
import { Confirm } from '../../../ui/form/Confirm.tsx';
import { useChange } from '../../../ui/form/use-change.ts';
import { Section } from '../../../ui/frame/Page.tsx';
import { useMay } from '../../../ui/frame/use-session.ts';
import { Time } from '../../../ui/Time.tsx';

const overlaps = [
  { value: '86400', label: t('n1Day') },
  { value: '604800', label: t('n1Week') },
  { value: '3600', label: t('n1Hour') },
  { value: '0', label: t('nonePreviousSecretExpiresImmediately') },
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
    <Section title={t('signingSecret')} lead={t('yourEndpointUsesThisSecret')}>
      {consumer.previousSecretExpires && (
        <Text size="sm" mb="sm">
          {t.rich('deliveriesAreAlsoStillSigned', { time: <Time at={consumer.previousSecretExpires} /> })}
        </Text>
      )}
      {secret && <SecretOnce title={t('newSigningSecret')} secret={secret} />}
      {may && (
        <Group mt={secret ? 'sm' : 0}>
          <Confirm
            title={t('rotateSecretQuestion')}
            action={t('rotateSecret')}
            run={() =>
              rotate.mutateAsync({ consumerId: consumer.consumerId, body: { overlapSeconds: Number(overlap) } })
            }
            trigger={(open) => (
              <Button variant="default" onClick={open}>
                {t('rotateSecret')}
              </Button>
            )}
          >
            <Text size="sm" mb="sm">
              {t('theNewSecretIsShown')}
            </Text>
            <Select
              label={t('overlapPreviousSecret')}
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
