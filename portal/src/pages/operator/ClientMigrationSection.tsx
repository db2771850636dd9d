import { Button, Group, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, read } from '../../api.ts';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Confirm } from '../../ui/form/Confirm.tsx';
import { useChange } from '../../ui/form/use-change.ts';
import { Section } from '../../ui/frame/Page.tsx';
import { SkeletonRows } from '../../ui/frame/PageLoading.tsx';
import { MigrationReport, Steps } from '../migration/MigrationPage.tsx';
import { Rehearsal } from '../migration/Rehearsal.tsx';
import '../migration/migration.css';

type Migration = Answer<'getClientMigration'>;

const refreshes = ['getClientMigration', 'listClientMigrations', 'listClientAccounts'] as const;

/** The migration of one account. The operator can rehearse it, apply it and roll it back. */
export function ClientMigrationSection({ accountId }: { accountId: string }) {
  const { data, error, refetch } = useQuery({ ...read('getClientMigration', { accountId }), refetchInterval: 5000 });
  if (error) return <ErrorNote error={error} title="Could not load the migration" retry={() => void refetch()} />;
  if (!data) return <SkeletonRows count={4} />;
  if (isAlwaysNewer(data))
    return (
      <Section title="Migration">
        <Text size="sm" c="dimmed">
          There is nothing to migrate, because this account has always used consumers.
        </Text>
      </Section>
    );
  return (
    <>
      <Section title="Migration" actions={<Actions accountId={accountId} migration={data} />}>
        <Steps migration={data} isOperator />
      </Section>
      <Rehearsal migration={data} accountId={accountId} />
      <MigrationReport migration={data} isOperator />
    </>
  );
}

const isAlwaysNewer = ({ state }: Migration) => state === 'alwaysNewer';

function Actions({ accountId, migration }: { accountId: string; migration: Migration }) {
  if (migration.state === 'migrated') return <Rollback accountId={accountId} />;
  const isRehearsing = migration.rehearsal !== undefined && migration.rehearsal.ended === undefined;
  return (
    <>
      {isRehearsing ? <EndRehearsal accountId={accountId} /> : <Rehearse accountId={accountId} />}
      <Apply accountId={accountId} migration={migration} />
    </>
  );
}

function Rehearse({ accountId }: { accountId: string }) {
  const [minutes, setMinutes] = useState<number | string>(10);
  const [toUrl, setToUrl] = useState('');
  const rehearse = useChange('rehearseClientMigration', {
    refreshes: [...refreshes],
    done: 'Rehearsal started.',
  });
  return (
    <Confirm
      title="Rehearse the migration?"
      action="Start rehearsal"
      run={() => rehearse.mutateAsync({ accountId, body: { minutes: Number(minutes), ...(toUrl && { toUrl }) } })}
      trigger={(open) => (
        <Button variant="default" onClick={open}>
          Rehearse
        </Button>
      )}
    >
      <Stack gap="sm">
        <Text size="sm">
          The rules still deliver every event as before. In addition, each event is sent as it would be sent to a
          consumer, with the header X-Daybook-Rehearsal. The client must ignore these extra deliveries, unless you send
          them to another URL.
        </Text>
        <NumberInput
          label="Duration (minutes)"
          min={1}
          max={1440}
          value={minutes}
          onChange={setMinutes}
          allowDecimal={false}
        />
        <TextInput
          label="Send rehearsal deliveries to another URL (optional)"
          placeholder="https://test.client.example/hooks"
          value={toUrl}
          onChange={(event) => setToUrl(event.currentTarget.value)}
        />
      </Stack>
    </Confirm>
  );
}

function EndRehearsal({ accountId }: { accountId: string }) {
  const end = useChange('endClientRehearsal', { refreshes: [...refreshes], done: 'Rehearsal stopped.' });
  return (
    <>
      <Button variant="default" loading={end.isPending} onClick={() => end.mutate({ accountId })}>
        Stop rehearsal
      </Button>
      <ErrorNote error={end.error} />
    </>
  );
}

function Apply({ accountId, migration }: { accountId: string; migration: Migration }) {
  const [force, setForce] = useState('');
  const [automationUrl, setAutomationUrl] = useState('');
  const apply = useChange('applyClientMigration', {
    refreshes: [...refreshes],
    done: 'Account migrated. Events now go to consumers.',
  });
  const blockers = migration.check?.blockers.length ?? 0;
  const body = { ...(force && { force }), ...(automationUrl && { automationUrl }) };
  return (
    <Confirm
      title="Migrate the account?"
      action="Migrate"
      isDangerous={blockers > 0}
      run={() => apply.mutateAsync({ accountId, body })}
      trigger={(open) => <Button onClick={open}>Migrate</Button>}
    >
      <Stack gap="sm">
        <Text size="sm">
          This creates the planned consumers and sends events to them instead of to the rules, in one transaction. You
          can roll back until the client changes one of these consumers.
        </Text>
        {blockers > 0 && (
          <TextInput
            label={`Reason to override ${blockers} ${blockers === 1 ? 'blocker' : 'blockers'}`}
            value={force}
            onChange={(event) => setForce(event.currentTarget.value)}
          />
        )}
        {(migration.plan?.emailRules.length ?? 0) > 0 && (
          <TextInput
            label="Webhook of an automation tool that replaces the e-mails (optional)"
            value={automationUrl}
            onChange={(event) => setAutomationUrl(event.currentTarget.value)}
          />
        )}
      </Stack>
    </Confirm>
  );
}

function Rollback({ accountId }: { accountId: string }) {
  const rollback = useChange('rollbackClientMigration', {
    refreshes: [...refreshes],
    done: 'Migration rolled back. Events go to the rules again.',
  });
  return (
    <Group>
      <Confirm
        title="Roll back the migration?"
        action="Roll back"
        isDangerous
        run={() => rollback.mutateAsync({ accountId })}
        trigger={(open) => (
          <Button variant="default" onClick={open}>
            Roll back
          </Button>
        )}
      >
        Events will go to the rules again. The rollback fails if the client has changed one of the new consumers.
      </Confirm>
    </Group>
  );
}
