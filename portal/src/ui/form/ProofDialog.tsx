import { Button, Group, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { read } from '../../api.ts';
import { t } from '../../messages/ui.ts';
import { ErrorNote } from '../ErrorNote.tsx';
import { useSession } from '../frame/use-session.ts';
import { Form } from './Form.tsx';
import { type Asked, proof } from './proof.ts';
import { useChange } from './use-change.ts';
import { useForm } from './use-form.ts';

/** Asks for the password again before a sensitive change is made. */
export function ProofDialog() {
  const asked = useSyncExternalStore(proof.subscribe, proof.current);
  return (
    <Modal
      opened={asked !== undefined}
      onClose={() => asked?.reject()}
      title={t('confirmYourIdentity')}
      closeOnClickOutside={false}
      // Shown in front of the dialog that started the change.
      zIndex={400}
    >
      {asked && <ProofForm asked={asked} />}
    </Modal>
  );
}

function ProofForm({ asked }: { asked: Asked }) {
  const { person } = useSession();
  const prove = useChange('proveSession', { after: asked.resolve });
  const form = useForm({ password: '', code: '' }, prove.error);
  const code = form.values.code.trim();
  if (!person.hasPassword) return <SignInAgain asked={asked} />;
  return (
    <Form
      layout="dialog"
      submit={() => prove.mutate({ body: { password: form.values.password, ...(code && { code }) } })}
      action={t('confirm')}
      isBusy={prove.isPending}
      problem={<ErrorNote error={prove.error} />}
      buttons={
        <Button variant="default" onClick={asked.reject}>
          {t('cancel')}
        </Button>
      }
    >
      <Text size="sm">{t('youSignedWhileAgoEnter')}</Text>
      <TextInput label={t('eMail')} value={person.email} readOnly autoComplete="username" />
      <PasswordInput
        label={t('password')}
        autoComplete="current-password"
        required
        withAsterisk={false}
        data-autofocus
        {...form.text('password')}
      />
      {person.hasTotp && (
        <TextInput
          label={t('codeFromAuthenticatorAppOr')}
          autoComplete="one-time-code"
          required
          withAsterisk={false}
          {...form.text('code')}
        />
      )}
    </Form>
  );
}

function SignInAgain({ asked }: { asked: Asked }) {
  const methods = useQuery(read('getSignInMethods', {}));
  const [way] = methods.data?.singleSignOn ?? [];
  return (
    <Stack gap="sm">
      <Text size="sm">{t('thisIsSensitiveChangeSigned')}</Text>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={asked.reject}>
          {t('cancel')}
        </Button>
        {way && (
          <Button component="a" href={way.startUrl}>
            {t('signInWith', { name: way.name })}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
