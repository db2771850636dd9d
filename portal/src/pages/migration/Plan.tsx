import { Text } from '@mantine/core';
import { t } from '../../messages/migration.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Section } from '../../ui/frame/Page.tsx';
import { type Column, RowTable } from '../../ui/table/RowTable.tsx';
import type { Migration } from './migration.ts';

type MigrationPlan = NonNullable<Migration['plan']>;

const columns: Column<MigrationPlan['consumers'][number]>[] = [
  { id: 'url', header: t('url'), className: 'mono', cell: ({ url }) => url },
  { id: 'eventTypes', header: t('events'), cell: ({ eventTypes }) => eventTypes.join(', ') },
  {
    id: 'channels',
    header: t('companies'),
    cell: ({ channels }) => (channels.length === 0 ? t('all') : channels.length),
  },
  { id: 'rules', header: t('rules'), cell: ({ ruleIds }) => ruleIds.length },
];

/**
 * The consumers that replace the rules. A URL gets each event only once, even if several rules for that URL match it.
 */
export function Plan({ plan }: { plan: MigrationPlan }) {
  const emails = plan.emailRules;
  return (
    <Section
      title={t('plan')}
      lead={t('rulesBecomeConsumers', { rules: plan.rules, consumers: plan.consumers.length })}
    >
      {plan.consumers.length === 0 ? (
        <EmptyState title={t('noRulesWebhook')} />
      ) : (
        <RowTable
          label={t('plannedConsumers')}
          columns={columns}
          rows={plan.consumers}
          rowKey={({ url, ruleIds }) => `${url} ${ruleIds.join()}`}
        />
      )}
      {emails.length > 0 && (
        <Text size="sm" mt="sm">
          {t('emailRules', {
            count: emails.length,
            addresses: [...new Set(emails.flatMap((one) => one.emails))].join(', '),
          })}
        </Text>
      )}
    </Section>
  );
}
