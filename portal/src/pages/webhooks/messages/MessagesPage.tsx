import { t } from '../../../messages/webhooks.ts';
import { Page } from '../../../ui/frame/Page.tsx';
import { MessageTable } from './MessageTable.tsx';
import '../webhooks.css';

export function MessagesPage() {
  return (
    <Page title={t('messageLog')} lead={t('allEventsEveryAttemptDeliver')}>
      <MessageTable />
    </Page>
  );
}
