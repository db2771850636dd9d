import { Button, Group, Modal, Select, Stack, Switch, Text, TextInput } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, read } from '../../api.ts';
import { CopyText } from '../../ui/code/Copy.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Confirm } from '../../ui/form/Confirm.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { useChange } from '../../ui/form/use-change.ts';
import { useForm } from '../../ui/form/use-form.ts';
import { Page, Section } from '../../ui/frame/Page.tsx';
import { type Role, useMay, useSession } from '../../ui/frame/use-session.ts';
import { ToneBadge } from '../../ui/StatusBadge.tsx';
import { Time } from '../../ui/Time.tsx';
import { ListTable } from '../../ui/table/ListTable.tsx';
import { type Column, RowTable } from '../../ui/table/RowTable.tsx';

type Member = Answer<'listMembers'>['results'][number];

export const roles: { value: Role; label: string; description: string }[] = [
  { value: 'viewer', label: 'Viewer', description: 'can view everything' },
  { value: 'developer', label: 'Developer', description: 'can also change companies, connections and webhooks' },
  {
    value: 'administrator',
    label: 'Administrator',
    description: 'can also manage API keys and the team, view the audit log, and request the migration',
  },
];

const columns: Column<Member>[] = [
  {
    id: 'name',
    header: 'Name',
    cell: ({ name, email }) => (
      <>
        {name}
        <Text size="xs" c="dimmed">
          {email}
        </Text>
      </>
    ),
  },
  { id: 'role', header: 'Role', cell: (member) => <RoleChoice member={member} /> },
  {
    id: 'totp',
    header: 'Two-factor',
    cell: ({ hasTotp }) => (hasTotp ? <ToneBadge tone="good" label="On" /> : <ToneBadge tone="wait" label="Off" />),
  },
  { id: 'lastSeen', header: 'Last seen', cell: ({ lastSeen }) => (lastSeen ? <Time at={lastSeen} /> : 'Never') },
  { id: 'joined', header: 'Joined', cell: ({ joined }) => <Time at={joined} /> },
  { id: 'remove', header: 'Actions', cell: (member) => <Remove member={member} /> },
];

export function TeamPage() {
  const may = useMay('administrator');
  return (
    <Page title="Team" lead="The people who can sign in to this account, and their roles." actions={may && <Invite />}>
      <Section title="Members">
        <ListTable
          label="Members"
          operation="listMembers"
          columns={columns}
          rowKey={({ personId }) => personId}
          hasCurl={false}
          empty={<EmptyState title="No members yet">Invite the first administrator.</EmptyState>}
        />
      </Section>
      {may && <Invitations />}
      <SecondFactorDemand />
    </Page>
  );
}

function SecondFactorDemand() {
  const may = useMay('administrator');
  const settings = useQuery(read('getTeamSettings', {}));
  const change = useChange('changeTeamSettings', {
    refreshes: ['getTeamSettings', 'getSession'],
    done: 'Saved.',
  });
  return (
    <Section
      title="Two-factor authentication"
      lead="If you require it, members must set it up before they can use the portal, unless they use single sign-on."
    >
      <ErrorNote error={settings.error ?? change.error} />
      {settings.data && (
        <Switch
          label="Require two-factor authentication for every member"
          checked={settings.data.secondFactorRequired}
          disabled={!may || change.isPending}
          onChange={(event) => change.mutate({ body: { secondFactorRequired: event.currentTarget.checked } })}
        />
      )}
    </Section>
  );
}

function RoleChoice({ member }: { member: Member }) {
  const may = useMay('administrator');
  const change = useChange('changeMember', { refreshes: ['listMembers', 'getSession'], done: 'Role changed.' });
  if (!may) return roles.find(({ value }) => value === member.role)?.label ?? member.role;
  return (
    <>
      <Select
        size="xs"
        w={150}
        aria-label={`Role of ${member.name}`}
        data={roles}
        value={member.role}
        allowDeselect={false}
        disabled={change.isPending}
        onChange={(role) => role && change.mutate({ personId: member.personId, body: { role } })}
      />
      <ErrorNote error={change.error} />
    </>
  );
}

