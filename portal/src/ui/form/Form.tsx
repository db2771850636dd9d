import { Button, type ButtonProps, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';

type FormProps = {
  /** The inputs of the form. `useForm` holds their values. */
  children: ReactNode;
  submit: () => void;
  /** The label of the submit button. If absent, there is no button, and Enter submits the form. */
  action?: ReactNode;
  /** Whether the submit is in progress. */
  isBusy?: boolean;
  /** Whether the form can be submitted (default: true). */
  isReady?: boolean;
  /** Why the last submit failed. Shown as a note. */
  problem?: ReactNode;
  /** Other buttons, beside or below the submit button. */
  buttons?: ReactNode;
  /**
   * Position of the buttons. `section`: below the inputs, on the left. `dialog`: below, on the right. `card`: below, as
   * wide as the form. `inline`: beside the inputs.
   */
  layout?: 'section' | 'dialog' | 'card' | 'inline';
  gap?: 'xs' | 'sm' | 'md' | 'lg';
  maw?: number;
  className?: string;
  button?: Pick<ButtonProps, 'color' | 'size' | 'loaderProps'>;
};

/**
 * Used for every form of the portal and of the link page. Shows the inputs, the error of the last submit, and the
 * submit button.
 */
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
