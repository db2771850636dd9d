import { notifications } from '@mantine/notifications';

/** A notification that an action succeeded. Errors are shown at the place where they happen instead. */
export function tell(message: string): void {
  notifications.show({
    message,
    color: 'accent',
    autoClose: 4000,
    withBorder: true,
    closeButtonProps: { 'aria-label': 'Close' },
  });
}
