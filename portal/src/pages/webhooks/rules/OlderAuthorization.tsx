import { useQuery } from '@tanstack/react-query';
import { read } from '../../../api.ts';
import { t } from '../../../messages/webhooks.ts';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { useChange } from '../../../ui/form/use-change.ts';
import { Section } from '../../../ui/frame/Page.tsx';
import { AuthorizationForm } from '../consumers/security/AuthorizationForm.tsx';

/**
 * The Authorization header for the webhooks of all rules. It can also be set with `PUT /profile`. A migration copies it
 * to the new consumers.
 */
export function OlderAuthorization() {
  const { data, error } = useQuery(read('getProfile', {}));
  const change = useChange('changeProfile', { refreshes: ['getProfile'], done: t('saved') });
  const shown = data?.webhookAuthorization ?? undefined;
  const set = (value: string | null) => change.mutateAsync({ body: { webhookAuthorization: value } });
  return (
    <Section title={t('authorizationHeader')} lead={t('sentEveryWebhookRulesValue')}>
      <ErrorNote error={error} />
      <AuthorizationForm
        isSet={shown !== undefined}
        shown={shown}
        set={set}
        remove={() => set(null)}
        isPending={change.isPending}
        error={change.error}
        labels={{ remove: t('removeHeader'), replace: t('replaceHeader'), set: t('setHeader') }}
      >
        {t('webhooksWillBeSentWithout')}
      </AuthorizationForm>
    </Section>
  );
}
