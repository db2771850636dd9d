import { Alert, Code, Text, TextInput } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../api.ts';
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
        <Form
          layout="card"
          submit={() => ask.mutate({ body: { email: email.trim() } })}
          action="Send reset link"
          isBusy={ask.isPending}
          problem={<ErrorNote error={ask.error} />}
        >
          <TextInput
            label="E-mail"
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
