import { Anchor } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import type { RowOf } from '../../api.ts';
import { t } from '../../messages/company.ts';
import { paths, servicePaths } from '../../paths.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FilterSelect } from '../../ui/filter/FilterSelect.tsx';
import { usePageTitle } from '../../ui/frame/Page.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { spaced } from '../../ui/state-words.ts';
import { TextLink } from '../../ui/TextLink.tsx';
import { Time } from '../../ui/Time.tsx';
import { ListTable } from '../../ui/table/ListTable.tsx';
import type { Column } from '../../ui/table/RowTable.tsx';
import { useAddress } from '../../ui/use-address.ts';
import { useCompany } from './company-context.ts';
import { pushState } from './push-state.ts';

type Push = RowOf<'listPushes'>;

const fields = [
  'dataType',
  'operation',
  'status',
  'step',
  'requested',
  'completed',
  'connectionId',
  'pushId',
  'group.pushGroupId',
];
const states = [
  { value: 'status=Pending', label: t('pending') },
  { value: 'status=Success', label: t('succeeded') },
  { value: 'status=Failed', label: t('failed') },
  { value: 'status=TimedOut', label: t('timedOut') },
  { value: 'step=unknown', label: t('outcomeUnknown') },
];

const columns: Column<Push>[] = [
  {
    id: 'what',
    header: t('push'),
    orderBy: 'dataType',
    cell: ({ companyId, pushId, operation, dataType }) => (
      <TextLink to={paths.push(companyId, pushId)}>
        {spaced(operation)} {spaced(dataType).toLowerCase()}
      </TextLink>
    ),
  },
  {
    id: 'status',
    header: t('status'),
    orderBy: 'status',
    cell: (push) => <StatusBadge kind="push" state={pushState(push)} />,
  },
  {
    id: 'record',
    header: t('record'),
    cell: ({ record }) => (record ? <code className="plain-code">{record.id}</code> : '–'),
  },
  {
    id: 'group',
    header: t('pushGroup'),
    cell: ({ companyId, group }) =>
      group ? <TextLink to={paths.pushGroup(companyId, group.pushGroupId)}>{group.step}</TextLink> : '–',
  },
  {
    id: 'error',
    header: t('message'),
    cell: ({ errorMessage }) => <span className="line-clamp">{errorMessage ?? '–'}</span>,
  },
  { id: 'requested', header: t('requested'), orderBy: 'requested', cell: ({ requested }) => <Time at={requested} /> },
  { id: 'completed', header: t('completed'), orderBy: 'completed', cell: ({ completed }) => <Time at={completed} /> },
];

/** All pushes to the company's platforms, newest first. */
export function PushesPage() {
  const { companyId, name } = useCompany();
  usePageTitle(t('pushesName', { name }));
  const [address, setAddress] = useAddress();
  return (
    <ListTable
      label={t('pushes')}
      operation="listPushes"
      periodField="requested"
      input={{ companyId }}
      columns={columns}
      rowKey={({ pushId }) => pushId}
      filterFields={fields}
      filter={address.state}
      controls={
        <FilterSelect
          label={t('status')}
          all={t('anyStatus')}
          data={states}
          value={address.state}
          onChange={(state) => setAddress({ state, page: undefined })}
          w={190}
        />
      }
      empty={
        <EmptyState icon={IconUpload} title={t('noPushesYet')}>
          {t.rich('aPushWritesRecordSuch', {
            link: (text) => (
              <Anchor href={`${servicePaths.reference}#pushCreate`} underline="always">
                {text}
              </Anchor>
            ),
          })}
        </EmptyState>
      }
    />
  );
}
