import { Alert, Button, Code, Stack, Text, TextInput } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read } from '../../api.ts';
import { paths } from '../../paths.ts';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { useChange } from '../../ui/use-change.ts';
import { SignInFrame } from './SignInFrame.tsx';

export function ForgottenPage() {
  const methods = useQuery(read('getSignInMethods', {}));
  const ask = useChange('requestPasswordReset');
  const [email, setEmail] = useState('');
  const back = (
    <Text size="sm" ta="center">
      <TextLink to={paths.signIn()}>Back to sign-in</TextLink>
    </Text>
  );
  if (methods.data?.mail === false)
    return (
      <SignInFrame title="Reset your password">
        <Text size="sm">
          No mail server is configured. Ask the operator for a reset link. The operator creates the link with this
          command:
        </Text>
        <Code block className="wrap">
          npm run daybook -- person reset you@example.com
        </Code>
        {back}
      </SignInFrame>
    );
  return (
    <SignInFrame title="Reset your password" lead="We send you an e-mail with a link to set a new password.">
      {ask.isSuccess ? (
        <Alert icon={<IconMail />} variant="outline" title="Check your e-mail" role="status">
          If a person with the address {email} can sign in here, an e-mail with a reset link is being sent.
        </Alert>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            ask.mutate({ body: { email: email.trim() } });
          }}
        >
          <Stack gap="sm">
            <TextInput
              label="E-mail"
              type="email"
              autoComplete="username"
              required
              withAsterisk={false}
              value={email}
              onChange={(event) => setEmail(event.currentTarget.value)}
            />
            <ErrorNote error={ask.error} />
            <Button type="submit" loading={ask.isPending}>
              Send reset link
            </Button>
          </Stack>
        </form>
      )}
      {back}
    </SignInFrame>
  );
}
