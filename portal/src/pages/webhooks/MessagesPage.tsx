import { Page } from '../../ui/Page.tsx';
import { MessageTable } from './MessageTable.tsx';
import './webhooks.css';

export function MessagesPage() {
  return (
    <Page title="Message log" lead="Every event, whoever listened, with every attempt to deliver it.">
      <MessageTable />
    </Page>
  );
}
