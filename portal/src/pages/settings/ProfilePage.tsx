import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Answer, read } from '../../api.ts';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { useChange } from '../../ui/form/use-change.ts';
import { useForm } from '../../ui/form/use-form.ts';
import { Page, Section } from '../../ui/frame/Page.tsx';
import { useSession } from '../../ui/frame/use-session.ts';
import { ToneBadge } from '../../ui/StatusBadge.tsx';
import { Time } from '../../ui/Time.tsx';
import { type Column, RowTable } from '../../ui/table/RowTable.tsx';
import { TotpSection } from './TotpSection.tsx';
import './settings.css';

export function ProfilePage() {
  return (
    <Page title="Your profile" lead="Your personal settings. They are the same in all of your accounts.">
      <div className="columns">
        <NameSection />
        <PasswordSection />
      </div>
      <TotpSection />
      <SessionsSection />
    </Page>
  );
}

function NameSection() {
  const { person } = useSession();
  const change = useChange('changePerson', { refreshes: ['getSession', 'listMembers'], done: 'Name changed.' });
  const form = useForm({ name: person.name }, change.error);
  const { name } = form.values;
  return (
    <Section title="Name">
      <Form
        submit={() => change.mutate({ body: { name } })}
        action="Save"
        isBusy={change.isPending}
        isReady={name.trim() !== '' && name !== person.name}
        problem={<ErrorNote error={change.error} />}
      >
        <TextInput label="E-mail" value={person.email} readOnly description="You sign in with this e-mail." />
        <TextInput label="Name" required maxLength={100} {...form.text('name')} />
      </Form>
    </Section>
  );
}

function PasswordSection() {
  const change = useChange('changePassword', {
    refreshes: ['listSessions'],
    done: 'Password changed. You were signed out of your other sessions.',
    after: () => form.reset(),
  });
  const form = useForm({ current: '', password: '' }, change.error);
  const { current, password } = form.values;
  return (
    <Section title="Password">
      <Form
        submit={() => change.mutate({ body: { current, password } })}
        action="Change password"
        isBusy={change.isPending}
        isReady={current !== '' && password !== ''}
        problem={<ErrorNote error={change.error} />}
      >
        <PasswordInput
          label="Current password"
          required
          withAsterisk={false}
          autoComplete="current-password"
          {...form.text('current')}
        />
        <PasswordInput
          label="New password"
          description="At least 12 characters. A whole sentence makes a good password."
          required
          withAsterisk={false}
          autoComplete="new-password"
          {...form.text('password')}
        />
      </Form>
    </Section>
  );
}

function SessionsSection() {
  const { data, error } = useQuery(read('listSessions', {}));
  const end = useChange('endSession', { refreshes: ['listSessions'], done: 'Session ended.' });
  const columns: Column<Answer<'listSessions'>['results'][number]>[] = [
    {
      id: 'browser',
      header: 'Browser',
      cell: ({ userAgent }) => <span title={userAgent}>{browserName(userAgent)}</span>,
    },
    { id: 'address', header: 'IP address', cell: ({ address }) => address },
    { id: 'lastSeen', header: 'Last seen', cell: ({ lastSeen }) => <Time at={lastSeen} /> },
    { id: 'created', header: 'Signed in', cell: ({ created }) => <Time at={created} /> },
    {
      id: 'end',
      header: 'Actions',
      align: 'right',
      cell: ({ sessionId, isThis }) =>
        isThis ? (
          <ToneBadge tone="good" label="This session" />
        ) : (
          <Button variant="default" size="compact-sm" onClick={() => end.mutate({ sessionId })}>
            End session
          </Button>
        ),
    },
  ];
  return (
    <Section title="Active sessions" lead="End sessions that you do not recognize, then change your password.">
      <ErrorNote error={error ?? end.error} />
      <RowTable label="Sessions" columns={columns} rows={data?.results ?? []} rowKey={({ sessionId }) => sessionId} />
    </Section>
  );
}

/** Returns a short name by which people recognize their browser. The tooltip shows the full user agent. */
function browserName(userAgent: string): string {
  const name = /Edg|Firefox|OPR|Chrom|Safari/.exec(userAgent)?.[0] ?? '';
  const system = /Windows|Android|iPhone|iPad|Mac OS|Linux/.exec(userAgent)?.[0] ?? '';
  const names: Record<string, string> = { Edg: 'Edge', OPR: 'Opera', Chrom: 'Chrome' };
  return [names[name] ?? name, system].filter(Boolean).join(' on ') || userAgent.slice(0, 40) || 'Unknown';
}
