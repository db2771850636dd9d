import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { encode } from 'uqr';
import { t } from '../../messages/settings.ts';
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
    <Section title={t('twoFactorAuthentication')} lead={t('signPasswordCodeFromAuthenticator')}>
      <Group gap="md">
        {person.hasTotp ? <ToneBadge tone="good" label={t('on')} /> : <ToneBadge tone="wait" label={t('off')} />}
        <Button variant={person.hasTotp ? 'default' : 'filled'} onClick={() => setOpen(true)}>
          {person.hasTotp ? t('turnOff') : t('setUp')}
        </Button>
      </Group>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={t('twoFactorAuthentication')}
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
        <Text size="sm">{t('youNeedAuthenticatorAppPhone')}</Text>
        <ErrorNote error={start.error} />
        <Group justify="flex-end">
          <Button loading={start.isPending} onClick={() => start.mutate({})} data-autofocus>
            {t('start')}
          </Button>
        </Group>
      </Stack>
    );
  return (
    <Form
      layout="dialog"
      gap="md"
      submit={() => confirm.mutate({ body: { code: form.values.code.replaceAll(/\s/g, '') } })}
      action={t('turnOn')}
      isBusy={confirm.isPending}
      problem={<ErrorNote error={confirm.error} />}
    >
      <Text size="sm">{t('n1ScanThisQrCode')}</Text>
      <QrCode text={start.data.uri} />
      <CopyText value={start.data.secret} what={t('key')} />
      <TextInput
        label={t('n2EnterCodeFromApp')}
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
      <Text size="sm">{t('twoFactorAuthenticationIsStore')}</Text>
      <Group align="flex-start" wrap="nowrap">
        <ul className="recovery-codes" aria-label={t('recoveryCodes')}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <Copy value={codes.join('\n')} what={t('recoveryCodesNoun')} />
      </Group>
      <Group justify="flex-end">
        <Button onClick={onDone}>{t('iHaveSavedCodes')}</Button>
      </Group>
    </Stack>
  );
}

function RemoveTotp({ onDone }: { onDone: () => void }) {
  const remove = useChange('removeTotp', {
    refreshes: ['getSession', 'listMembers'],
    done: t('twoFactorAuthenticationIsOff'),
    after: onDone,
  });
  const form = useForm({ code: '' }, remove.error);
  return (
    <Form
      layout="dialog"
      gap="md"
      submit={() => remove.mutate({ code: form.values.code.replaceAll(/\s/g, '') })}
      action={t('turnOff')}
      button={{ color: 'red.8' }}
      isBusy={remove.isPending}
      problem={<ErrorNote error={remove.error} />}
    >
      <TextInput
        label={t('codeFromAppOrRecovery')}
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
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={t('qrCodeAuthenticatorApp')}>
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
