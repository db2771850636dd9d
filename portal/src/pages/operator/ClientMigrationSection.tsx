import { Button, Group, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, read } from '../../api.ts';
import { Confirm } from '../../ui/Confirm.tsx';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Section } from '../../ui/Page.tsx';
import { SkeletonRows } from '../../ui/PageLoading.tsx';
import { useChange } from '../../ui/use-change.ts';
import { MigrationReport, Steps } from '../migration/MigrationPage.tsx';
import { Rehearsal } from '../migration/Rehearsal.tsx';
import '../migration/migration.css';

type Migration = Answer<'getClientMigration'>;

const refreshes = ['getClientMigration', 'listClientMigrations', 'listClientAccounts'] as const;

/** The migration of one account as the operator drives it: rehearse, apply, take back. */
export function ClientMigrationSection({ accountId }: { accountId: string }) {
  const { data, error, refetch } = useQuery({ ...read('getClientMigration', { accountId }), refetchInterval: 5000 });
  if (error) return <ErrorNote error={error} title="Could not load the migration" retry={() => void refetch()} />;
  if (!data) return <SkeletonRows count={4} />;
  if (isAlwaysNewer(data))
    return (
      <Section title="Migration">
        <Text size="sm" c="dimmed">
          There is nothing to migrate: consumers have served this account from its beginning.
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
    done: 'The rehearsal is under way.',
  });
  return (
    <Confirm
      title="Rehearse the migration?"
      action="Begin the rehearsal"
      run={() => rehearse.mutateAsync({ accountId, body: { minutes: Number(minutes), ...(toUrl && { toUrl }) } })}
      trigger={(open) => (
        <Button variant="default" onClick={open}>
          Rehearse
        </Button>
      )}
    >
      <Stack gap="sm">
        <Text size="sm">
          The rules deliver as ever, and only they count. The same events also go out as consumers would send them, with
          the header X-Daybook-Rehearsal, which the client must ignore; or to another URL.
        </Text>
        <NumberInput label="Minutes" min={1} max={1440} value={minutes} onChange={setMinutes} allowDecimal={false} />
        <TextInput
          label="To another URL"
          placeholder="https://test.client.example/hooks"
          value={toUrl}
          onChange={(event) => setToUrl(event.currentTarget.value)}
        />
      </Stack>
    </Confirm>
  );
}

function EndRehearsal({ accountId }: { accountId: string }) {
  const end = useChange('endClientRehearsal', { refreshes: [...refreshes], done: 'The rehearsal is ended.' });
  return (
    <>
      <Button variant="default" loading={end.isPending} onClick={() => end.mutate({ accountId })}>
        End the rehearsal
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
    done: 'Migrated: consumers serve the account.',
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
          In one transaction the planned consumers are made and events go to them instead of to the rules. It can be
          taken back until the client has changed a consumer.
        </Text>
        {blockers > 0 && (
          <TextInput
            label={`${blockers} ${blockers === 1 ? 'thing stands' : 'things stand'} in the way: reason to pass over it`}
            value={force}
            onChange={(event) => setForce(event.currentTarget.value)}
          />
        )}
        {(migration.plan?.emailRules.length ?? 0) > 0 && (
          <TextInput
            label="Webhook of an automation tool, in place of the e-mails"
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
    done: 'Taken back: rules serve the account.',
  });
  return (
    <Group>
      <Confirm
        title="Take the migration back?"
        action="Take it back"
        isDangerous
        run={() => rollback.mutateAsync({ accountId })}
        trigger={(open) => (
          <Button variant="default" onClick={open}>
            Take it back
          </Button>
        )}
      >
        Rules serve the account again. It is refused once the client has changed its consumers.
      </Confirm>
    </Group>
  );
}
