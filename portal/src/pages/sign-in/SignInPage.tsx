import { ApiError } from '@daybook/sdk';
import { Alert, Button, Code, Divider, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { queryClient, read } from '../../api.ts';
import { t } from '../../messages/sign-in.ts';
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
    <SignInFrame title={needsCode ? t('oneMoreStep') : t('signIn')}>
      <ErrorNote error={methods.error} title={t('theServiceIsNotResponding')} retry={() => void methods.refetch()} />
      {methods.data?.hasPeople === false && <FirstPerson />}
      {problem && !signIn.error && (
        <Alert color="red" variant="outline" icon={<IconAlertCircle />} title={t('signInFailed')} role="alert">
          {problem}
        </Alert>
      )}
      <Form
        layout="card"
        submit={() => signIn.mutate({ body: { email: email.trim(), password, ...(code && { code: code.trim() }) } })}
        action={t('signIn')}
        isBusy={signIn.isPending}
        problem={
          refusal !== 'codeRequired' &&
          refusal !== 'codeIncorrect' && (
            <ErrorNote
              error={signIn.error}
              title={refusal === 'signInRefused' ? t('eMailOrPasswordIs') : t('signInFailed')}
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
              {t('back')}
            </Button>
          ) : (
            <Text size="sm" ta="center">
              <TextLink to={paths.forgotten()}>{t('forgotYourPassword')}</TextLink>
            </Text>
          )
        }
      >
        {/* Both inputs stay in the form on the second step, so that password managers recognize the sign-in. */}
        <TextInput
          label={t('eMail')}
          type="email"
          name="email"
          autoComplete="username"
          required
          withAsterisk={false}
          {...form.text('email')}
          display={needsCode ? 'none' : undefined}
        />
        <PasswordInput
          label={t('password')}
          name="password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          {...form.text('password')}
          display={needsCode ? 'none' : undefined}
          visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
        />
        {needsCode && (
          <TextInput
            label={t('codeFromAuthenticatorApp')}
            description={t('sixDigitsOrOneRecovery')}
            name="code"
            autoComplete="one-time-code"
            required
            withAsterisk={false}
            autoFocus
            {...form.text('code')}
            error={refusal === 'codeIncorrect' ? t('theCodeIsIncorrectOr') : undefined}
          />
        )}
      </Form>
      {!needsCode && methods.data && methods.data.singleSignOn.length > 0 && (
        <>
          <Divider label={t('or')} />
          <Stack gap="xs">
            {methods.data.singleSignOn.map(({ name, startUrl }) => (
              <Button key={name} variant="default" component="a" href={startUrl} fullWidth>
                {t('signInWith', { name })}
              </Button>
            ))}
          </Stack>
        </>
      )}
    </SignInFrame>
  );
}

/** Shown on a new installation, where the operator must create the first user. */
function FirstPerson() {
  return (
    <Alert variant="outline" title={t('noUsersYet')}>
      <Text size="sm">{t('theOperatorThisServiceMust')}</Text>
      <Code block mt={6} className="wrap">
        npm run daybook -- person create you@example.com --operator
      </Code>
    </Alert>
  );
}
