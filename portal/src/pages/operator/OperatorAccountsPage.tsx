import { Button, Modal, Select, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Answer } from '../../api.ts';
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
  { value: 'free', label: 'Free' },
  { value: 'paid', label: 'Paid' },
];
export const planName = (plan: string) => plans.find(({ value }) => value === plan)?.label ?? plan;

const number = (value: number) => value.toLocaleString('en');
const columns: Column<ClientAccount>[] = [
  {
    id: 'name',
    header: 'Account',
    orderBy: 'name',
    cell: ({ accountId, name }) => <TextLink to={paths.operatorAccount(accountId)}>{name}</TextLink>,
  },
  { id: 'plan', header: 'Plan', cell: ({ plan }) => planName(plan) },
  { id: 'companies', header: 'Companies', align: 'right', cell: ({ companies }) => number(companies) },
  { id: 'consumers', header: 'Consumers', align: 'right', cell: ({ consumers }) => number(consumers) },
  { id: 'members', header: 'People', align: 'right', cell: ({ members }) => number(members) },
  {
    id: 'webhooks',
    header: 'Webhooks',
    cell: ({ webhookGeneration }) => (webhookGeneration === 'older' ? 'Rules (older)' : 'Consumers'),
  },
  {
    id: 'lastActivity',
    header: 'Last active',
    cell: ({ lastActivity }) => (lastActivity ? <Time at={lastActivity} /> : 'Never'),
  },
  { id: 'created', header: 'Created', orderBy: 'created', cell: ({ created }) => <Time at={created} /> },
];

export function OperatorAccountsPage() {
  return (
    <Page title="Accounts" lead="All client accounts of this installation." actions={<CreateAccount />}>
      <ListTable
        label="Accounts"
        operation="listClientAccounts"
        columns={columns}
        rowKey={({ accountId }) => accountId}
        search={{ label: 'Search by name', filter: (text) => hasWords('name', text) }}
        hasCurl={false}
        empty={
          <EmptyState title="No accounts yet" action={<CreateAccount />}>
            An account belongs to one client and has its own companies, API keys, webhooks and people. Create one, then
            invite its administrator.
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
        Create account
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title="Create account">
        {isOpen && <AccountForm />}
      </Modal>
    </>
  );
}

function AccountForm() {
  const navigate = useNavigate();
  const create = useChange('createClientAccount', {
    refreshes: ['listClientAccounts'],
    done: 'Account created. Next, invite its administrator.',
    after: ({ accountId }) => void navigate({ to: paths.operatorAccount(accountId) }),
  });
  const form = useForm<{ name: string; plan: Plan }>({ name: '', plan: 'free' }, create.error);
  const name = form.values.name.trim();
  return (
    <Form
      layout="dialog"
      gap="md"
      submit={() => create.mutate({ body: { name, plan: form.values.plan } })}
      action="Create account"
      isBusy={create.isPending}
      isReady={name !== ''}
      problem={<ErrorNote error={create.error} />}
    >
      <TextInput
        label="Name"
        description="The client’s name."
        required
        maxLength={200}
        data-autofocus
        {...form.text('name')}
      />
      <Select label="Plan" data={plans} {...form.value('plan')} allowDeselect={false} />
    </Form>
  );
}
