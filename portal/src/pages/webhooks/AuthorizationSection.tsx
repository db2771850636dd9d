import type { Answer } from '../../api.ts';
import { Section } from '../../ui/Page.tsx';
import { useChange } from '../../ui/use-change.ts';
import { AuthorizationForm } from './AuthorizationForm.tsx';

type Consumer = Answer<'getConsumer'>;

/** The Authorization header of deliveries: only people can set it, here; the API refuses it. */
export function AuthorizationSection({ consumer }: { consumer: Consumer }) {
  const refreshes = ['getConsumer', 'listConsumers'] as const;
  const { consumerId } = consumer;
  const set = useChange('setConsumerAuthorization', {
    refreshes: [...refreshes],
    done: 'Deliveries now carry this Authorization header.',
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
      <AuthorizationForm
        isSet={consumer.hasAuthorization}
        set={(value) => set.mutateAsync({ consumerId, body: { value } })}
        remove={() => remove.mutateAsync({ consumerId })}
        isPending={set.isPending}
        error={set.error}
        labels={{ remove: 'Remove it', replace: 'Replace the header', set: 'Set the header' }}
      >
        Deliveries will go out without it. A receiver that wants it will refuse them.
      </AuthorizationForm>
    </Section>
  );
}
