import { Button, Group, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState, useSyncExternalStore } from 'react';
import { read } from '../api.ts';
import { ErrorNote } from './ErrorNote.tsx';
import { type Asked, proof } from './proof.ts';
import { useChange } from './use-change.ts';
import { useSession } from './use-session.ts';

/** Asks for the password again before a sensitive change is made. */
export function ProofDialog() {
  const asked = useSyncExternalStore(proof.subscribe, proof.current);
  return (
    <Modal
      opened={asked !== undefined}
      onClose={() => asked?.reject()}
      title="Confirm your identity"
      closeOnClickOutside={false}
      // Shown above the dialog that started the change.
      zIndex={400}
    >
      {asked && <ProofForm asked={asked} />}
    </Modal>
  );
}

function ProofForm({ asked }: { asked: Asked }) {
  const { person } = useSession();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const prove = useChange('proveSession', { after: asked.resolve });
  function submit(event: FormEvent) {
    event.preventDefault();
    prove.mutate({ body: { password, ...(code.trim() && { code: code.trim() }) } });
  }
  if (!person.hasPassword) return <SignInAgain asked={asked} />;
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Text size="sm">You signed in a while ago. Enter your password again to make this sensitive change.</Text>
        <TextInput label="E-mail" value={person.email} readOnly autoComplete="username" />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          data-autofocus
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        {person.hasTotp && (
          <TextInput
            label="Code from your authenticator app, or a recovery code"
            autoComplete="one-time-code"
            required
            withAsterisk={false}
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
        )}
        <ErrorNote error={prove.error} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={asked.reject}>
            Cancel
          </Button>
          <Button type="submit" loading={prove.isPending}>
            Confirm
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function SignInAgain({ asked }: { asked: Asked }) {
  const methods = useQuery(read('getSignInMethods', {}));
  const [way] = methods.data?.singleSignOn ?? [];
  return (
    <Stack gap="sm">
      <Text size="sm">
        This is a sensitive change, and you signed in a while ago. Sign in again, then repeat the change.
      </Text>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={asked.reject}>
          Cancel
        </Button>
        {way && (
          <Button component="a" href={way.startUrl}>
            Sign in with {way.name}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
