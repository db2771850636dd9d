import { useQuery } from '@tanstack/react-query';
import { read } from '../../api.ts';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Section } from '../../ui/Page.tsx';
import { useChange } from '../../ui/use-change.ts';
import { AuthorizationForm } from './AuthorizationForm.tsx';

/** The Authorization header of all rule webhooks, also set by PUT /profile. A migration carries it over. */
export function OlderAuthorization() {
  const { data, error } = useQuery(read('getProfile', {}));
  const change = useChange('changeProfile', { refreshes: ['getProfile'], done: 'Saved.' });
  const shown = data?.webhookAuthorization ?? undefined;
  const set = (value: string | null) => change.mutateAsync({ body: { webhookAuthorization: value } });
  return (
    <Section title="Authorization header" lead="Sent with every webhook of your rules. The value is masked.">
      <ErrorNote error={error} />
      <AuthorizationForm
        isSet={shown !== undefined}
        shown={shown}
        set={set}
        remove={() => set(null)}
        isPending={change.isPending}
        error={change.error}
        labels={{ remove: 'Remove header', replace: 'Replace header', set: 'Set header' }}
      >
        Webhooks will be sent without it. If your endpoint requires the header, it will reject them.
      </AuthorizationForm>
    </Section>
  );
}
