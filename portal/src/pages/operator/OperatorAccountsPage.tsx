import { Button, Modal, Select, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Answer } from '../../api.ts';
import { locale } from '../../messages/catalogue.ts';
import { t } from '../../messages/operator.ts';
import { paths } from '../../paths.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { hasWords } from '../../ui/filter/filter-text.ts';
import { Form } from '../../ui/form/Form.tsx';
import { useChange } from '../../ui/form/use-change.ts';
import { useForm } from '../../ui/form/use-form.ts';
import { Page } from '../../ui/frame/Page.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { Time } from '../../ui/Time.tsx';
import { ListTable } from '../../ui/table/ListTable.tsx';
import type { Column } from '../../ui/table/RowTable.tsx';

type ClientAccount = Answer<'listClientAccounts'>['results'][number];

type Plan = ClientAccount['plan'];

export const plans: { value: Plan; label: string }[] = [
  { value: 'free', label: t('free') },
  { value: 'paid', label: t('paid') },
];
export const planName = (plan: string) => plans.find(({ value }) => value === plan)?.label ?? plan;

const number = (value: number) => value.toLocaleString(locale());
const columns: Column<ClientAccount>[] = [
  {
    id: 'name',
    header: t('account'),
    orderBy: 'name',
    cell: ({ accountId, name }) => <TextLink to={paths.operatorAccount(accountId)}>{name}</TextLink>,
  },
  { id: 'plan', header: t('plan'), cell: ({ plan }) => planName(plan) },
  { id: 'companies', header: t('companies'), align: 'right', cell: ({ companies }) => number(companies) },
  { id: 'consumers', header: t('consumers'), align: 'right', cell: ({ consumers }) => number(consumers) },
  { id: 'members', header: t('people'), align: 'right', cell: ({ members }) => number(members) },
  {
    id: 'webhooks',
    header: t('webhooks'),
    cell: ({ webhookGeneration }) => (webhookGeneration === 'older' ? t('rulesOlder') : t('consumers')),
  },
  {
    id: 'lastActivity',
    header: t('lastActive'),
    cell: ({ lastActivity }) => (lastActivity ? <Time at={lastActivity} /> : t('never')),
  },
  { id: 'created', header: t('created'), orderBy: 'created', cell: ({ created }) => <Time at={created} /> },
];

export function OperatorAccountsPage() {
  return (
    <Page title={t('accounts')} lead={t('allClientAccountsThisInstallation')} actions={<CreateAccount />}>
      <ListTable
        label={t('accounts')}
        operation="listClientAccounts"
        columns={columns}
        rowKey={({ accountId }) => accountId}
        search={{ label: t('searchByName'), filter: (text) => hasWords('name', text) }}
        periodField="created"
        periodName={t('created')}
        hasCurl={false}
        empty={
          <EmptyState title={t('noAccountsYet')} action={<CreateAccount />}>
            {t('anAccountBelongsOneClient')}
          </EmptyState>
        }
      />
    </Page>
  );
}

function CreateAccount() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button leftSection={<IconPlus size={16} />} onClick={() => setOpen(true)}>
        {t('createAccount')}
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={t('createAccount')}>
        {isOpen && <AccountForm />}
      </Modal>
    </>
  );
}

function AccountForm() {
  const navigate = useNavigate();
  const create = useChange('createClientAccount', {
    refreshes: ['listClientAccounts'],
    done: t('accountCreatedNextInviteAdministrator'),
    after: ({ accountId }) => void navigate({ to: paths.operatorAccount(accountId) }),
  });
  const form = useForm<{ name: string; plan: Plan }>({ name: '', plan: 'free' }, create.error);
  const name = form.values.name.trim();
  return (
    <Form
      layout="dialog"
      gap="md"
      submit={() => create.mutate({ body: { name, plan: form.values.plan } })}
      action={t('createAccount')}
      isBusy={create.isPending}
      isReady={name !== ''}
      problem={<ErrorNote error={create.error} />}
    >
      <TextInput
        label={t('name')}
        description={t('theClientsName')}
        required
        maxLength={200}
        data-autofocus
        {...form.text('name')}
      />
      <Select label={t('plan')} data={plans} {...form.value('plan')} allowDeselect={false} />
    </Form>
  );
}
