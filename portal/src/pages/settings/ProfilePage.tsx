import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Answer, read } from '../../api.ts';
import { t } from '../../messages/settings.ts';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { useChange } from '../../ui/form/use-change.ts';
import { useForm } from '../../ui/form/use-form.ts';
import { Page, Section } from '../../ui/frame/Page.tsx';
import { useSession } from '../../ui/frame/use-session.ts';
import { ToneBadge } from '../../ui/StatusBadge.tsx';
import { Time } from '../../ui/Time.tsx';
import { type Column, RowTable } from '../../ui/table/RowTable.tsx';
import { ZoneChoice } from '../../ui/zone/ZoneChoice.tsx';
import { TotpSection } from './TotpSection.tsx';
import './settings.css';

export function ProfilePage() {
  return (
    <Page title={t('yourProfile')} lead={t('yourPersonalSettingsTheyAre')}>
      <div className="columns">
        <NameSection />
        <PasswordSection />
      </div>
      <Section title={t('timesAndDates')} lead={t('timesAndDatesLead')}>
        <ZoneChoice />
      </Section>
      <TotpSection />
      <SessionsSection />
    </Page>
  );
}

function NameSection() {
  const { person } = useSession();
  const change = useChange('changePerson', { refreshes: ['getSession', 'listMembers'], done: t('nameChanged') });
  const form = useForm({ name: person.name }, change.error);
  const { name } = form.values;
  return (
    <Section title={t('name')}>
      <Form
        submit={() => change.mutate({ body: { name } })}
        action={t('save')}
        isBusy={change.isPending}
        isReady={name.trim() !== '' && name !== person.name}
        problem={<ErrorNote error={change.error} />}
      >
        <TextInput label={t('eMail')} value={person.email} readOnly description={t('youSignThisEMail')} />
        <TextInput label={t('name')} required maxLength={100} {...form.text('name')} />
      </Form>
    </Section>
  );
}

function PasswordSection() {
  const change = useChange('changePassword', {
    refreshes: ['listSessions'],
    done: t('passwordChangedWereSignedOut'),
    after: () => form.reset(),
  });
  const form = useForm({ current: '', password: '' }, change.error);
  const { current, password } = form.values;
  return (
    <Section title={t('password')}>
      <Form
        submit={() => change.mutate({ body: { current, password } })}
        action={t('changePassword')}
        isBusy={change.isPending}
        isReady={current !== '' && password !== ''}
        problem={<ErrorNote error={change.error} />}
      >
        <PasswordInput
          label={t('currentPassword')}
          required
          withAsterisk={false}
          autoComplete="current-password"
          {...form.text('current')}
        />
        <PasswordInput
          label={t('newPassword')}
          description={t('atLeast12CharactersWhole')}
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
  const end = useChange('endSession', { refreshes: ['listSessions'], done: t('sessionEnded') });
  const columns: Column<Answer<'listSessions'>['results'][number]>[] = [
    {
      id: 'browser',
      header: t('browser'),
      cell: ({ userAgent }) => <span title={userAgent}>{browserName(userAgent)}</span>,
    },
    { id: 'address', header: t('ipAddress'), cell: ({ address }) => address },
    { id: 'lastSeen', header: t('lastSeen'), cell: ({ lastSeen }) => <Time at={lastSeen} /> },
    { id: 'created', header: t('signedIn'), cell: ({ created }) => <Time at={created} /> },
    {
      id: 'end',
      header: t('actions'),
      align: 'right',
      cell: ({ sessionId, isThis }) =>
        isThis ? (
          <ToneBadge tone="good" label={t('thisSession')} />
        ) : (
          <Button variant="default" size="compact-sm" onClick={() => end.mutate({ sessionId })}>
            {t('endSession')}
          </Button>
        ),
    },
  ];
  return (
    <Section title={t('activeSessions')} lead={t('endSessionsDoNotRecognize')}>
      <ErrorNote error={error ?? end.error} />
      <RowTable
        label={t('sessions')}
        columns={columns}
        rows={data?.results ?? []}
        rowKey={({ sessionId }) => sessionId}
      />
    </Section>
  );
}

/** Returns a short name by which people recognize their browser. The tooltip shows the full user agent. */
function browserName(userAgent: string): string {
  const name = /Edg|Firefox|OPR|Chrom|Safari/.exec(userAgent)?.[0] ?? '';
  const system = /Windows|Android|iPhone|iPad|Mac OS|Linux/.exec(userAgent)?.[0] ?? '';
  const names: Record<string, string> = { Edg: 'Edge', OPR: 'Opera', Chrom: 'Chrome' };
  const browser = names[name] ?? name;
  if (browser && system) return t('browserOnSystem', { browser, system });
  return browser || system || userAgent.slice(0, 40) || t('unknown');
}
