import { PasswordInput, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type Answer, queryClient, read } from '../../api.ts';
import { paths } from '../../paths.ts';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { useChange } from '../../ui/form/use-change.ts';
import { useForm } from '../../ui/form/use-form.ts';
import { SkeletonRows } from '../../ui/frame/PageLoading.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { Time } from '../../ui/Time.tsx';
import { useParam } from '../../ui/use-address.ts';
import { SignInFrame } from './SignInFrame.tsx';

/** The page behind the link of an invitation or a password reset. */
export function InvitationPage() {
  const token = useParam('token');
  const link = useQuery(read('getInvitation', { token }));
  if (link.data) return <Accept token={token} link={link.data} />;
  return (
    <SignInFrame title={link.isError ? 'This link does not work' : 'Loading'}>
      {link.isError ? (
        <ErrorNote error={link.error} title="The link was already used, has expired or is incomplete" />
      ) : (
        <SkeletonRows count={3} />
      )}
      <Text size="sm" ta="center">
        <TextLink to={paths.signIn()}>Go to sign-in</TextLink>
      </Text>
    </SignInFrame>
  );
}

function Accept({ token, link }: { token: string; link: Answer<'getInvitation'> }) {
  const isReset = link.kind === 'reset';
  const navigate = useNavigate();
  const accept = useChange('acceptInvitation', {
    after: (session) => {
      queryClient.clear();
      queryClient.setQueryData(read('getSession', {}).queryKey, session);
      void navigate({ to: paths.overview() });
    },
  });
  const form = useForm({ name: '', password: '', code: '' }, accept.error);
  const { password } = form.values;
  const name = form.values.name.trim();
  const code = form.values.code.trim();
  const lead = isReset ? (
    <>You are setting a new password for {link.email}.</>
  ) : (
    <>
      You are invited to <strong>{link.accountName ?? 'Daybook'}</strong>
      {link.role && <> as {link.role}</>}. The link expires <Time at={link.expires} />.
    </>
  );
  return (
    <SignInFrame title={isReset ? 'Set a new password' : 'Accept invitation'} lead={lead}>
      <Form
        layout="card"
        submit={() => accept.mutate({ token, body: { password, ...(name && { name }), ...(code && { code }) } })}
        action={isReset ? 'Set password and sign in' : 'Accept and sign in'}
        isBusy={accept.isPending}
        problem={<ErrorNote error={accept.error} />}
      >
        <TextInput label="E-mail" value={link.email} readOnly autoComplete="username" />
        {!isReset && !link.isKnown && (
          <TextInput
            label="Your name"
            autoComplete="name"
            required
            withAsterisk={false}
            maxLength={100}
            {...form.text('name')}
          />
        )}
        <PasswordInput
          label={link.isKnown && !isReset ? 'Your password' : 'New password'}
          description={link.isKnown && !isReset ? 'You already have a password here.' : 'At least 12 characters.'}
          autoComplete={link.isKnown && !isReset ? 'current-password' : 'new-password'}
          required
          withAsterisk={false}
          {...form.text('password')}
          visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
        />
        {link.needsCode && (
          <TextInput
            label="Code from your authenticator app"
            autoComplete="one-time-code"
            required
            withAsterisk={false}
            {...form.text('code')}
          />
        )}
      </Form>
    </SignInFrame>
  );
}
