import { Table, Text } from '@mantine/core';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Section } from '../../ui/Page.tsx';
import { TableScroll } from '../../ui/TableScroll.tsx';
import type { Migration } from './MigrationPage.tsx';

type MigrationPlan = NonNullable<Migration['plan']>;

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
        <TableScroll label="Planned consumers">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>URL</Table.Th>
              <Table.Th>Events</Table.Th>
              <Table.Th>Companies</Table.Th>
              <Table.Th>Rules</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {plan.consumers.map((one) => (
              <Table.Tr key={`${one.url} ${one.ruleIds.join()}`}>
                <Table.Td className="mono">{one.url}</Table.Td>
                <Table.Td>{one.eventTypes.join(', ')}</Table.Td>
                <Table.Td>{one.channels.length === 0 ? 'All' : one.channels.length}</Table.Td>
                <Table.Td>{one.ruleIds.length}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </TableScroll>
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
