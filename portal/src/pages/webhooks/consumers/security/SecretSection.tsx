import { Button, Group, Select, Text } from '@mantine/core';
import { useState } from 'react';
import type { Answer } from '../../../../api.ts';
import { t } from '../../../../messages/webhooks.ts';
import { CopyText } from '../../../../ui/code/Copy.tsx';
import { SecretOnce } from '../../../../ui/code/SecretOnce.tsx';
import { Confirm } from '../../../../ui/form/Confirm.tsx';
import { useChange } from '../../../../ui/form/use-change.ts';
import { Section } from '../../../../ui/frame/Page.tsx';
import { useMay } from '../../../../ui/frame/use-session.ts';
import { Time } from '../../../../ui/Time.tsx';

const overlaps = [
  { value: '86400', label: t('n1Day') },
  { value: '604800', label: t('n1Week') },
  { value: '3600', label: t('n1Hour') },
  { value: '0', label: t('nonePreviousSecretExpiresImmediately') },
];

const kinds = [
  { value: 'sharedSecret', label: t('sharedSecretKind') },
  { value: 'ed25519', label: t('ed25519Kind') },
];

/**
 * The signing secret, which is not shown again, or the public key. Both can be rotated, also to the other kind. The
 * previous one stays valid for a while.
 */
export function SecretSection({ consumer }: { consumer: Answer<'getConsumer'> }) {
  const [secret, setSecret] = useState<string>();
  const [overlap, setOverlap] = useState('86400');
  const isKey = consumer.signature === 'ed25519';
  const [kind, setKind] = useState<'sharedSecret' | 'ed25519'>(isKey ? 'ed25519' : 'sharedSecret');
  const may = useMay('developer');
  const rotate = useChange('rotateConsumerSecret', {
    refreshes: ['getConsumer'],
    after: (answer) => setSecret(answer.secret),
  });
  return (
    <Section
      title={isKey ? t('signingKey') : t('signingSecret')}
      lead={isKey ? t('yourEndpointUsesThisKey') : t('yourEndpointUsesThisSecret')}
    >
      {consumer.publicKey && (
        <Text size="sm" mb="sm" component="div">
          <CopyText value={consumer.publicKey} what={t('publicKey')} />
        </Text>
      )}
      {consumer.previousSecretExpires && (
        <Text size="sm" mb="sm">
          {t.rich('deliveriesAreAlsoStillSigned', { time: <Time at={consumer.previousSecretExpires} /> })}
        </Text>
      )}
      {consumer.previousPublicKey && (
        <Text size="sm" mb="sm" component="div">
          {t('previousPublicKey')} <CopyText value={consumer.previousPublicKey} what={t('publicKey')} />
        </Text>
      )}
      {secret && <SecretOnce title={t('newSigningSecret')} secret={secret} />}
      {may && (
        <Group mt={secret ? 'sm' : 0}>
          <Confirm
            title={isKey ? t('rotateKeyQuestion') : t('rotateSecretQuestion')}
            action={isKey ? t('rotateKey') : t('rotateSecret')}
            run={() =>
              rotate.mutateAsync({
                consumerId: consumer.consumerId,
                body: { overlapSeconds: Number(overlap), signature: kind },
              })
            }
            trigger={(open) => (
              <Button variant="default" onClick={open}>
                {isKey ? t('rotateKey') : t('rotateSecret')}
              </Button>
            )}
          >
            <Text size="sm" mb="sm">
              {t('theNewSecretIsShown')}
            </Text>
            <Select
              label={t('signature')}
              data={kinds}
              value={kind}
              onChange={(next) => setKind((next ?? kind) as typeof kind)}
              allowDeselect={false}
              mb="sm"
            />
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
