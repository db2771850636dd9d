import { useQuery } from '@tanstack/react-query';
import { read } from '../../api.ts';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Section } from '../../ui/Page.tsx';
import { useChange } from '../../ui/use-change.ts';
import { AuthorizationForm } from './AuthorizationForm.tsx';

/** The Authorization header of all webhooks of rules, as PUT /profile sets it. A migration carries it over. */
export function OlderAuthorization() {
  const { data, error } = useQuery(read('getProfile', {}));
  const change = useChange('changeProfile', { refreshes: ['getProfile'], done: 'Saved.' });
  const shown = data?.webhookAuthorization ?? undefined;
  const set = (value: string | null) => change.mutateAsync({ body: { webhookAuthorization: value } });
  return (
    <Section title="Authorization header" lead="Sent with every webhook of the rules. Its value is shown masked.">
      <ErrorNote error={error} />
      <AuthorizationForm
        isSet={shown !== undefined}
        shown={shown}
        set={set}
        remove={() => set(null)}
        isPending={change.isPending}
        error={change.error}
        labels={{ remove: 'Remove', replace: 'Replace header', set: 'Set header' }}
      >
        Webhooks will be sent without it. A receiver that requires it will refuse them.
      </AuthorizationForm>
    </Section>
  );
}
