import type { Answer } from '../../../api.ts';
import { useChange } from '../../../ui/form/use-change.ts';
import { Section } from '../../../ui/frame/Page.tsx';
import { AuthorizationForm } from './AuthorizationForm.tsx';

type Consumer = Answer<'getConsumer'>;

/** The Authorization header of deliveries. Only people can set it, in the portal. API keys cannot set it. */
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
      lead="Sent with each delivery. You can set it only here, not through the API. The value is not shown again."
    >
      <AuthorizationForm
        isSet={consumer.hasAuthorization}
        set={(value) => set.mutateAsync({ consumerId, body: { value } })}
        remove={() => remove.mutateAsync({ consumerId })}
        isPending={set.isPending}
        error={set.error}
        labels={{ remove: 'Remove header', replace: 'Replace header', set: 'Set header' }}
      >
        Deliveries will be sent without this header. An endpoint that requires the header will reject the deliveries.
      </AuthorizationForm>
    </Section>
  );
}
