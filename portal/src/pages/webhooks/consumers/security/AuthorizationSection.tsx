import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import type { Answer } from '../../../../api.ts';
import { t } from '../../../../messages/webhooks.ts';
import { useChange } from '../../../../ui/form/use-change.ts';
import { Section } from '../../../../ui/frame/Page.tsx';
import { AuthorizationForm } from './AuthorizationForm.tsx';
import { OauthForm } from './OauthForm.tsx';

type Consumer = Answer<'getConsumer'>;

/**
 * The Authorization header of deliveries: a fixed value, or a token that the service gets with client credentials. Only
 * people can set it, in the portal. API keys cannot set it.
 */
export function AuthorizationSection({ consumer }: { consumer: Consumer }) {
  const refreshes = ['getConsumer', 'listConsumers'] as const;
  const { consumerId } = consumer;
  const [kind, setKind] = useState(consumer.oauth ? 'oauth' : 'fixed');
  const set = useChange('setConsumerAuthorization', {
    refreshes: [...refreshes],
    done: t('authorizationHeaderSaved'),
  });
  const remove = useChange('removeConsumerAuthorization', {
    refreshes: [...refreshes],
    done: t('authorizationHeaderRemoved'),
  });
  return (
    <Section title={t('authorizationHeader')} lead={t('sentEachDeliveryCanSet')}>
      <SegmentedControl
        aria-label={t('authorizationKind')}
        data={[
          { value: 'fixed', label: t('fixedValue') },
          { value: 'oauth', label: t('oauthClientCredentials') },
        ]}
        value={kind}
        onChange={setKind}
        mb="md"
      />
      {kind === 'oauth' ? (
        <OauthForm consumer={consumer} remove={() => remove.mutateAsync({ consumerId })} />
      ) : (
        <AuthorizationForm
          isSet={consumer.hasAuthorization && !consumer.oauth}
          set={(value) => set.mutateAsync({ consumerId, body: { value } })}
          remove={() => remove.mutateAsync({ consumerId })}
          isPending={set.isPending}
          error={set.error}
          labels={{ remove: t('removeHeader'), replace: t('replaceHeader'), set: t('setHeader') }}
        >
          {t('deliveriesWillBeSentWithout')}
        </AuthorizationForm>
      )}
    </Section>
  );
}
