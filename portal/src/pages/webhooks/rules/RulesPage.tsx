import { Text } from '@mantine/core';
import { IconBell, IconMail } from '@tabler/icons-react';
import type { Answer } from '../../../api.ts';
import { paths } from '../../../paths.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Page, Section } from '../../../ui/frame/Page.tsx';
import { useSession } from '../../../ui/frame/use-session.ts';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';
import { TextLink } from '../../../ui/TextLink.tsx';
import { Time } from '../../../ui/Time.tsx';
import { ListTable } from '../../../ui/table/ListTable.tsx';
import type { Column } from '../../../ui/table/RowTable.tsx';
import { CompanyName } from '../CompanyName.tsx';
import { OlderAuthorization } from './OlderAuthorization.tsx';
import '../webhooks.css';

type Rule = Answer<'listRules'>['results'][number];
type Alert = Answer<'listAlerts'>['results'][number];

const ruleColumns: Column<Rule>[] = [
  { id: 'type', header: 'Event', cell: ({ type }) => type },
  {
    id: 'webhook',
    header: 'Webhook',
    cell: ({ notifiers }) => <span className="mono url">{notifiers.webhook ?? '–'}</span>,
  },
  {
    id: 'emails',
    header: 'E-mails',
    cell: ({ notifiers }) => (notifiers.emails.length === 0 ? '–' : notifiers.emails.join(', ')),
  },
  {
    id: 'company',
    header: 'Company',
    cell: ({ companyId }) => (companyId ? <CompanyName companyId={companyId} /> : 'All'),
  },
  { id: 'created', header: 'Created', cell: ({ created }) => <Time at={created} /> },
];

const alertColumns: Column<Alert>[] = [
  { id: 'ruleType', header: 'Event', cell: ({ ruleType, message }) => <span title={message}>{ruleType}</span> },
  {
    id: 'deliveries',
    header: 'Deliveries',
    cell: ({ deliveries }) =>
      deliveries.map(({ kind, target, status, attempts }) => (
        <div key={`${kind} ${target}`}>
          <StatusBadge kind="message" state={status} />{' '}
          <Text size="xs" c="dimmed" component="span">
            {target}
            {status === 'failed' && `: ${attempts.at(-1)?.statusCode ?? attempts.at(-1)?.error ?? ''}`}
          </Text>
        </div>
      )),
  },
  {
    id: 'company',
    header: 'Company',
    cell: ({ companyId }) => (companyId ? <CompanyName companyId={companyId} /> : '–'),
  },
  { id: 'raisedOn', header: 'Raised', cell: ({ raisedOn }) => <Time at={raisedOn} /> },
];

/** The older webhooks. Rules are changed through the API; the Authorization header can also be set here. */
export function RulesPage() {
  const { account } = useSession();
  const isMigrated = account?.webhookGeneration !== 'older';
  return (
    <Page
      title="Rules and alerts"
      lead={
        <>
          The older webhooks. Rules are changed through the API.{' '}
          <TextLink to={paths.migration()} underline="always">
            The migration
          </TextLink>{' '}
          replaces rules with consumers.
        </>
      }
    >
      {isMigrated ? (
        <EmptyState
          icon={IconBell}
          title="This account uses consumers"
          action={<TextLink to={paths.consumers()}>View consumers</TextLink>}
        >
          Rules and alerts belong to the older webhooks, which this account no longer uses.
        </EmptyState>
      ) : (
        <>
          <OlderAuthorization />
          <Section title="Rules">
            <ListTable
              label="Rules"
              name="rules"
              operation="listRules"
              columns={ruleColumns}
              rowKey={({ ruleId }) => ruleId}
              empty={<EmptyState icon={IconMail} title="No rules yet" />}
            />
          </Section>
          <Section
            title="Alerts"
            lead="Events that matched a rule, with their deliveries. Viewing alerts here does not block the migration."
          >
            <ListTable
              label="Alerts"
              name="alerts"
              operation="listAlerts"
              columns={alertColumns}
              rowKey={({ alertId }) => alertId}
              empty={<EmptyState title="No alerts yet">An alert is created when an event matches a rule.</EmptyState>}
            />
          </Section>
        </>
      )}
    </Page>
  );
}
