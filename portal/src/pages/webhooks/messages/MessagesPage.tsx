import { t } from '../../../messages/webhooks.ts';
import { Page } from '../../../ui/frame/Page.tsx';
import { useMay } from '../../../ui/frame/use-session.ts';
import { MessageTable } from './MessageTable.tsx';
import { ResendFiltered } from './ResendFiltered.tsx';
import '../webhooks.css';

export function MessagesPage() {
  const may = useMay('developer');
  return (
    <Page title={t('messageLog')} lead={t('allEventsEveryAttemptDeliver')} actions={may && <ResendFiltered />}>
      <MessageTable />
    </Page>
  );
}
