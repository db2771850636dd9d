import { Button, Group, Text } from '@mantine/core';
import { Confirm } from '../../ui/Confirm.tsx';
import { Section } from '../../ui/Page.tsx';
import { ToneBadge } from '../../ui/StatusBadge.tsx';
import { useChange } from '../../ui/use-change.ts';
import { useMay } from '../../ui/use-session.ts';
import type { Migration } from './MigrationPage.tsx';

/** The two things that the client says: neither changes how events are sent. */
export function Say({ migration }: { migration: Migration }) {
  const may = useMay('administrator');
  const declare = useChange('declareRuleIdUnused', { refreshes: ['getMigration'], done: 'Declared.' });
  const request = useChange('requestMigration', {
    refreshes: ['getMigration'],
    done: 'The operator sees that you have asked.',
  });
  const whoMay = !may && (
    <Text size="sm" c="dimmed">
      Administrators of the account can say this.
    </Text>
  );
  return (
    <div className="columns">
      <Section title="1. Declare that you do not rely on RuleId">
        <Text size="sm" mb="sm">
          Bodies of the newer webhooks have no <code>RuleId</code> and no <code>AlertId</code>. Your programs must tell
          events apart by <code>RuleType</code>.
        </Text>
        {migration.declared ? (
          <ToneBadge tone="good" label="Declared" />
        ) : (
          may && (
            <Confirm
              title="Declare that RuleId is not relied on?"
              action="Declare it"
              run={() => declare.mutateAsync({})}
              trigger={(open) => <Button onClick={open}>We do not rely on RuleId</Button>}
            >
              You say for your whole team that no program of yours reads <code>RuleId</code> or <code>AlertId</code>{' '}
              from webhooks. It is kept with your name and the time.
            </Confirm>
          )
        )}
        {!migration.declared && whoMay}
      </Section>
      <Section title="2. Ask for the migration">
        <Text size="sm" mb="sm">
          The operator rehearses it with you first. At the switch nothing is lost and nothing is sent twice.
        </Text>
        {migration.requested ? (
          <ToneBadge tone="good" label="Asked for" />
        ) : (
          may && (
            <Group>
              <Confirm
                title="Ask for the migration?"
                action="Ask for it"
                run={() => request.mutateAsync({})}
                trigger={(open) => <Button onClick={open}>Ask for the migration</Button>}
              >
                The operator sees it and gets in touch, or begins with a rehearsal. Nothing changes before that.
              </Confirm>
            </Group>
          )
        )}
        {!migration.requested && whoMay}
      </Section>
    </div>
  );
}
