import { Button, type ButtonProps, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';

type FormProps = {
  /** The inputs. `useForm` has their values. */
  children: ReactNode;
  submit: () => void;
  /** The label of the submit button. If absent, there is no button, and Enter submits the form. */
  action?: ReactNode;
  /** Whether the submit is in progress. */
  isBusy?: boolean;
  /** Whether the form can be submitted (default: true). */
  isReady?: boolean;
  /** Why the last submit failed, as a note above the buttons. */
  problem?: ReactNode;
  /** Other buttons, before the submit button. */
  buttons?: ReactNode;
  /** Where the buttons are: below on the left, on the right (in dialogs), as wide as the form, or beside the inputs. */
  layout?: 'section' | 'dialog' | 'card' | 'inline';
  gap?: 'xs' | 'sm' | 'md' | 'lg';
  maw?: number;
  className?: string;
  button?: Pick<ButtonProps, 'color' | 'size' | 'loaderProps'>;
};

/** Every form of the portal and of the link page: inputs, the error of the last submit, and the submit button. */
export function Form({
  children,
  submit,
  action,
  isBusy = false,
  isReady = true,
  problem,
  buttons,
  layout = 'section',
  gap = layout === 'inline' ? 'xs' : 'sm',
  maw,
  className,
  button,
}: FormProps) {
  const send = action !== undefined && (
    <Button {...button} type="submit" loading={isBusy} disabled={!isReady}>
      {action}
    </Button>
  );
  return (
    <form
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {layout === 'inline' ? (
        <>
          <Group align="flex-end" gap={gap}>
            {children}
            {buttons}
            {send}
          </Group>
          {problem}
        </>
      ) : (
        <Stack gap={gap} maw={maw}>
          {children}
          {problem}
          {layout === 'card' ? (
            <>
              {send}
              {buttons}
            </>
          ) : (
            (send || buttons) && (
              <Group gap="xs" justify={layout === 'dialog' ? 'flex-end' : undefined}>
                {buttons}
                {send}
              </Group>
            )
          )}
        </Stack>
      )}
    </form>
  );
}
