import { Button, Group, PasswordInput, SimpleGrid, Stack, Table, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { read } from '../../api.ts';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Page, Section } from '../../ui/Page.tsx';
import { ToneBadge } from '../../ui/StatusBadge.tsx';
import { TableScroll } from '../../ui/TableScroll.tsx';
import { Time } from '../../ui/Time.tsx';
import { useChange } from '../../ui/use-change.ts';
import { useSession } from '../../ui/use-session.ts';
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
  const [name, setName] = useState(person.name);
  const change = useChange('changePerson', { refreshes: ['getSession', 'listMembers'], done: 'Name changed.' });
  function submit(event: FormEvent) {
    event.preventDefault();
    change.mutate({ body: { name } });
  }
  return (
    <Section title="Name">
      <form onSubmit={submit}>
        <Stack gap="sm">
          <TextInput label="E-mail" value={person.email} readOnly description="You sign in with this e-mail." />
          <TextInput
            label="Name"
            required
            maxLength={100}
            value={name}
            onChange={(e) => setName(e.currentTarget.value)}
          />
          <ErrorNote error={change.error} />
          <Group>
            <Button type="submit" loading={change.isPending} disabled={name.trim() === '' || name === person.name}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}

function PasswordSection() {
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const change = useChange('changePassword', {
    refreshes: ['listSessions'],
    done: 'Password changed. You were signed out of your other sessions.',
    after: () => {
      setCurrent('');
      setPassword('');
    },
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    change.mutate({ body: { current, password } });
  }
  return (
    <Section title="Password">
      <form onSubmit={submit}>
        <Stack gap="sm">
          <PasswordInput
            label="Current password"
            required
            withAsterisk={false}
            autoComplete="current-password"
            value={current}
            onChange={(event) => setCurrent(event.currentTarget.value)}
          />
          <PasswordInput
            label="New password"
            description="At least 12 characters. A whole sentence makes a good password."
            required
            withAsterisk={false}
            autoComplete="new-password"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <ErrorNote error={change.error} />
          <Group>
            <Button type="submit" loading={change.isPending} disabled={current === '' || password === ''}>
              Change password
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}

function SessionsSection() {
  const { data, error } = useQuery(read('listSessions', {}));
  const end = useChange('endSession', { refreshes: ['listSessions'], done: 'Session ended.' });
  return (
    <Section title="Active sessions" lead="End sessions that you do not recognize, then change your password.">
      <ErrorNote error={error ?? end.error} />
      <SimpleGrid cols={1}>
        <TableScroll label="Sessions">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Browser</Table.Th>
              <Table.Th>IP address</Table.Th>
              <Table.Th>Last seen</Table.Th>
              <Table.Th>Signed in</Table.Th>
              <Table.Th ta="right">Actions</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data?.results.map(({ sessionId, userAgent, address, lastSeen, created, isThis }) => (
              <Table.Tr key={sessionId}>
                <Table.Td title={userAgent}>{browserName(userAgent)}</Table.Td>
                <Table.Td>{address}</Table.Td>
                <Table.Td>
                  <Time at={lastSeen} />
                </Table.Td>
                <Table.Td>
                  <Time at={created} />
                </Table.Td>
                <Table.Td ta="right">
                  {isThis ? (
                    <ToneBadge tone="good" label="This session" />
                  ) : (
                    <Button variant="default" size="compact-sm" onClick={() => end.mutate({ sessionId })}>
                      End session
                    </Button>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </TableScroll>
      </SimpleGrid>
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
