import { Button, Group, PasswordInput, SimpleGrid, Text, TextInput } from '@mantine/core';
import type { Answer } from '../../../../api.ts';
import { t } from '../../../../messages/webhooks.ts';
import { ErrorNote } from '../../../../ui/ErrorNote.tsx';
import { Confirm } from '../../../../ui/form/Confirm.tsx';
import { Form } from '../../../../ui/form/Form.tsx';
import { useChange } from '../../../../ui/form/use-change.ts';
import { useForm } from '../../../../ui/form/use-form.ts';
import { useMay } from '../../../../ui/frame/use-session.ts';
import { ToneBadge } from '../../../../ui/StatusBadge.tsx';

/** OAuth client credentials for the Authorization header. The client secret is never shown again. */
export function OauthForm({ consumer, remove }: { consumer: Answer<'getConsumer'>; remove: () => Promise<unknown> }) {
  const { consumerId, oauth } = consumer;
  const may = useMay('developer');
  const set = useChange('setConsumerOauth', {
    refreshes: ['getConsumer', 'listConsumers'],
    done: t('clientCredentialsSaved'),
  });
  const { tokenUrl = '', clientId = '', scope = '' } = oauth ?? {};
  const form = useForm({ tokenUrl, clientId, clientSecret: '', scope }, set.error);
  const { values } = form;

  function save() {
    const { scope: given, ...rest } = values;
    const body = { ...rest, ...(given.trim() && { scope: given.trim() }) };
    // On an error, keep the typed secret; the error is shown below.
    void set.mutateAsync({ consumerId, body }).then(
      () => form.set({ clientSecret: '' }),
      () => {},
    );
  }

  return (
    <>
      <Group gap="sm" mb="sm">
        {oauth ? <ToneBadge tone="good" label={t('set')} /> : <ToneBadge tone="idle" label={t('notSet')} />}
        {oauth && may && (
          <Confirm
            title={t('removeClientCredentialsQuestion')}
            action={t('removeClientCredentials')}
            isDangerous
            run={remove}
            trigger={(open) => (
              <Button variant="default" size="xs" onClick={open}>
                {t('remove')}
              </Button>
            )}
          >
            {t('deliveriesWillBeSentWithout')}
          </Confirm>
        )}
      </Group>
      {may ? (
        <Form
          submit={save}
          action={oauth ? t('replaceClientCredentials') : t('setClientCredentials')}
          isBusy={set.isPending}
          isReady={values.tokenUrl !== '' && values.clientId !== '' && values.clientSecret !== ''}
          problem={<ErrorNote error={set.error} />}
        >
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput
              label={t('tokenUrl')}
              description={t('theEndpointThatIssuesTokens')}
              placeholder="https://auth.example.com/oauth/token"
              required
              type="url"
              {...form.text('tokenUrl')}
            />
            <TextInput
              label={t('scope')}
              description={t('separatedBySpacesOptional')}
              placeholder={t('scopeExample')}
              {...form.text('scope')}
            />
            <TextInput
              label={t('clientId')}
              required
              autoComplete="off"
              spellCheck={false}
              {...form.text('clientId')}
            />
            <PasswordInput
              label={oauth ? t('newClientSecret') : t('clientSecret')}
              required
              autoComplete="off"
              {...form.text('clientSecret')}
            />
          </SimpleGrid>
        </Form>
      ) : (
        <Text size="sm" c="dimmed">
          {t('onlyDevelopersAdministratorsCanSet')}
        </Text>
      )}
    </>
  );
}
