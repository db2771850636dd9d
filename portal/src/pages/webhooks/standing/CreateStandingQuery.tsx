import { Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { read } from '../../../api.ts';
import { t } from '../../../messages/webhooks.ts';
import { paths } from '../../../paths.ts';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { FilterText } from '../../../ui/filter/FilterText.tsx';
import { CreateDialog } from '../../../ui/form/CreateDialog.tsx';
import { Form } from '../../../ui/form/Form.tsx';
import { useChange } from '../../../ui/form/use-change.ts';
import { useForm } from '../../../ui/form/use-form.ts';
import { spaced } from '../../../ui/state-words.ts';
import { CompanySelect } from '../CompanySelect.tsx';
import { TryFilter } from './TryFilter.tsx';
import { useFilterWords } from './use-filter-words.ts';

type CreateStandingQueryProps = { label?: string; inAddress?: boolean };

/** The button and the dialog that create a standing query. Its filter can be tried on the records of a company. */
export function CreateStandingQuery({ label, inAddress = false }: CreateStandingQueryProps) {
  return (
    <CreateDialog {...{ label, inAddress }} title={t('createStandingQuery')} isWide>
      {() => <QueryForm />}
    </CreateDialog>
  );
}

function QueryForm() {
  const navigate = useNavigate();
  const create = useChange('createStandingQuery', {
    refreshes: ['listStandingQueries'],
    after: ({ standingQueryId }) => void navigate({ to: paths.standingQuery(standingQueryId) }),
  });
  const initial = { name: '', consumerId: '', dataType: 'invoices', companyId: '', query: '', tryWith: '' };
  const form = useForm(initial, create.error);
  const { values } = form;
  const consumers = useQuery(read('listConsumers', { pageSize: 1000 }));
  const settings = useQuery({ ...read('getSyncSettings', {}), staleTime: 600_000 });
  const types = settings.data?.settings.map(({ dataType }) => dataType) ?? [values.dataType];
  const tryWith = values.companyId || values.tryWith;
  const words = useFilterWords({ companyId: tryWith, dataType: values.dataType });
  const submit = () =>
    create.mutate({
      body: {
        name: values.name.trim(),
        consumerId: values.consumerId,
        dataType: values.dataType as 'invoices',
        query: values.query,
        ...(values.companyId && { companyId: values.companyId }),
      },
    });
  return (
    <Form
      layout="dialog"
      gap="md"
      submit={submit}
      action={t('createStandingQuery')}
      isBusy={create.isPending}
      isReady={values.name.trim() !== '' && values.consumerId !== '' && values.query.trim() !== ''}
      problem={<ErrorNote error={create.error} />}
    >
      <TextInput
        label={t('name')}
        description={t('eventsContainTheName')}
        placeholder={t('largeInvoicesOverdue')}
        required
        maxLength={100}
        data-autofocus
        {...form.text('name')}
      />
      <Select
        label={t('consumer')}
        description={t('consumerThatIsTold')}
        required
        searchable
        data={(consumers.data?.results ?? []).map(({ consumerId, name }) => ({ value: consumerId, label: name }))}
        nothingFoundMessage={t('noConsumersYet')}
        {...form.value('consumerId')}
      />
      <Select
        label={t('dataType')}
        required
        searchable
        allowDeselect={false}
        data={types.map((value) => ({ value, label: spaced(value) }))}
        {...form.value('dataType')}
      />
      <CompanySelect
        label={t('company')}
        description={t('emptyMeansAllCompanies')}
        placeholder={t('allCompanies')}
        {...form.value('companyId')}
      />
      <FilterText
        label={t('filter')}
        description={t('filterOfStandingQuery')}
        placeholder={t('standingFilterExample')}
        required
        {...words}
        {...form.value('query')}
      />
      <TryFilter
        {...{ dataType: values.dataType, query: values.query, companyId: tryWith }}
        {...(values.companyId === '' && { chooseCompany: form.value('tryWith').onChange })}
      />
    </Form>
  );
}
