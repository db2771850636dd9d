import { Text } from '@mantine/core';
import { IconAlarm, IconWebhook } from '@tabler/icons-react';
import type { Answer } from '../../../api.ts';
import { t } from '../../../messages/webhooks.ts';
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
  { id: 'type', header: t('event'), cell: ({ type }) => type },
  {
    id: 'webhook',
    header: t('webhook'),
    cell: ({ notifiers }) => <span className="mono url">{notifiers.webhook ?? '–'}</span>,
  },
  {
    id: 'emails',
    header: t('eMails'),
    cell: ({ notifiers }) => (notifiers.emails.length === 0 ? '–' : notifiers.emails.join(', ')),
  },
  {
    id: 'company',
    header: t('company'),
    cell: ({ companyId }) => (companyId ? <CompanyName companyId={companyId} /> : t('all')),
  },
  { id: 'created', header: t('created'), cell: ({ created }) => <Time at={created} /> },
];

const alertColumns: Column<Alert>[] = [
  { id: 'ruleType', header: t('event'), cell: ({ ruleType, message }) => <span title={message}>{ruleType}</span> },
  {
    id: 'deliveries',
    header: t('deliveries'),
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
    header: t('company'),
    cell: ({ companyId }) => (companyId ? <CompanyName companyId={companyId} /> : '–'),
  },
  { id: 'raisedOn', header: t('raised'), cell: ({ raisedOn }) => <Time at={raisedOn} /> },
];

/** The older webhooks. Rules are changed through the API; the Authorization header can also be set here. */
export function RulesPage() {
  const { account } = useSession();
  const isMigrated = account?.webhookGeneration !== 'older';
  return (
    <Page
      title={t('rulesAndAlerts')}
      lead={t.rich('theOlderWebhooksRulesAre', {
        link: (text) => (
          <TextLink to={paths.migration()} underline="always">
            {text}
          </TextLink>
        ),
      })}
    >
      {isMigrated ? (
        <EmptyState
          icon={IconWebhook}
          title={t('thisAccountUsesConsumers')}
          action={<TextLink to={paths.consumers()}>{t('viewConsumers')}</TextLink>}
        >
          {t('rulesAlertsBelongOlderWebhooks')}
        </EmptyState>
      ) : (
        <>
          <OlderAuthorization />
          <Section title={t('rules')}>
            <ListTable
              label={t('rules')}
              name="rules"
              operation="listRules"
              columns={ruleColumns}
              rowKey={({ ruleId }) => ruleId}
              empty={<EmptyState icon={IconAlarm} title={t('noRulesYet')} />}
            />
          </Section>
          <Section title={t('alerts')} lead={t('eventsMatchedRuleTheirDeliveries')}>
            <ListTable
              label={t('alerts')}
              name="alerts"
              operation="listAlerts"
              columns={alertColumns}
              rowKey={({ alertId }) => alertId}
              periodField="raisedOn"
              empty={<EmptyState title={t('noAlertsYet')}>{t('anAlertIsCreatedWhen')}</EmptyState>}
            />
          </Section>
        </>
      )}
    </Page>
  );
}