function Remove({ member }: { member: Member }) {
  const may = useMay('administrator');
  const { person } = useSession();
  const remove = useChange('removeMember', { refreshes: ['listMembers'], done: `${member.name} removed.` });
  if (!may) return null;
  const isSelf = member.personId === person.personId;
  return (
    <Confirm
      title={isSelf ? 'Leave account?' : `Remove ${member.name}?`}
      action={isSelf ? 'Leave' : 'Remove'}
      isDangerous
      run={() => remove.mutateAsync({ personId: member.personId })}
      trigger={(open) => (
        <Button
          variant="default"
          size="compact-sm"
          onClick={open}
          aria-label={isSelf ? 'Leave account' : `Remove ${member.name}`}
        >
          {isSelf ? 'Leave' : 'Remove'}
        </Button>
      )}
    >
      {member.email} loses access to this account immediately, even in open sessions. API keys that this person created
      keep working.
    </Confirm>
  );
}

function Invite() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button leftSection={<IconUserPlus size={16} />} onClick={() => setOpen(true)}>
        Invite member
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title="Invite member">
        {isOpen && <InviteForm onDone={() => setOpen(false)} />}
      </Modal>
    </>
  );
}

function InviteForm({ onDone }: { onDone: () => void }) {
  const invite = useChange('inviteMember', { refreshes: ['listInvitations'] });
  const form = useForm<{ email: string; role: Role }>({ email: '', role: 'developer' }, invite.error);
  const chosen = roles.find(({ value }) => value === form.values.role);
  if (invite.data)
    return (
      <Stack gap="md">
        {invite.data.link ? (
          <>
            <Text size="sm">
              No mail server is configured. Send this link to {invite.data.email} over a secure channel; it is shown
              only once.
            </Text>
            <CopyText value={invite.data.link} what="link" />
          </>
        ) : (
          <Text size="sm">
            An invitation e-mail is being sent to {invite.data.email}. The link expires{' '}
            <Time at={invite.data.expires} exact />.
          </Text>
        )}
        <Group justify="flex-end">
          <Button onClick={onDone}>Done</Button>
        </Group>
      </Stack>
    );
  return (
    <Form
      layout="dialog"
      gap="md"
      submit={() => invite.mutate({ body: { email: form.values.email.trim(), role: form.values.role } })}
      action="Send invitation"
      isBusy={invite.isPending}
      problem={<ErrorNote error={invite.error} />}
    >
      <TextInput label="E-mail" type="email" required data-autofocus {...form.text('email')} />
      <Select
        label="Role"
        data={roles}
        {...form.value('role')}
        allowDeselect={false}
        description={`${chosen?.label}: ${chosen?.description}.`}
      />
    </Form>
  );
}

function Invitations() {
  const { data, error } = useQuery(read('listInvitations', {}));
  const cancel = useChange('cancelInvitation', {
    refreshes: ['listInvitations'],
    done: 'Invitation cancelled.',
  });
  if (error) return <ErrorNote error={error} />;
  if (!data || data.results.length === 0) return null;
  const columns: Column<Answer<'listInvitations'>['results'][number]>[] = [
    { id: 'email', header: 'E-mail', cell: ({ email }) => email },
    { id: 'role', header: 'Role', cell: ({ role }) => roles.find(({ value }) => value === role)?.label ?? role },
    {
      id: 'expires',
      header: 'Expires',
      cell: ({ expires }) => (
        <>
          expires <Time at={expires} />
        </>
      ),
    },
    {
      id: 'cancel',
      header: 'Actions',
      align: 'right',
      cell: ({ invitationId, email }) => (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`Cancel invitation for ${email}`}
          onClick={() => cancel.mutate({ invitationId })}
        >
          Cancel invitation
        </Button>
      ),
    },
  ];
  return (
    <Section title="Pending invitations">
      <RowTable
        label="Invitations"
        columns={columns}
        rows={data.results}
        rowKey={({ invitationId }) => invitationId}
        hasHead={false}
      />
    </Section>
  );
}
