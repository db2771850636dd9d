import { ApiError } from '@daybook/sdk';
import { Alert, Button, Code, Divider, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { queryClient, read } from '../../api.ts';
import { paths } from '../../paths.ts';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { useChange } from '../../ui/form/use-change.ts';
import { useForm } from '../../ui/form/use-form.ts';
import { TextLink } from '../../ui/TextLink.tsx';
import { useAddress } from '../../ui/use-address.ts';
import { nextPath } from './next-path.ts';
import { SignInFrame } from './SignInFrame.tsx';
import { ssoProblem } from './sso-problem.ts';

export function SignInPage() {
  const methods = useQuery(read('getSignInMethods', {}));
  const [address] = useAddress();
  const { history } = useRouter();
  const signIn = useChange('signIn', {
    after: (session) => {
      queryClient.clear();
      queryClient.setQueryData(read('getSession', {}).queryKey, session);
      history.push(nextPath(address.next));
    },
  });
  const form = useForm({ email: '', password: '', code: '' });
  const { email, password, code } = form.values;
  const problem = ssoProblem(address.error);
  const refusal = signIn.error instanceof ApiError ? signIn.error.code : undefined;
  const needsCode = refusal === 'codeRequired' || refusal === 'codeIncorrect' || code !== '';

  return (
    <SignInFrame title={needsCode ? 'One more step' : 'Sign in'}>
      <ErrorNote error={methods.error} title="The service is not responding" retry={() => void methods.refetch()} />
      {methods.data?.hasPeople === false && <FirstPerson />}
      {problem && !signIn.error && (
        <Alert color="red" variant="outline" icon={<IconAlertCircle />} title="Sign-in failed" role="alert">
          {problem}
        </Alert>
      )}
      <Form
        layout="card"
        submit={() => signIn.mutate({ body: { email: email.trim(), password, ...(code && { code: code.trim() }) } })}
        action="Sign in"
        isBusy={signIn.isPending}
        problem={
          refusal !== 'codeRequired' &&
          refusal !== 'codeIncorrect' && (
            <ErrorNote
              error={signIn.error}
              title={refusal === 'signInRefused' ? 'E-mail or password is incorrect' : 'Sign-in failed'}
            />
          )
        }
        buttons={
          needsCode ? (
            <Button
              variant="subtle"
              onClick={() => {
                form.set({ code: '' });
                signIn.reset();
              }}
            >
              Back
            </Button>
          ) : (
            <Text size="sm" ta="center">
              <TextLink to={paths.forgotten()}>Forgot your password?</TextLink>
            </Text>
          )
        }
      >
        {/* Both inputs stay in the form on the second step, so that password managers recognize the sign-in. */}
        <TextInput
          label="E-mail"
          type="email"
          name="email"
          autoComplete="username"
          required
          withAsterisk={false}
          {...form.text('email')}
          display={needsCode ? 'none' : undefined}
        />
        <PasswordInput
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          {...form.text('password')}
          display={needsCode ? 'none' : undefined}
          visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
        />
        {needsCode && (
          <TextInput
            label="Code from your authenticator app"
            description="Six digits, or one of your recovery codes."
            name="code"
            autoComplete="one-time-code"
            required
            withAsterisk={false}
            autoFocus
            {...form.text('code')}
            error={refusal === 'codeIncorrect' ? 'The code is incorrect or was already used.' : undefined}
          />
        )}
      </Form>
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

/** Shown on a new installation, where the operator must create the first person. */
function FirstPerson() {
  return (
    <Alert variant="outline" title="No users yet">
      <Text size="sm">
        The operator of this service must create the first person. Run this command in the folder of Daybook:
      </Text>
      <Code block mt={6} className="wrap">
        npm run daybook -- person create you@example.com --operator
      </Code>
    </Alert>
  );
}
