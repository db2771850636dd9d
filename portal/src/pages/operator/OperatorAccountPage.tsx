import { Button, Group, NumberInput, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconDoorEnter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { type Answer, daybook, type Input, queryClient, read } from '../../api.ts';
import { paths } from '../../paths.ts';
import { Confirm } from '../../ui/Confirm.tsx';
import { CopyText } from '../../ui/Copy.tsx';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { NotFound } from '../../ui/NotFound.tsx';
import { Page, Section } from '../../ui/Page.tsx';
import { PageLoading } from '../../ui/PageLoading.tsx';
import { Time } from '../../ui/Time.tsx';
import { useParam } from '../../ui/use-address.ts';
import { useChange } from '../../ui/use-change.ts';
import { ClientMigrationSection } from './ClientMigrationSection.tsx';
import { plans } from './OperatorAccountsPage.tsx';

type ClientAccount = Answer<'listClientAccounts'>['results'][number];

export function OperatorAccountPage() {
  const accountId = useParam('accountId');
  const { data, error, refetch } = useQuery(read('listClientAccounts', { query: `accountId=${accountId}` }));
  const breadcrumbs = [{ label: 'Accounts', to: paths.operatorAccounts() }];
  if (error)
    return (
      <Page title="Account" breadcrumbs={breadcrumbs}>
        <ErrorNote error={error} retry={() => void refetch()} />
      </Page>
    );
  if (!data) return <PageLoading />;
  const account = data.results[0];
  if (!account) return <NotFound />;
  return (
    <Page title={account.name} breadcrumbs={breadcrumbs} actions={<Enter account={account} />}>
      <div className="columns">
        <Facts account={account} />
        <PlanSection key={account.accountId} account={account} />
      </div>
      <InviteSection accountId={accountId} />
      <ClientMigrationSection accountId={accountId} />
    </Page>
  );
}

function Facts({ account }: { account: ClientAccount }) {
  const { accountId, companies, consumers, apiKeys, members, created, lastActivity, webhookGeneration } = account;
  return (
    <Section title="Details">
      <dl className="facts">
        <dt>Account ID</dt>
        <dd>
          <CopyText value={accountId} what="account ID" />
        </dd>
        <dt>Companies</dt>
        <dd>{companies.toLocaleString('en')}</dd>
        <dt>Consumers</dt>
        <dd>{consumers}</dd>
        <dt>API keys</dt>
        <dd>{apiKeys}</dd>
        <dt>People</dt>
        <dd>{members}</dd>
        <dt>Webhooks</dt>
        <dd>{webhookGeneration === 'older' ? 'Rules (older webhooks)' : 'Consumers (newer webhooks)'}</dd>
        <dt>Last active</dt>
        <dd>{lastActivity ? <Time at={lastActivity} /> : 'Never'}</dd>
        <dt>Created</dt>
        <dd>
          <Time at={created} exact />
        </dd>
      </dl>
    </Section>
  );
}

type Change = Input<'changeClientAccount'>['body'];

function PlanSection({ account }: { account: ClientAccount }) {
  const { accountId } = account;
  const [name, setName] = useState(account.name);
  const [plan, setPlan] = useState<string>(account.plan);
  const [perMinute, setPerMinute] = useState<number | string>(account.requestsPerMinute ?? '');
  const change = useChange('changeClientAccount', { refreshes: ['listClientAccounts', 'getSession'], done: 'Saved.' });
  function submit(event: FormEvent) {
    event.preventDefault();
    const body = { name, plan, requestsPerMinute: perMinute === '' ? null : Number(perMinute) } as Change;
    change.mutate({ accountId, body });
  }
  return (
    <Section title="Account settings">
      <form onSubmit={submit}>
        <Stack gap="sm">
          <TextInput
            label="Name"
            required
            maxLength={200}
            value={name}
            onChange={(e) => setName(e.currentTarget.value)}
          />
          <Select
            label="Plan"
            data={plans}
            value={plan}
            onChange={(next) => setPlan(next ?? plan)}
            allowDeselect={false}
          />
          <NumberInput
            label="Requests per minute"
            description="Leave empty to use the default limit of this installation."
            min={1}
            allowDecimal={false}
            value={perMinute}
            onChange={setPerMinute}
          />
          <ErrorNote error={change.error} />
          <Group>
            <Button type="submit" loading={change.isPending}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}

function InviteSection({ accountId }: { accountId: string }) {
  const [email, setEmail] = useState('');
  const invite = useChange('inviteAdministrator', { refreshes: ['listClientAccounts'], after: () => setEmail('') });
  function submit(event: FormEvent) {
    event.preventDefault();
    invite.mutate({ accountId, body: { email: email.trim() } });
  }
  return (
    <Section title="Invite administrator" lead="Administrators invite the rest of their team themselves.">
      <form onSubmit={submit}>
        <Group align="flex-end" gap="xs">
          <TextInput
            label="E-mail"
            type="email"
            required
            withAsterisk={false}
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
            flex={1}
            miw={200}
            maw={420}
          />
          <Button type="submit" loading={invite.isPending}>
            Send invitation
          </Button>
        </Group>
      </form>
      <ErrorNote error={invite.error} />
      {invite.data && (
        <Text size="sm" mt="sm" role="status">
          {invite.data.link ? (
            <>
              No mail server is configured. Send this link to the person; it is shown only once:{' '}
              <CopyText value={invite.data.link} what="link" />
            </>
          ) : (
            <>An invitation e-mail is being sent to {invite.data.email}.</>
          )}
        </Text>
      )}
    </Section>
  );
}

function Enter({ account }: { account: ClientAccount }) {
  const navigate = useNavigate();
  async function enter() {
    const session = await daybook.changeSession({ body: { accountId: account.accountId } });
    queryClient.clear();
    queryClient.setQueryData(read('getSession', {}).queryKey, session);
    await navigate({ to: paths.overview() });
  }
  return (
    <Confirm
      title={`Enter ${account.name}?`}
      action="Enter account"
      run={enter}
      trigger={(open) => (
        <Button leftSection={<IconDoorEnter size={16} />} onClick={open}>
          Enter account
        </Button>
      )}
    >
      You can do everything that the administrators of this account can do. The account’s audit log records that you
      entered.
    </Confirm>
  );
}
