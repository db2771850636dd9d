import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { encode } from 'uqr';
import { Copy, CopyText } from '../../ui/Copy.tsx';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Section } from '../../ui/Page.tsx';
import { ToneBadge } from '../../ui/StatusBadge.tsx';
import { useChange } from '../../ui/use-change.ts';
import { useSession } from '../../ui/use-session.ts';

/** A second factor: codes of an authenticator app. */
export function TotpSection() {
  const { person } = useSession();
  const [isOpen, setOpen] = useState(false);
  return (
    <Section
      title="Second factor"
      lead="An authenticator app shows a new code every 30 seconds; a password alone no longer opens your account."
    >
      <Group gap="md">
        {person.hasTotp ? <ToneBadge tone="good" label="On" /> : <ToneBadge tone="wait" label="Off" />}
        <Button variant={person.hasTotp ? 'default' : 'filled'} onClick={() => setOpen(true)}>
          {person.hasTotp ? 'Turn it off' : 'Set it up'}
        </Button>
      </Group>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title="Second factor" closeOnClickOutside={false}>
        {isOpen && <TotpDialog isOn={person.hasTotp} onDone={() => setOpen(false)} />}
      </Modal>
    </Section>
  );
}

function TotpDialog({ isOn, onDone }: { isOn: boolean; onDone: () => void }) {
  // What the dialog began with: setting it up turns the session's own answer over.
  const [isRemoving] = useState(isOn);
  return isRemoving ? <RemoveTotp onDone={onDone} /> : <SetUpTotp onDone={onDone} />;
}

export function SetUpTotp({ onDone }: { onDone: () => void }) {
  const [code, setCode] = useState('');
  const start = useChange('startTotp');
  const confirm = useChange('confirmTotp', { refreshes: ['getSession', 'listMembers'] });
  function submit(event: FormEvent) {
    event.preventDefault();
    confirm.mutate({ body: { code: code.replaceAll(/\s/g, '') } });
  }
  if (confirm.data) return <RecoveryCodes codes={confirm.data.recoveryCodes} onDone={onDone} />;
  if (!start.data)
    return (
      <Stack gap="md">
        <Text size="sm">
          You need an authenticator app on your phone, such as the one of your password manager. Then you scan a code,
          and type what the app shows.
        </Text>
        <ErrorNote error={start.error} />
        <Group justify="flex-end">
          <Button loading={start.isPending} onClick={() => start.mutate({})} data-autofocus>
            Begin
          </Button>
        </Group>
      </Stack>
    );
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text size="sm">1. Scan this with the app, or type the key into it.</Text>
        <QrCode text={start.data.uri} />
        <CopyText value={start.data.secret} what="the key" />
        <TextInput
          label="2. The code that the app shows"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={8}
          required
          withAsterisk={false}
          data-autofocus
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <ErrorNote error={confirm.error} />
        <Group justify="flex-end">
          <Button type="submit" loading={confirm.isPending}>
            Turn it on
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  return (
    <Stack gap="md">
      <Text size="sm">
        The second factor is on. Keep these codes in a safe place: each signs you in once, should you lose the phone.
        They are not shown again.
      </Text>
      <Group align="flex-start" wrap="nowrap">
        <ul className="recovery-codes" aria-label="Recovery codes">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <Copy value={codes.join('\n')} what="the recovery codes" />
      </Group>
      <Group justify="flex-end">
        <Button onClick={onDone}>I have kept them</Button>
      </Group>
    </Stack>
  );
}

function RemoveTotp({ onDone }: { onDone: () => void }) {
  const [code, setCode] = useState('');
  const remove = useChange('removeTotp', {
    refreshes: ['getSession', 'listMembers'],
    done: 'The second factor is off.',
    after: onDone,
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    remove.mutate({ code: code.replaceAll(/\s/g, '') });
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <TextInput
          label="A code of the app, or a recovery code"
          autoComplete="one-time-code"
          required
          withAsterisk={false}
          data-autofocus
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <ErrorNote error={remove.error} />
        <Group justify="flex-end">
          <Button type="submit" color="red.8" loading={remove.isPending}>
            Turn it off
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Drawn here: the secret goes to nobody else. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: 1 });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label="QR code for the authenticator app">
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
