import { Button, Group, Text } from '@mantine/core';
import { Confirm } from '../../ui/form/Confirm.tsx';
import { useChange } from '../../ui/form/use-change.ts';
import { Section } from '../../ui/frame/Page.tsx';
import { useMay } from '../../ui/frame/use-session.ts';
import { ToneBadge } from '../../ui/StatusBadge.tsx';
import type { Migration } from './migration.ts';

/** The two steps that the client takes: declare and request. Neither step changes how events are sent. */
export function Say({ migration }: { migration: Migration }) {
  const may = useMay('administrator');
  const declare = useChange('declareRuleIdUnused', { refreshes: ['getMigration'], done: 'Declaration saved.' });
  const request = useChange('requestMigration', {
    refreshes: ['getMigration'],
    done: 'Migration requested. The operator can see your request.',
  });
  const whoMay = !may && (
    <Text size="sm" c="dimmed">
      Only administrators of the account can do this.
    </Text>
  );
  return (
    <div className="columns">
      <Section title="1. Declare that you do not use RuleId">
        <Text size="sm" mb="sm">
          The newer webhooks send no <code>RuleId</code> and no <code>AlertId</code>. Your programs must distinguish
          events by <code>RuleType</code>.
        </Text>
        {migration.declared ? (
          <ToneBadge tone="good" label="Declared" />
        ) : (
          may && (
            <Confirm
              title="Declare that you do not use RuleId?"
              action="Declare"
              run={() => declare.mutateAsync({})}
              trigger={(open) => <Button onClick={open}>Declare RuleId unused</Button>}
            >
              You declare for your whole team that none of your programs reads <code>RuleId</code> or{' '}
              <code>AlertId</code> from webhooks. The declaration is stored with your name and the time.
            </Confirm>
          )
        )}
        {!migration.declared && whoMay}
      </Section>
      <Section title="2. Request the migration">
        <Text size="sm" mb="sm">
          The operator can first rehearse the migration with you. No event is lost or sent twice when the account is
          migrated.
        </Text>
        {migration.requested ? (
          <ToneBadge tone="good" label="Migration requested" />
        ) : (
          may && (
            <Group>
              <Confirm
                title="Request the migration?"
                action="Request migration"
                run={() => request.mutateAsync({})}
                trigger={(open) => <Button onClick={open}>Request migration</Button>}
              >
                The operator sees your request and contacts you or starts a rehearsal. Nothing changes before that.
              </Confirm>
            </Group>
          )
        )}
        {!migration.requested && whoMay}
      </Section>
    </div>
  );
}
