import { PasswordInput, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type Answer, queryClient, read } from '../../api.ts';
import { t } from '../../messages/sign-in.ts';
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
    <SignInFrame title={link.isError ? t('thisLinkDoesNotWork') : t('loading')}>
      {link.isError ? <ErrorNote error={link.error} title={t('theLinkWasAlreadyUsed')} /> : <SkeletonRows count={3} />}
      <Text size="sm" ta="center">
        <TextLink to={paths.signIn()}>{t('goToSignIn')}</TextLink>
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
  const lead = isReset
    ? t('youAreSettingNewPassword', { email: link.email })
    : t.rich(link.role ? 'youAreInvitedAs' : 'youAreInvited', {
        accountName: link.accountName ?? t('daybook'),
        role: link.role,
        strong: (text) => <strong>{text}</strong>,
        time: <Time at={link.expires} />,
      });
  return (
    <SignInFrame title={isReset ? t('setANewPassword') : t('acceptInvitation')} lead={lead}>
      <Form
        layout="card"
        submit={() => accept.mutate({ token, body: { password, ...(name && { name }), ...(code && { code }) } })}
        action={isReset ? t('setPasswordSign') : t('acceptAndSignIn')}
        isBusy={accept.isPending}
        problem={<ErrorNote error={accept.error} />}
      >
        <TextInput label={t('eMail')} value={link.email} readOnly autoComplete="username" />
        {!isReset && !link.isKnown && (
          <TextInput
            label={t('yourName')}
            autoComplete="name"
            required
            withAsterisk={false}
            maxLength={100}
            {...form.text('name')}
          />
        )}
        <PasswordInput
          label={link.isKnown && !isReset ? t('yourPassword') : t('newPassword')}
          description={link.isKnown && !isReset ? t('youAlreadyHavePasswordHere') : t('atLeast12Characters')}
          autoComplete={link.isKnown && !isReset ? 'current-password' : 'new-password'}
          required
          withAsterisk={false}
          {...form.text('password')}
          visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
        />
        {link.needsCode && (
          <TextInput
            label={t('codeFromAuthenticatorApp')}
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
