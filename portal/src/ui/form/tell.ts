import { notifications } from '@mantine/notifications';
import { t } from '../../messages/ui.ts';

/** Shows a notification that an action succeeded. Errors are shown next to the action instead. */
export function tell(message: string): void {
  notifications.show({
    message,
    color: 'accent',
    autoClose: 4000,
    withBorder: true,
    closeButtonProps: { 'aria-label': t('close') },
  });
}
