import { Alert, Code, Text, TextInput } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../api.ts';
import { t } from '../../messages/sign-in.ts';
import { paths } from '../../paths.ts';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { useChange } from '../../ui/form/use-change.ts';
import { useForm } from '../../ui/form/use-form.ts';
import { TextLink } from '../../ui/TextLink.tsx';
import { SignInFrame } from './SignInFrame.tsx';

export function ForgottenPage() {
  const methods = useQuery(read('getSignInMethods', {}));
  const ask = useChange('requestPasswordReset');
  const form = useForm({ email: '' }, ask.error);
  const { email } = form.values;
  const back = (
    <Text size="sm" ta="center">
      <TextLink to={paths.signIn()}>{t('backToSignIn')}</TextLink>
    </Text>
  );
  if (methods.data?.mail === false)
    return (
      <SignInFrame title={t('resetYourPassword')}>
        <Text size="sm">{t('noMailServerIsConfigured')}</Text>
        <Code block className="wrap">
          npm run daybook -- person reset you@example.com
        </Code>
        {back}
      </SignInFrame>
    );
  return (
    <SignInFrame title={t('resetYourPassword')} lead={t('weSendEMailLink')}>
      {ask.isSuccess ? (
        <Alert icon={<IconMail />} variant="outline" title={t('checkYourEMail')} role="status">
          {t('ifPersonAddressCanSign', { email })}
        </Alert>
      ) : (
        <Form
          layout="card"
          submit={() => ask.mutate({ body: { email: email.trim() } })}
          action={t('sendResetLink')}
          isBusy={ask.isPending}
          problem={<ErrorNote error={ask.error} />}
        >
          <TextInput
            label={t('eMail')}
            type="email"
            autoComplete="username"
            required
            withAsterisk={false}
            {...form.text('email')}
          />
        </Form>
      )}
      {back}
    </SignInFrame>
  );
}
