import { Table, Text } from '@mantine/core';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Section } from '../../ui/Page.tsx';
import { TableScroll } from '../../ui/TableScroll.tsx';
import type { Migration } from './MigrationPage.tsx';

type MigrationPlan = NonNullable<Migration['plan']>;

/** The consumers that replace the rules: each URL gets exactly the events that matched any of its rules, once each. */
export function Plan({ plan }: { plan: MigrationPlan }) {
  const emails = plan.emailRules;
  return (
    <Section
      title="Plan"
      lead={`${plan.rules} ${plan.rules === 1 ? 'rule becomes' : 'rules become'} ${plan.consumers.length} ${plan.consumers.length === 1 ? 'consumer' : 'consumers'}. Each URL gets exactly the events that matched any of its rules, once each.`}
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
          {[...new Set(emails.flatMap((one) => one.emails))].join(', ')}. E-mails stop with the migration.
        </Text>
      )}
    </Section>
  );
}
