import { Button, NumberInput, Select, Text, TextInput } from '@mantine/core';
import { IconDoorEnter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type Answer, daybook, queryClient, read } from '../../api.ts';
import { locale } from '../../messages/catalogue.ts';
import { t } from '../../messages/operator.ts';
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
import { bytesText } from '../../ui/size-words.ts';
import { Time } from '../../ui/Time.tsx';
import { useParam } from '../../ui/use-address.ts';
import { ClientMigrationSection } from './ClientMigrationSection.tsx';
import { plans } from './OperatorAccountsPage.tsx';

type ClientAccount = Answer<'listClientAccounts'>['results'][number];

export function OperatorAccountPage() {
  const accountId = useParam('accountId');
  const { data, error, refetch } = useQuery(read('listClientAccounts', { query: `accountId=${accountId}` }));
  const breadcrumbs = [{ label: t('accounts'), to: paths.operatorAccounts() }];
  if (error)
    return (
      <Page title={t('account')} breadcrumbs={breadcrumbs}>
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
    <Section title={t('details')}>
      <dl className="facts">
        <dt>{t('accountId')}</dt>
        <dd>
          <CopyText value={accountId} what={t('accountIdNoun')} />
        </dd>
        <dt>{t('companies')}</dt>
        <dd>{companies.toLocaleString(locale())}</dd>
        <dt>{t('consumers')}</dt>
        <dd>{consumers}</dd>
        <dt>{t('apiKeys')}</dt>
        <dd>{apiKeys}</dd>
        <dt>{t('people')}</dt>
        <dd>{members}</dd>
        <dt>{t('webhooks')}</dt>
        <dd>{webhookGeneration === 'older' ? t('rulesOlderWebhooks') : t('consumersNewerWebhooks')}</dd>
        <dt>{t('lastActive')}</dt>
        <dd>{lastActivity ? <Time at={lastActivity} /> : t('never')}</dd>
        <dt>{t('created')}</dt>
        <dd>
          <Time at={created} exact />
        </dd>
      </dl>
    </Section>
  );
}

function PlanSection({ account }: { account: ClientAccount }) {
  const { accountId } = account;
  const change = useChange('changeClientAccount', {
    refreshes: ['listClientAccounts', 'getSession'],
    done: t('saved'),
  });
  const initial = {
    name: account.name,
    plan: account.plan,
    requestsPerMinute: limitValue(account.requestsPerMinute),
    snapshotDays: limitValue(account.snapshotDays),
    snapshotBytes: limitValue(account.snapshotBytes),
  };
  const form = useForm(initial, change.error);
  const { name, plan, requestsPerMinute, snapshotDays, snapshotBytes } = form.values;
  const limits = {
    requestsPerMinute: limitOrNull(requestsPerMinute),
    snapshotDays: limitOrNull(snapshotDays),
    snapshotBytes: limitOrNull(snapshotBytes),
  };
  return (
    <Section title={t('accountSettings')}>
      <Form
        submit={() => change.mutate({ accountId, body: { name, plan, ...limits } })}
        action={t('save')}
        isBusy={change.isPending}
        problem={<ErrorNote error={change.error} />}
      >
        <TextInput label={t('name')} required maxLength={200} {...form.text('name')} />
        <Select label={t('plan')} data={plans} {...form.value('plan')} allowDeselect={false} />
        <NumberInput
          label={t('requestsPerMinute')}
          description={t('leaveEmptyUseDefaultLimit')}
          min={1}
          allowDecimal={false}
          {...form.value('requestsPerMinute')}
        />
        <NumberInput
          label={t('snapshotsKeptForAtMost')}
          description={t('leaveEmptyUseDefaultLimit')}
          min={1}
          max={10_000}
          allowDecimal={false}
          {...form.value('snapshotDays')}
        />
        <NumberInput
          label={t('diskForSnapshots')}
          description={t('inUseLeaveEmptyUseDefault', { size: bytesText(account.snapshotBytesHeld) })}
          min={0}
          thousandSeparator
          allowDecimal={false}
          {...form.value('snapshotBytes')}
        />
      </Form>
    </Section>
  );
}

function InviteSection({ accountId }: { accountId: string }) {
  const invite = useChange('inviteAdministrator', { refreshes: ['listClientAccounts'], after: () => form.reset() });
  const form = useForm({ email: '' }, invite.error);
  return (
    <Section title={t('inviteAdministrator')} lead={t('administratorsInviteRestTheirTeam')}>
      <Form
        layout="inline"
        submit={() => invite.mutate({ accountId, body: { email: form.values.email.trim() } })}
        action={t('sendInvitation')}
        isBusy={invite.isPending}
        problem={<ErrorNote error={invite.error} />}
      >
        <TextInput
          label={t('eMail')}
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
          {invite.data.link
            ? t.rich('noMailServerIsConfigured', { copyText: <CopyText value={invite.data.link} what={t('link')} /> })
            : t('anInvitationEMailIs', { email: invite.data.email })}
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
      title={t('enter', { name: account.name })}
      action={t('enterAccount')}
      run={enter}
      trigger={(open) => (
        <Button leftSection={<IconDoorEnter size={16} />} onClick={open}>
          {t('enterAccount')}
        </Button>
      )}
    >
      {t('youCanDoEverythingAdministrators')}
    </Confirm>
  );
}
