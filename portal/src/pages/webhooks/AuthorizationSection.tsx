import type { Answer } from '../../api.ts';
import { Section } from '../../ui/Page.tsx';
import { useChange } from '../../ui/use-change.ts';
import { AuthorizationForm } from './AuthorizationForm.tsx';

type Consumer = Answer<'getConsumer'>;

/** The Authorization header of deliveries. Only people can set it, in the portal; the API rejects it. */
export function AuthorizationSection({ consumer }: { consumer: Consumer }) {
  const refreshes = ['getConsumer', 'listConsumers'] as const;
  const { consumerId } = consumer;
  const set = useChange('setConsumerAuthorization', {
    refreshes: [...refreshes],
    done: 'Authorization header saved.',
  });
  const remove = useChange('removeConsumerAuthorization', {
    refreshes: [...refreshes],
    done: 'Authorization header removed.',
  });
  return (
    <Section
      title="Authorization header"
      lead="Sent with each delivery. It can be set only here, not through the API. The value is not shown again."
    >
      <AuthorizationForm
        isSet={consumer.hasAuthorization}
        set={(value) => set.mutateAsync({ consumerId, body: { value } })}
        remove={() => remove.mutateAsync({ consumerId })}
        isPending={set.isPending}
        error={set.error}
        labels={{ remove: 'Remove header', replace: 'Replace header', set: 'Set header' }}
      >
        Deliveries will be sent without it. If your endpoint requires the header, it will reject them.
      </AuthorizationForm>
    </Section>
  );
}
