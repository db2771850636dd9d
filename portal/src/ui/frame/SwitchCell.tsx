import { Button, Modal, Text, TextInput } from '@mantine/core';
import { t } from '../../messages/ui.ts';
import { ErrorNote } from '../ErrorNote.tsx';
import { Form } from '../form/Form.tsx';
import { useChange } from '../form/use-change.ts';
import { useForm } from '../form/use-form.ts';

export type AccountElsewhere = { cell: string; accountId: string; name: string };

/** Switches to an account in another cell. Asks for a code if the person uses an authenticator app there. */
export function SwitchCell({ account, close }: { account: AccountElsewhere; close: () => void }) {
  // The other cell may run another version, so its portal is loaded anew.
  const enter = useChange('switchCell', { after: () => window.location.assign('/portal/') });
  const form = useForm({ code: '' }, enter.error);
  const { cell, accountId, name } = account;
  const code = form.values.code.trim();
  return (
    <Modal opened onClose={close} title={t('switchAccount')}>
      <Form
        layout="dialog"
        submit={() => enter.mutate({ body: { cell, accountId, ...(code && { code }) } })}
        action={t('switchTo', { name })}
        isBusy={enter.isPending}
        problem={<ErrorNote error={enter.error} />}
        buttons={
          <Button variant="default" onClick={close}>
            {t('cancel')}
          </Button>
        }
      >
        <Text size="sm">{t('accountIsInAnotherCell', { name, cell })}</Text>
        {isAskedForCode(enter.error) && (
          <TextInput
            label={t('codeFromAuthenticatorAppOr')}
            autoComplete="one-time-code"
            required
            withAsterisk={false}
            data-autofocus
            {...form.text('code')}
          />
        )}
      </Form>
    </Modal>
  );
}

function isAskedForCode(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: string };
  return code === 'codeRequired' || code === 'codeIncorrect';
}
