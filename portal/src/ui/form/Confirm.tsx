import { Button, Modal, Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { t } from '../../messages/ui.ts';
import { ErrorNote } from '../ErrorNote.tsx';
import { Form } from './Form.tsx';

type ConfirmProps = {
  title: string;
  /** Describes what will happen. */
  children: ReactNode;
  /** The label of the button, with a verb, for example "Delete company". */
  action: string;
  isDangerous?: boolean;
  /** A text that the person must type to confirm. */
  typed?: string;
  run: () => Promise<unknown>;
  /** Renders the button that opens the dialog. */
  trigger: (open: () => void) => ReactNode;
};

/** A confirmation dialog for actions that cannot easily be undone. */
export function Confirm({ title, children, action, isDangerous = false, typed, run, trigger }: ConfirmProps) {
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);

  function close() {
    setOpen(false);
    setText('');
    setError(undefined);
  }
  async function confirm() {
    setBusy(true);
    setError(undefined);
    try {
      await run();
      close();
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      {trigger(() => setOpen(true))}
      <Modal opened={isOpen} onClose={close} title={title} closeOnClickOutside={!isBusy}>
        <Form
          layout="dialog"
          submit={() => void confirm()}
          action={action}
          isBusy={isBusy}
          isReady={typed === undefined || text === typed}
          button={{ color: isDangerous ? 'red.8' : undefined }}
          problem={<ErrorNote error={error} />}
          buttons={
            <Button variant="default" onClick={close} disabled={isBusy}>
              {t('cancel')}
            </Button>
          }
        >
          <Text size="sm" component="div">
            {children}
          </Text>
          {typed !== undefined && (
            <TextInput
              label={t('typeToConfirm', { typed })}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
              autoComplete="off"
              data-autofocus
            />
          )}
        </Form>
      </Modal>
    </>
  );
}
