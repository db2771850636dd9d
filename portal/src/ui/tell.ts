import { notifications } from '@mantine/notifications';

/** Says that something is done. Errors stand where they happened, not here. */
export function tell(message: string): void {
  notifications.show({
    message,
    color: 'accent',
    autoClose: 4000,
    withBorder: true,
    closeButtonProps: { 'aria-label': 'Close' },
  });
}
