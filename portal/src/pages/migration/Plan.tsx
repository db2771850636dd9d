import { Text } from '@mantine/core';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Section } from '../../ui/frame/Page.tsx';
import { type Column, RowTable } from '../../ui/table/RowTable.tsx';
import type { Migration } from './migration.ts';

type MigrationPlan = NonNullable<Migration['plan']>;

const columns: Column<MigrationPlan['consumers'][number]>[] = [
  { id: 'url', header: 'URL', className: 'mono', cell: ({ url }) => url },
  { id: 'eventTypes', header: 'Events', cell: ({ eventTypes }) => eventTypes.join(', ') },
  { id: 'channels', header: 'Companies', cell: ({ channels }) => (channels.length === 0 ? 'All' : channels.length) },
  { id: 'rules', header: 'Rules', cell: ({ ruleIds }) => ruleIds.length },
];

/** The consumers that replace the rules. Each URL gets every event that matched at least one of its rules, once. */
export function Plan({ plan }: { plan: MigrationPlan }) {
  const emails = plan.emailRules;
  return (
    <Section
      title="Plan"
      lead={`${plan.rules} ${plan.rules === 1 ? 'rule becomes' : 'rules become'} ${plan.consumers.length} ${plan.consumers.length === 1 ? 'consumer' : 'consumers'}. Each URL gets every event that matches at least one of its rules, exactly once.`}
    >
      {plan.consumers.length === 0 ? (
        <EmptyState title="No rules with a webhook" />
      ) : (
        <RowTable
          label="Planned consumers"
          columns={columns}
          rows={plan.consumers}
          rowKey={({ url, ruleIds }) => `${url} ${ruleIds.join()}`}
        />
      )}
      {emails.length > 0 && (
        <Text size="sm" mt="sm">
          {emails.length} {emails.length === 1 ? 'rule sends' : 'rules send'} e-mails to{' '}
          {[...new Set(emails.flatMap((one) => one.emails))].join(', ')}. No e-mails are sent after the migration.
        </Text>
      )}
    </Section>
  );
}
