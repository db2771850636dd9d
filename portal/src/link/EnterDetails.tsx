import type { Client } from '@daybook/sdk';
import { Anchor, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconArrowLeft, IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../messages/link.ts';
import { Form } from '../ui/form/Form.tsx';
import { useForm } from '../ui/form/use-form.ts';
import classes from './link.module.css';
import type { Link, Platform } from './link.ts';
import { ProblemNote } from './ProblemNote.tsx';
import { WhatIsRead } from './reads/WhatIsRead.tsx';
import { readState } from './way-back.ts';
import { explainRefusal, type Problem } from './words.ts';

/** The second step. Explains in plain words what will be shared, and asks for the credentials for the platform. */
export function EnterDetails(props: {
  client: Client;
  token: string;
  link: Link;
  platform: Platform;
  onBack: () => void;
  onDone: (done: { connectionId: string; returnUrl?: string | undefined }) => void;
}) {
  const { client, token, link, platform, onBack, onDone } = props;
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const form = useForm(Object.fromEntries(platform.credentialFields.map(({ name }) => [name, ''])));
  const isHere = platform.authorization !== 'platform';

  async function submit() {
    setBusy(true);
    setProblem(undefined);
    try {
      const { platformKey, credentialFields } = platform;
      const credentials = Object.fromEntries(
        credentialFields.map(({ name }) => [name, form.values[name]?.trim() ?? '']),
      );
      const state = readState(window.location.search);
      const body = { platformKey, ...(isHere && { credentials }), ...(state && { state }) };
      const outcome = await client.linkPlatform({ token, body });
      // The owner authorizes access on the platform's website. The platform then sends the owner back to this page.
      if (outcome.authorizeUrl) window.location.assign(outcome.authorizeUrl);
      else onDone(outcome);
    } catch (error) {
      setProblem(explainRefusal(error, platform.name));
      setBusy(false);
    }
  }

  return (
    <Stack gap="lg">
      <Form
        layout="card"
        gap="lg"
        submit={() => void submit()}
        action={isHere ? t('connect') : t('continueTo', { name: platform.name })}
        isBusy={isBusy}
        button={{ size: 'md', loaderProps: { type: 'dots' } }}
        problem={problem && <ProblemNote problem={problem} />}
      >
        <Anchor component="button" type="button" size="sm" onClick={onBack} disabled={isBusy} className={classes.back}>
          <IconArrowLeft size={14} style={{ verticalAlign: 'middle' }} aria-hidden /> {t('back')}
        </Anchor>
        <Title order={1} size="h3">
          {t('connectTo', { name: platform.name, accountName: link.accountName })}
        </Title>
        <WhatIsRead link={link} platform={platform} />
        {!isHere && (
          <Text>{t('youWillSignApproveAccess', { name: platform.name, accountName: link.accountName })}</Text>
        )}
        {isHere &&
          platform.credentialFields.map((field) => {
            const Input = field.secret ? PasswordInput : TextInput;
            return (
              <Input
                key={field.name}
                label={field.label}
                description={field.help}
                required
                withAsterisk={false}
                size="md"
                disabled={isBusy}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                {...form.text(field.name)}
              />
            );
          })}
      </Form>
      <Text size="sm" c="dimmed" aria-live="polite">
        {isBusy ? (
          isHere ? (
            t('checkingYourDetailsWith', { name: platform.name })
          ) : (
            t('opening', { name: platform.name })
          )
        ) : (
          <>
            <IconLock size={14} style={{ verticalAlign: 'text-bottom' }} aria-hidden />{' '}
            {t('yourDetailsAreStoredEncrypted', { accountName: link.accountName })}
          </>
        )}
      </Text>
    </Stack>
  );
}
