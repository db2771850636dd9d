import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { encode } from 'uqr';
import { Copy, CopyText } from '../../ui/code/Copy.tsx';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { useChange } from '../../ui/form/use-change.ts';
import { useForm } from '../../ui/form/use-form.ts';
import { Section } from '../../ui/frame/Page.tsx';
import { useSession } from '../../ui/frame/use-session.ts';
import { ToneBadge } from '../../ui/StatusBadge.tsx';

/** Two-factor authentication with codes from an authenticator app. */
export function TotpSection() {
  const { person } = useSession();
  const [isOpen, setOpen] = useState(false);
  return (
    <Section
      title="Two-factor authentication"
      lead="Sign in with your password and a code from an authenticator app. A stolen password alone is not enough."
    >
      <Group gap="md">
        {person.hasTotp ? <ToneBadge tone="good" label="On" /> : <ToneBadge tone="wait" label="Off" />}
        <Button variant={person.hasTotp ? 'default' : 'filled'} onClick={() => setOpen(true)}>
          {person.hasTotp ? 'Turn off' : 'Set up'}
        </Button>
      </Group>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title="Two-factor authentication"
        closeOnClickOutside={false}
      >
        {isOpen && <TotpDialog isOn={person.hasTotp} onDone={() => setOpen(false)} />}
      </Modal>
    </Section>
  );
}

function TotpDialog({ isOn, onDone }: { isOn: boolean; onDone: () => void }) {
  // Keep the value from when the dialog opened, because `isOn` changes as soon as the setup is confirmed.
  const [isRemoving] = useState(isOn);
  return isRemoving ? <RemoveTotp onDone={onDone} /> : <SetUpTotp onDone={onDone} />;
}

export function SetUpTotp({ onDone }: { onDone: () => void }) {
  const start = useChange('startTotp');
  const confirm = useChange('confirmTotp', { refreshes: ['getSession', 'listMembers'] });
  const form = useForm({ code: '' }, confirm.error);
  if (confirm.data) return <RecoveryCodes codes={confirm.data.recoveryCodes} onDone={onDone} />;
  if (!start.data)
    return (
      <Stack gap="md">
        <Text size="sm">
          You need an authenticator app on your phone. Many password managers include one. You scan a QR code with the
          app, then enter the code that the app shows.
        </Text>
        <ErrorNote error={start.error} />
        <Group justify="flex-end">
          <Button loading={start.isPending} onClick={() => start.mutate({})} data-autofocus>
            Start
          </Button>
        </Group>
      </Stack>
    );
  return (
    <Form
      layout="dialog"
      gap="md"
      submit={() => confirm.mutate({ body: { code: form.values.code.replaceAll(/\s/g, '') } })}
      action="Turn on"
      isBusy={confirm.isPending}
      problem={<ErrorNote error={confirm.error} />}
    >
      <Text size="sm">1. Scan this QR code with the app, or enter the key below in the app.</Text>
      <QrCode text={start.data.uri} />
      <CopyText value={start.data.secret} what="key" />
      <TextInput
        label="2. Enter the code from the app"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={8}
        required
        withAsterisk={false}
        data-autofocus
        {...form.text('code')}
      />
    </Form>
  );
}

function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  return (
    <Stack gap="md">
      <Text size="sm">
        Two-factor authentication is on. Store these recovery codes in a safe place. If you lose your phone, each code
        lets you sign in once. The codes are not shown again.
      </Text>
      <Group align="flex-start" wrap="nowrap">
        <ul className="recovery-codes" aria-label="Recovery codes">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <Copy value={codes.join('\n')} what="recovery codes" />
      </Group>
      <Group justify="flex-end">
        <Button onClick={onDone}>I have saved the codes</Button>
      </Group>
    </Stack>
  );
}

function RemoveTotp({ onDone }: { onDone: () => void }) {
  const remove = useChange('removeTotp', {
    refreshes: ['getSession', 'listMembers'],
    done: 'Two-factor authentication is off.',
    after: onDone,
  });
  const form = useForm({ code: '' }, remove.error);
  return (
    <Form
      layout="dialog"
      gap="md"
      submit={() => remove.mutate({ code: form.values.code.replaceAll(/\s/g, '') })}
      action="Turn off"
      button={{ color: 'red.8' }}
      isBusy={remove.isPending}
      problem={<ErrorNote error={remove.error} />}
    >
      <TextInput
        label="Code from the app, or a recovery code"
        autoComplete="one-time-code"
        required
        withAsterisk={false}
        data-autofocus
        {...form.text('code')}
      />
    </Form>
  );
}

/** Draws the QR code in the browser, so that the secret is not sent to any other service. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: 1 });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label="QR code for the authenticator app">
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
