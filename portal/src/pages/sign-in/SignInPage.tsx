import { ApiError } from '@daybook/sdk';
import { Alert, Button, Code, Divider, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { queryClient, read } from '../../api.ts';
import { paths } from '../../paths.ts';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { useAddress } from '../../ui/use-address.ts';
import { useChange } from '../../ui/use-change.ts';
import { nextPath } from './next-path.ts';
import { SignInFrame } from './SignInFrame.tsx';
import { ssoProblem } from './sso-problem.ts';

export function SignInPage() {
  const methods = useQuery(read('getSignInMethods', {}));
  const [address] = useAddress();
  const { history } = useRouter();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const signIn = useChange('signIn', {
    after: (session) => {
      queryClient.clear();
      queryClient.setQueryData(read('getSession', {}).queryKey, session);
      history.push(nextPath(address.next));
    },
  });
  const problem = ssoProblem(address.error);
  const refusal = signIn.error instanceof ApiError ? signIn.error.code : undefined;
  const needsCode = refusal === 'codeRequired' || refusal === 'codeIncorrect' || code !== '';

  return (
    <SignInFrame title={needsCode ? 'One more step' : 'Sign in'}>
      <ErrorNote error={methods.error} title="The service does not answer" retry={() => void methods.refetch()} />
      {methods.data?.hasPeople === false && <FirstPerson />}
      {problem && !signIn.error && (
        <Alert color="red" variant="outline" icon={<IconAlertCircle />} title="You are not signed in" role="alert">
          {problem}
        </Alert>
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          signIn.mutate({ body: { email: email.trim(), password, ...(code && { code: code.trim() }) } });
        }}
      >
        <Stack gap="sm">
          {/* Both stay in the form on the second step, so that password managers fill what belongs together. */}
          <TextInput
            label="E-mail"
            type="email"
            name="email"
            autoComplete="username"
            required
            withAsterisk={false}
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
            display={needsCode ? 'none' : undefined}
          />
          <PasswordInput
            label="Password"
            name="password"
            autoComplete="current-password"
            required
            withAsterisk={false}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            display={needsCode ? 'none' : undefined}
            visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
          />
          {needsCode && (
            <TextInput
              label="Code of your authenticator app"
              description="Six digits, or one of your recovery codes."
              name="code"
              autoComplete="one-time-code"
              required
              withAsterisk={false}
              autoFocus
              value={code}
              onChange={(event) => setCode(event.currentTarget.value)}
              error={refusal === 'codeIncorrect' ? 'The code is not correct, or was used already.' : undefined}
            />
          )}
          {refusal !== 'codeRequired' && refusal !== 'codeIncorrect' && (
            <ErrorNote
              error={signIn.error}
              title={refusal === 'signInRefused' ? 'E-mail or password is not correct' : 'You are not signed in'}
            />
          )}
          <Button type="submit" loading={signIn.isPending} fullWidth>
            Sign in
          </Button>
          {needsCode ? (
            <Button
              variant="subtle"
              onClick={() => {
                setCode('');
                signIn.reset();
              }}
            >
              Back
            </Button>
          ) : (
            <Text size="sm" ta="center">
              <TextLink to={paths.forgotten()}>Forgotten your password?</TextLink>
            </Text>
          )}
        </Stack>
      </form>
      {!needsCode && methods.data && methods.data.singleSignOn.length > 0 && (
        <>
          <Divider label="or" />
          <Stack gap="xs">
            {methods.data.singleSignOn.map(({ name, startUrl }) => (
              <Button key={name} variant="default" component="a" href={startUrl} fullWidth>
                Sign in with {name}
              </Button>
            ))}
          </Stack>
        </>
      )}
    </SignInFrame>
  );
}

/** A new service: the operator makes the first person. */
function FirstPerson() {
  return (
    <Alert variant="outline" title="Nobody can sign in yet">
      <Text size="sm">Whoever runs this service makes the first person, in the folder of the program:</Text>
      <Code block mt={6} className="wrap">
        npm run daybook -- person create you@example.com --operator
      </Code>
    </Alert>
  );
}
