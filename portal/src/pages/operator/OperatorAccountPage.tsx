import { Button, NumberInput, Select, Text, TextInput } from '@mantine/core';
import { IconDoorEnter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type Answer, daybook, queryClient, read } from '../../api.ts';
import { paths } from '../../paths.ts';
import { CopyText } from '../../ui/code/Copy.tsx';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Confirm } from '../../ui/form/Confirm.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { limitOrNull, limitValue } from '../../ui/form/form-values.ts';
import { useChange } from '../../ui/form/use-change.ts';
import { useForm } from '../../ui/form/use-form.ts';
import { NotFound } from '../../ui/frame/NotFound.tsx';
import { Page, Section } from '../../ui/frame/Page.tsx';
import { PageLoading } from '../../ui/frame/PageLoading.tsx';
import { Time } from '../../ui/Time.tsx';
import { useParam } from '../../ui/use-address.ts';
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

function PlanSection({ account }: { account: ClientAccount }) {
  const { accountId } = account;
  const change = useChange('changeClientAccount', { refreshes: ['listClientAccounts', 'getSession'], done: 'Saved.' });
  const initial = { name: account.name, plan: account.plan, requestsPerMinute: limitValue(account.requestsPerMinute) };
  const form = useForm(initial, change.error);
  const { name, plan, requestsPerMinute } = form.values;
  return (
    <Section title="Account settings">
      <Form
        submit={() =>
          change.mutate({ accountId, body: { name, plan, requestsPerMinute: limitOrNull(requestsPerMinute) } })
        }
        action="Save"
        isBusy={change.isPending}
        problem={<ErrorNote error={change.error} />}
      >
        <TextInput label="Name" required maxLength={200} {...form.text('name')} />
        <Select label="Plan" data={plans} {...form.value('plan')} allowDeselect={false} />
        <NumberInput
          label="Requests per minute"
          description="Leave empty to use the default limit of this installation."
          min={1}
          allowDecimal={false}
          {...form.value('requestsPerMinute')}
        />
      </Form>
    </Section>
  );
}

function InviteSection({ accountId }: { accountId: string }) {
  const invite = useChange('inviteAdministrator', { refreshes: ['listClientAccounts'], after: () => form.reset() });
  const form = useForm({ email: '' }, invite.error);
  return (
    <Section title="Invite administrator" lead="Administrators invite the rest of their team themselves.">
      <Form
        layout="inline"
        submit={() => invite.mutate({ accountId, body: { email: form.values.email.trim() } })}
        action="Send invitation"
        isBusy={invite.isPending}
        problem={<ErrorNote error={invite.error} />}
      >
        <TextInput
          label="E-mail"
          type="email"
          required
          withAsterisk={false}
          {...form.text('email')}
          flex={1}
          miw={200}
          maw={420}
        />
      </Form>
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
