import { Page } from '../../../ui/frame/Page.tsx';
import { MessageTable } from './MessageTable.tsx';
import '../webhooks.css';

export function MessagesPage() {
  return (
    <Page title="Message log" lead="All events and every attempt to deliver them.">
      <MessageTable />
    </Page>
  );
}
