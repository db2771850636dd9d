import { Anchor } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import type { RowOf } from '../../api.ts';
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

const fields = ['dataType', 'operation', 'status', 'step', 'requested', 'completed', 'connectionId', 'pushId'];
const states = [
  { value: 'status=Pending', label: 'Pending' },
  { value: 'status=Success', label: 'Succeeded' },
  { value: 'status=Failed', label: 'Failed' },
  { value: 'status=TimedOut', label: 'Timed out' },
  { value: 'step=unknown', label: 'Outcome unknown' },
];

const columns: Column<Push>[] = [
  {
    id: 'what',
    header: 'Push',
    orderBy: 'dataType',
    cell: ({ companyId, pushId, operation, dataType }) => (
      <TextLink to={paths.push(companyId, pushId)}>
        {spaced(operation)} {spaced(dataType).toLowerCase()}
      </TextLink>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    orderBy: 'status',
    cell: (push) => <StatusBadge kind="push" state={pushState(push)} />,
  },
  {
    id: 'record',
    header: 'Record',
    cell: ({ record }) => (record ? <code className="plain-code">{record.id}</code> : '–'),
  },
  {
    id: 'error',
    header: 'Message',
    cell: ({ errorMessage }) => <span className="line-clamp">{errorMessage ?? '–'}</span>,
  },
  { id: 'requested', header: 'Requested', orderBy: 'requested', cell: ({ requested }) => <Time at={requested} /> },
  { id: 'completed', header: 'Completed', orderBy: 'completed', cell: ({ completed }) => <Time at={completed} /> },
];

/** All pushes to the company's platforms, newest first. */
export function PushesPage() {
  const { companyId, name } = useCompany();
  usePageTitle(`Pushes · ${name}`);
  const [address, setAddress] = useAddress();
  return (
    <ListTable
      label="Pushes"
      operation="listPushes"
      input={{ companyId }}
      columns={columns}
      rowKey={({ pushId }) => pushId}
      filterFields={fields}
      filter={address.state}
      controls={
        <FilterSelect
          label="Status"
          all="Any status"
          data={states}
          value={address.state}
          onChange={(state) => setAddress({ state, page: undefined })}
          w={190}
        />
      }
      empty={
        <EmptyState icon={IconUpload} title="No pushes yet">
          A push writes a record, such as an invoice, to the company’s platform. Programs push through the API:{' '}
          <Anchor href={`${servicePaths.reference}#pushCreate`} underline="always">
            how to push
          </Anchor>
          .
        </EmptyState>
      }
    />
  );
}
