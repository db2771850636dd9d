import { Button, Group, Modal, Select, Stack, Switch, Text, TextInput } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, read } from '../../api.ts';
import { t } from '../../messages/settings.ts';
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
  { value: 'viewer', label: t('viewer'), description: t('canViewEverything') },
  { value: 'developer', label: t('developer'), description: t('canAlsoChangeCompaniesConnections') },
  {
    value: 'administrator',
    label: t('administrator'),
    description: t('canAlsoManageApiKeys'),
  },
];

const columns: Column<Member>[] = [
  {
    id: 'name',
    header: t('name'),
    cell: ({ name, email }) => (
      <>
        {name}
        <Text size="xs" c="dimmed">
          {email}
        </Text>
      </>
    ),
  },
  { id: 'role', header: t('role'), cell: (member) => <RoleChoice member={member} /> },
  {
    id: 'totp',
    header: t('twoFactor'),
    cell: ({ hasTotp }) =>
      hasTotp ? <ToneBadge tone="good" label={t('on')} /> : <ToneBadge tone="wait" label={t('off')} />,
  },
  { id: 'lastSeen', header: t('lastSeen'), cell: ({ lastSeen }) => (lastSeen ? <Time at={lastSeen} /> : t('never')) },
  { id: 'joined', header: t('joined'), cell: ({ joined }) => <Time at={joined} /> },
  { id: 'remove', header: t('actions'), cell: (member) => <Remove member={member} /> },
];

export function TeamPage() {
  const may = useMay('administrator');
  return (
    <Page title={t('team')} lead={t('thePeopleWhoCanSign')} actions={may && <Invite />}>
      <Section title={t('members')}>
        <ListTable
          label={t('members')}
          operation="listMembers"
          columns={columns}
          rowKey={({ personId }) => personId}
          hasCurl={false}
          empty={<EmptyState title={t('noMembersYet')}>{t('inviteTheFirstAdministrator')}</EmptyState>}
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
    done: t('saved'),
  });
  return (
    <Section title={t('twoFactorAuthentication')} lead={t('ifRequireMembersMustSet')}>
      <ErrorNote error={settings.error ?? change.error} />
      {settings.data && (
        <Switch
          label={t('requireTwoFactorAuthenticationEvery')}
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
  const change = useChange('changeMember', { refreshes: ['listMembers', 'getSession'], done: t('roleChanged') });
  if (!may) return roles.find(({ value }) => value === member.role)?.label ?? member.role;
  return (
    <>
      <Select
        size="xs"
        w={150}
        aria-label={t('roleOf', { name: member.name })}
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
  const remove = useChange('removeMember', { refreshes: ['listMembers'], done: t('removed', { name: member.name }) });
  if (!may) return null;
  const isSelf = member.personId === person.personId;
  return (
    <Confirm
      title={isSelf ? t('leaveAccountQuestion') : t('removeWithName', { name: member.name })}
      action={isSelf ? t('leave') : t('remove')}
      isDangerous
      run={() => remove.mutateAsync({ personId: member.personId })}
      trigger={(open) => (
        <Button
          variant="default"
          size="compact-sm"
          onClick={open}
          aria-label={isSelf ? t('leaveAccount') : t('removeName', { name: member.name })}
        >
          {isSelf ? t('leave') : t('remove')}
        </Button>
      )}
    >
      {t('losesAccessThisAccountImmediately', { email: member.email })}
    </Confirm>
  );
}

function Invite() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button leftSection={<IconUserPlus size={16} />} onClick={() => setOpen(true)}>
        {t('inviteMember')}
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={t('inviteMember')}>
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
            <Text size="sm">{t('noMailServerIsConfigured', { email: invite.data.email })}</Text>
            <CopyText value={invite.data.link} what={t('link')} />
          </>
        ) : (
          <Text size="sm">
            {t.rich('anInvitationEMailIs', { email: invite.data.email, time: <Time at={invite.data.expires} exact /> })}
          </Text>
        )}
        <Group justify="flex-end">
          <Button onClick={onDone}>{t('done')}</Button>
        </Group>
      </Stack>
    );
  return (
    <Form
      layout="dialog"
      gap="md"
      submit={() => invite.mutate({ body: { email: form.values.email.trim(), role: form.values.role } })}
      action={t('sendInvitation')}
      isBusy={invite.isPending}
      problem={<ErrorNote error={invite.error} />}
    >
      <TextInput label={t('eMail')} type="email" required data-autofocus {...form.text('email')} />
      <Select
        label={t('role')}
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
    done: t('invitationCancelled'),
  });
  if (error) return <ErrorNote error={error} />;
  if (!data || data.results.length === 0) return null;
  const columns: Column<Answer<'listInvitations'>['results'][number]>[] = [
    { id: 'email', header: t('eMail'), cell: ({ email }) => email },
    { id: 'role', header: t('role'), cell: ({ role }) => roles.find(({ value }) => value === role)?.label ?? role },
    {
      id: 'expires',
      header: t('expires'),
      cell: ({ expires }) => <>{t.rich('expiresTime', { time: <Time at={expires} /> })}</>,
    },
    {
      id: 'cancel',
      header: t('actions'),
      align: 'right',
      cell: ({ invitationId, email }) => (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={t('cancelInvitationFor', { email })}
          onClick={() => cancel.mutate({ invitationId })}
        >
          {t('cancelInvitation')}
        </Button>
      ),
    },
  ];
  return (
    <Section title={t('pendingInvitations')}>
      <RowTable
        label={t('invitations')}
        columns={columns}
        rows={data.results}
        rowKey={({ invitationId }) => invitationId}
        hasHead={false}
      />
    </Section>
  );
}
